// The reader: the contents mark the current section; on a phone they close when a chapter is chosen.
"use strict";
(() => {
  const sections = [...document.querySelectorAll(".reader .text section[id]")];
  const entries = new Map();
  for (const link of document.querySelectorAll(".reader .toc a")) {
    const anchor = link.getAttribute("href").slice(1);
    entries.set(anchor, [...(entries.get(anchor) || []), link]);
  }
  let current = null;
  const mark = (anchor) => {
    if (anchor === current) return;
    current = anchor;
    document.querySelectorAll(".toc [aria-current]").forEach((link) => link.removeAttribute("aria-current"));
    document.querySelectorAll(".toc li.on").forEach((item) => item.classList.remove("on"));
    for (const link of entries.get(anchor) || []) {
      link.setAttribute("aria-current", "true");
      for (let item = link.closest("li"); item; item = item.parentElement.closest("li")) item.classList.add("on");
      const frame = link.closest(".toc");
      if (frame && frame.scrollHeight > frame.clientHeight && frame.clientHeight) {
        const gone = link.getBoundingClientRect().top - frame.getBoundingClientRect().top;
        if (gone < 40 || gone > frame.clientHeight - 60) frame.scrollTop += gone - frame.clientHeight / 3;
      }
    }
  };
  let asked = false;
  const look = () => {
    asked = false;
    let found = null;
    for (const section of sections) {
      if (section.getBoundingClientRect().top > 140) break;
      if (entries.has(section.id)) found = section.id;
    }
    mark(found || (sections[0] && sections[0].id));
  };
  addEventListener("scroll", () => {
    if (!asked) { asked = true; requestAnimationFrame(look); }
  }, { passive: true });
  look();
  document.addEventListener("click", (event) => {
    const frame = event.target.closest("details.toc a") && event.target.closest("details.toc");
    if (frame) frame.open = false;
  });
})();
