// Before anything is painted: the theme a person chose, else the one the system asks for.
(() => {
  const chosen = localStorage.getItem("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen || (dark ? "dark" : "light");
})();
