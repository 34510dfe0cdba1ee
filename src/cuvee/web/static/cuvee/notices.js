// "Your turn" outside the page: in its title, on its icon, and as a browser notification for those who want it.
// The innermost element with data-turns gives the number of waiting tables; live updates change it, so nothing is polled.
"use strict";
(() => {
  if (window.cuveeNotices) return;
  window.cuveeNotices = true;
  const WANTED = "notices";
  const able = "Notification" in window;
  let known = null;

  const waiting = () => {
    const all = document.querySelectorAll("[data-turns]");
    return all.length ? Number(all[all.length - 1].dataset.turns) || 0 : 0;
  };
  const wanted = () => able && Notification.permission === "granted" && localStorage.getItem(WANTED) === "on";

  const show = () => {
    const turns = waiting();
    const title = document.title.replace(/^\(\d+\) /, "");
    const marked = turns ? `(${turns}) ${title}` : title;
    if (document.title !== marked) document.title = marked;
    const icon = document.getElementById("favicon");
    if (icon) {
      const address = icon.getAttribute("href").replace(/icon(-turn)?\.svg/, turns ? "icon-turn.svg" : "icon.svg");
      if (icon.getAttribute("href") !== address) icon.setAttribute("href", address);
    }
    if (known !== null && turns > known && document.hidden && wanted()) notify(title, icon);
    known = turns;
  };

  const notify = (title, icon) => {
    try {
      const says = document.querySelector("[data-turns-say]");
      const note = new Notification(says ? says.dataset.turnsSay : title, { body: title, tag: "cuvee-turn", icon: icon ? icon.href : "" });
      note.onclick = () => { window.focus(); note.close(); };
    } catch { /* some phones allow this only to a service worker: title and icon have to do */ }
  };

  // The switch on the account page: on, off, or blocked by the browser.
  const paint = (button) => {
    const state = !able ? "unable" : Notification.permission === "denied" ? "blocked" : wanted() ? "on" : "off";
    button.textContent = state === "on" ? button.dataset.off : button.dataset.on;
    button.hidden = state === "unable" || state === "blocked";
    const said = document.getElementById(button.getAttribute("aria-describedby"));
    if (said) said.textContent = button.dataset[`says${state[0].toUpperCase()}${state.slice(1)}`];
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-notice-switch]");
    if (!button) return;
    const on = wanted();
    if (!on && Notification.permission === "default") await Notification.requestPermission();
    localStorage.setItem(WANTED, !on && Notification.permission === "granted" ? "on" : "off");
    paint(button);
  });

  document.querySelectorAll("[data-notice-switch]").forEach(paint);
  new MutationObserver(show).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-turns"] });
  show();
})();
