// The table: choosing on the board or in the list, confirming, keys, tooltips, the live stream. The rules stay on the server:
// only what it has marked with data-o can be pressed.
"use strict";
(() => {
  const table = document.querySelector(".table");
  if (!table) return;
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const words = (element, name) => (element.dataset[name] || "").split(" ").filter(Boolean);
  let chosen = null;
  let narrowed = null;
  let asked = $("#bar").dataset.asked;

  // ---- choosing: free until it is confirmed ----
  // A new question voids an old choice. It can be answered as soon as it is shown, even before htmx reports that all is done.
  function heedQuestion() {
    const now = $("#bar").dataset.asked;
    if (now === asked) return false;
    asked = now;
    drop();
    hideTip();
    return true;
  }

  function choose(number) {
    heedQuestion();
    chosen = number;
    paint();
    if (table.dataset.confirm === "never") confirm();
    else $("#confirm")?.focus({ preventScroll: true });
  }

  // Only this page knows what is chosen; an update between choosing and confirming draws the page without the choice.
  function paint() {
    const field = $("#chosen");
    if (field) { field.value = chosen ?? ""; field.disabled = chosen === null; }
    $$(".option").forEach((button) => {
      button.setAttribute("aria-pressed", button.dataset.n === chosen ? "true" : "false");
      button.closest("li").hidden = narrowed !== null && !narrowed.includes(button.dataset.n);
    });
    $$("[data-o]").forEach((target) => {
      const numbers = words(target, "o");
      target.classList.toggle("sel", chosen !== null && numbers.includes(chosen));
      if (chosen !== null && numbers.includes(chosen)) target.setAttribute("aria-pressed", "true");
      else target.removeAttribute("aria-pressed");
    });
    const go = $("#confirm");
    if (go) {
      go.classList.toggle("off", chosen === null);
      go.setAttribute("aria-disabled", chosen === null ? "true" : "false");
    }
    const all = $("#show-all");
    if (all) all.hidden = narrowed === null;
    const option = chosen === null ? null : $(`.option[data-n="${chosen}"]`);
    const said = $("[data-sentence]");
    if (said && option) {
      said.dataset.asked ??= said.textContent;
      said.textContent = option.querySelector("span").textContent;
    } else if (said?.dataset.asked) {
      said.textContent = said.dataset.asked;
      delete said.dataset.asked;
    }
  }

  function drop() {
    chosen = null;
    narrowed = null;
    paint();
  }

  function confirm() {
    if (chosen === null) return;
    $("#answer").requestSubmit();
  }

  function press(target) {
    heedQuestion();
    let numbers = words(target, "o");
    if (narrowed) {
      const both = numbers.filter((number) => narrowed.includes(number));
      if (both.length) numbers = both;
    }
    if (numbers.length === 1) {
      if (chosen === numbers[0]) confirm();
      else choose(numbers[0]);
      return;
    }
    chosen = null;
    narrowed = numbers;
    paint();
    $(`.option[data-n="${numbers[0]}"]`)?.focus();
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-o]");
    if (target && !event.target.closest("a, .option")) { event.preventDefault(); hideTip(); press(target); return; }
    const option = event.target.closest(".option");
    if (option) {
      event.preventDefault();
      if (chosen === option.dataset.n) confirm();
      else choose(option.dataset.n);
      return;
    }
    const go = event.target.closest("#confirm");
    if (go && chosen === null) { event.preventDefault(); return; }
    const undo = event.target.closest("[aria-disabled=true]");
    if (undo && undo.form) event.preventDefault();
    if (event.target.closest("#show-all")) drop();
    if (event.target.closest("[data-help]")) $("#keys").showModal();
    if (event.target.closest("[data-select]")) event.target.select();
    const tab = event.target.closest("[role=tab]");
    if (tab) openTab(tab);
    if (!event.target.closest("#tip, [data-t]")) hideTip();
  });

  function openTab(tab) {
    $$("[role=tab]", tab.parentElement).forEach((other) => {
      const on = other === tab;
      other.setAttribute("aria-selected", on ? "true" : "false");
      other.tabIndex = on ? 0 : -1;
      $("#" + other.getAttribute("aria-controls")).hidden = !on;
    });
  }

  // ---- keys ----
  const typing = (element) => element.closest("input:not([type=checkbox]), textarea, select, dialog");
  const lit = () => $$("#board [data-o]").filter((target) => target.offsetParent !== null || target.getClientRects().length);

  function step(by) {
    const targets = lit();
    if (!targets.length) return;
    const at = targets.indexOf(document.activeElement);
    targets[(at + by + targets.length) % targets.length].focus();
  }

  function nearest(dx, dy) {
    const targets = lit();
    const from = document.activeElement.matches("[data-o]") ? document.activeElement.getBoundingClientRect() : null;
    if (!from) { targets[0]?.focus(); return; }
    const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const target of targets) {
      const [tx, ty] = middle(target.getBoundingClientRect());
      const along = (tx - x) * dx + (ty - y) * dy;
      if (along <= 1) continue;
      const across = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
      if (along + 2 * across < least) { least = along + 2 * across; best = target; }
    }
    best?.focus();
  }

  const letters = {
    z: () => $("#undo") && $("#undo").getAttribute("aria-disabled") !== "true" && $("#undo").click(),
    Z: () => ($("#undo-turn") || $("#undo"))?.click(),
    "[": () => step(-1),
    "]": () => step(1),
    w: () => document.activeElement.dataset.t && showTip(document.activeElement),
    t: () => $("[data-key=t]")?.click(),
    l: () => { openTab($("#tab-log")); $("#pane-log").focus(); },
    m: () => $("#main").focus(),
    "?": () => $("#keys").showModal(),
  };
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = document.activeElement;
    if (event.key === "Escape") { drop(); hideTip(); return; }
    if (typing(here)) return;
    if (here.matches("[role=tab]") && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const tabs = $$("[role=tab]", here.parentElement);
      const next = tabs[(tabs.indexOf(here) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
      next.focus(); openTab(next); event.preventDefault(); return;
    }
    if ((event.key === "Enter" || event.key === " ") && here.matches("[data-o]")) { event.preventDefault(); press(here); return; }
    if (event.key === "Enter" && chosen !== null && !here.matches("a, button, summary")) { event.preventDefault(); confirm(); return; }
    if (arrows[event.key] && here.closest("#board")) { event.preventDefault(); nearest(...arrows[event.key]); return; }
    if (document.body.dataset.keys === "off") return;
    if (/^[1-9]$/.test(event.key)) {
      const open = $$(".option").filter((button) => !button.closest("li").hidden);
      const option = open[Number(event.key) - 1];
      if (option) { event.preventDefault(); option.click(); }
      return;
    }
    const does = letters[event.key];
    if (does) { event.preventDefault(); does(); }
  });

  // ---- what is this, and why not? ----
  const tip = $("#tip");
  let pointing = null, wanted = null, timer = 0;

  async function showTip(element) {
    wanted = element;
    const what = element.dataset.t;
    const answer = await fetch(`${table.dataset.address}about?${table.dataset.query}&what=${encodeURIComponent(what)}`);
    if (!answer.ok) return;
    const html = (await answer.text()).trim();
    if (!html || wanted !== element || !element.isConnected) return;
    tip.innerHTML = html;
    tip.classList.toggle("bad", !!$(".why", tip));
    tip.hidden = false;
    const box = element.getBoundingClientRect(), size = tip.getBoundingClientRect();
    const left = Math.max(6, Math.min(innerWidth - size.width - 6, box.left + box.width / 2 - 40));
    const above = box.top - size.height - 12 > $("#bar").getBoundingClientRect().bottom; // never over Confirm
    tip.classList.toggle("up", !above);
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${(above ? box.top - size.height - 10 : box.bottom + 10) + scrollY}px`;
    element.setAttribute("aria-describedby", "tip");
    pointing = element;
  }

  function hideTip() {
    clearTimeout(timer);
    wanted = null;
    tip.hidden = true;
    pointing?.removeAttribute("aria-describedby");
    pointing = null;
  }

  const soon = (element) => { clearTimeout(timer); timer = setTimeout(() => showTip(element), 400); };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const element = event.target.closest("[data-t]");
    if (element && element !== pointing) soon(element);
    else if (!element && !event.target.closest("#tip")) hideTip();
  });
  document.addEventListener("focusin", (event) => {
    const element = event.target.closest("[data-t]");
    if (element && element.matches(":focus-visible")) soon(element);
  });
  let press_timer = 0;
  document.addEventListener("pointerdown", (event) => {
    const element = event.target.closest("[data-t]");
    if (element && event.pointerType === "touch") press_timer = setTimeout(() => showTip(element), 500);
    if (element && event.pointerType === "touch" && !element.dataset.o) soon(element);
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(name, () => clearTimeout(press_timer));

  // ---- pointing at a log line or a player shows them on the board ----
  document.addEventListener("pointerover", (event) => {
    const panel = event.target.closest("[data-player]");
    table.dataset.shown = panel ? panel.dataset.player : "";
    const line = event.target.closest("[data-see]");
    $$(".seen").forEach((thing) => thing.classList.remove("seen"));
    if (line) for (const id of words(line, "see")) $$(`[data-t="${CSS.escape(id)}"]`).forEach((thing) => thing.classList.add("seen"));
  });

  // ---- the live stream ----
  const state = $("#wire-state");
  function wire(up) {
    table.dataset.live = up ? "1" : "0";
    state.textContent = up ? state.dataset.up : state.dataset.down;
    state.classList.toggle("lost", !up);
  }
  state.dataset.up = state.textContent;
  state.dataset.down = state.dataset.down || "…";
  document.addEventListener("htmx:after:sse:connection", () => wire(true));
  document.addEventListener("htmx:sse:error", () => wire(false));
  document.addEventListener("htmx:sse:close", () => wire(false));
  // htmx reconnects a stream that broke off, but not one that never began.
  const again = 1000;
  document.addEventListener("htmx:finally:request", ({ target }) => {
    if (target.id !== "wire" || table.dataset.live === "1") return;
    wire(false);
    setTimeout(connect, again);
  });
  // Started here, not by htmx: a first request that failed before this file was loaded would go unnoticed.
  function connect() {
    const source = $("#wire");
    htmx.ajax("GET", source.getAttribute("hx-sse:connect"), { source });
  }
  // The stream sends a part whole once, then only the changed pieces of its text: a piece ends before the next "<".
  const texts = {};
  function mended(text, changes) {
    const pieces = text.split("<");
    for (const [first, gone, come] of changes) pieces.splice(first, gone, ...(come === undefined ? [] : come.split("<")));
    return pieces.join("<");
  }
  document.addEventListener("htmx:before:sse:message", (event) => {
    const { message } = event.detail;
    if (message.event) return;
    const parts = Object.entries(JSON.parse(message.data)).map(([name, told]) => {
      texts[name] = typeof told === "string" ? told : mended(texts[name], told);
      return `<hx-partial hx-target="#${name}" hx-swap="outerMorph">${texts[name]}</hx-partial>`;
    });
    message.data = parts.join("");
  });
  $("#wire").addEventListener("watching", ({ detail }) => { $("#watching").textContent = detail.data; });
  // The result of an answer is shown when the stream brings it. If no stream gets through, the page is loaded again instead.
  document.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx?.response?.status !== 204) return;
    setTimeout(() => { if (table.dataset.live !== "1") location.reload(); }, 4000);
  });
  // A response that was drawn before something newer arrived must not take the table back.
  const parts_of = (version) => (version || "0.0").split(".").map(Number);
  document.addEventListener("htmx:before:swap", (event) => {
    const [moves, talk] = parts_of($("#bar").dataset.version);
    for (const task of event.detail.tasks || []) {
      const bar = task.fragment?.querySelector?.("#bar");
      if (!bar) continue;
      const [new_moves, new_talk] = parts_of(bar.dataset.version);
      if (new_moves < moves || (new_moves === moves && new_talk < talk)) event.preventDefault();
    }
  });
  document.addEventListener("htmx:after:request", (event) => {
    const form = event.target.closest?.("[data-clear]");
    if (form) form.reset();
  });

  // ---- after every change of the page ----
  let had_focus = null;
  document.addEventListener("htmx:before:swap", () => { had_focus = document.activeElement; });
  document.addEventListener("htmx:after:swap", changed);

  function changed() {
    if (!heedQuestion()) paint();
    if (had_focus && had_focus !== document.body && !had_focus.isConnected) $("#sentence")?.focus({ preventScroll: true });
    had_focus = null;
    pin();
    ticks();
  }

  const pane = $("#pane-log");
  function pin() { if (pane) pane.scrollTop = pane.scrollHeight; }

  function ticks() {
    for (const clock of $$("[data-deadline]")) {
      const left = Math.round((new Date(clock.dataset.deadline) - Date.now()) / 1000);
      const sign = left < 0 ? "−" : "", rest = Math.abs(left);
      const days = Math.floor(rest / 86400), hours = Math.floor(rest / 3600) % 24, minutes = Math.floor(rest / 60) % 60;
      clock.textContent = sign + (days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes}:${String(rest % 60).padStart(2, "0")}`);
      clock.classList.toggle("short", left < 60);
    }
  }
  setInterval(ticks, 1000);
  ticks();
  pin();
  paint();
  connect();
})();
