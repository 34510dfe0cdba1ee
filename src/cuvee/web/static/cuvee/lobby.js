// The lobby and the waiting room: small conveniences. Everything works without them.
"use strict";
// A visitor without a name types it once; every form on the page uses it.
document.addEventListener("input", (event) => {
  if (!event.target.matches("[data-visitor-name]")) return;
  for (const field of document.querySelectorAll("[data-visitor-name]")) if (field !== event.target) field.value = event.target.value;
});
// A name a visitor has begun to type survives the loading of another form.
document.addEventListener("htmx:after:swap", () => {
  const written = document.getElementById("visitor-name");
  const field = document.getElementById("open-name");
  if (written && field) field.value = written.value;
});
// Options stay unfolded when the number of players is changed.
document.addEventListener("toggle", (event) => {
  if (!event.target.matches("#open-form details.opts")) return;
  document.querySelector("#open-form [name=unfolded]").value = event.target.open ? "yes" : "no";
}, true);
// Copy the invitation; if the browser does not allow that, select it so that it can be copied by hand.
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
// If the shelf is wider than the screen, scroll the chosen bottle to the middle.
const shelf = document.getElementById("shelf");
const picked = shelf?.querySelector(".pick");
if (picked && shelf.scrollWidth > shelf.clientWidth) shelf.scrollLeft = picked.offsetLeft - (shelf.clientWidth - picked.offsetWidth) / 2;
