// The lobby and the waiting room: small comforts. Everything works without them.
"use strict";
// A visitor without a name writes it once; every form on the page takes it over.
document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-visitor-name]")) return;
  for (const field of document.querySelectorAll("[data-visitor-name]")) if (field !== event.target) field.value = event.target.value;
});
// The name a visitor began to write survives another form being pulled in.
document.addEventListener("htmx:after:swap", () => {
  const written = document.getElementById("visitor-name");
  const field = document.getElementById("open-name");
  if (written && field) field.value = written.value;
});
// Options stay unfolded when another number of players is chosen.
document.addEventListener("toggle", (event) => {
  if (!event.target.matches("#open-form details.opts")) return;
  document.querySelector("#open-form [name=unfolded]").value = event.target.open ? "yes" : "no";
}, true);
// Copy the invitation; where the browser does not let us, mark it so that it can be copied by hand.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  const said = button.querySelector("span");
  const before = said.textContent;
  said.textContent = button.dataset.copied;
  setTimeout(() => { said.textContent = before; }, 2500);
});
// Where the shelf is wider than the screen, the chosen bottle stands in the middle.
const shelf = document.getElementById("shelf");
const picked = shelf?.querySelector(".pick");
if (picked && shelf.scrollWidth > shelf.clientWidth) shelf.scrollLeft = picked.offsetLeft - (shelf.clientWidth - picked.offsetWidth) / 2;
