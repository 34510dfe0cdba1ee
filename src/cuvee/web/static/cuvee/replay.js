// Stepping through a match: keys, the slider, playback at one move a second. Every position has its own address.
"use strict";
(() => {
  const $ = (selector) => document.querySelector(selector);
  let playing = 0;
  const step = (name) => $(`[data-step="${name}"]`)?.click();
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "back-turn", PageDown: "on-turn" };

  function play(on) {
    clearInterval(playing);
    playing = on ? setInterval(() => {
      const slider = $("[data-at]");
      if (!slider || slider.value === slider.max) play(false);
      else step("on");
    }, 1000) : 0;
    $("[data-play]")?.setAttribute("aria-pressed", on ? "true" : "false");
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); play(!playing); return; }
    if (keys[event.key]) { event.preventDefault(); step(keys[event.key]); }
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-play]")) play(!playing); });
  document.addEventListener("change", (event) => { if (event.target.matches("[data-at], [data-submit]")) event.target.form.submit(); });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-at]")) event.target.form.querySelector("output").textContent = `${event.target.value} / ${event.target.max}`;
  });
  const pin = () => { const pane = $("#pane-log"); if (pane) pane.scrollTop = pane.scrollHeight; };
  document.addEventListener("htmx:after:swap", pin);
  pin();
})();
