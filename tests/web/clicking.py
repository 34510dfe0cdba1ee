"""Plays a table by clicks on its board, on a screen that changes its size, and reports where it went wrong."""

from typing import Any, Final, NoReturn

from playwright.sync_api import Error, Page

DESKTOP: Final = (1440, 900)
PHONE: Final = (390, 844)
PATIENCE: Final = 120_000
"""Milliseconds until a table where nothing happens counts as a dead end: the house may be thinking on a busy machine."""

# One look at the page answers everything, since each look costs a round trip. The thing to click is scrolled to the middle of
# the screen, and nothing may cover its centre: that is where a person would click. Like a person it waits until all parts of an
# update are in place: anything chosen before that is rightly dropped.
_TOOLS: Final = """
window.clicking ??= {
  changed: performance.now(),
  quiet: () => performance.now() - clicking.changed > 50,
  shown: (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0,
  point: (element, owner) => {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getClientRects()[0];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    const free = hit !== null && hit.closest(owner) === element.closest(owner);
    const name = element.dataset.t || element.textContent.trim().slice(0, 60);
    return { x, y, name, covered: free ? "" : hit === null ? "nothing" : hit.outerHTML.slice(0, 200) };
  },
  dumb: (element) => element.tabIndex < 0 || !(element.getAttribute("aria-label") || element.textContent).trim(),
  pick: (elements, number, owner) => elements.length ? clicking.point(elements[number % elements.length], owner) : null,
};
new MutationObserver(() => { clicking.changed = performance.now(); }).observe(
  document, { subtree: true, childList: true, attributes: true });
"""
_LOOK: Final = """([before, number]) => {
  const bar = document.querySelector("#bar");
  const over = bar.querySelector(".who").textContent.includes("Game over");
  if (!clicking.quiet() || (!over && (bar.dataset.mine !== "1" || bar.dataset.asked === before))) return null;
  const root = document.documentElement;
  const marked = [...document.querySelectorAll("#board label:has(i, b)")];
  const tabs = marked.filter((tab) => tab.control?.type === "radio" && clicking.shown(tab));
  const dumb = [...document.querySelectorAll("#board [data-o]")].find((lit) => clicking.shown(lit) && clicking.dumb(lit));
  return { over, asked: bar.dataset.asked, moves: bar.dataset.moves, sideways: root.scrollWidth - root.clientWidth,
           dumb: dumb?.outerHTML.slice(0, 200),
           tab: over ? null : clicking.pick(tabs, number, "label") };
}"""
_TARGET: Final = """(number) =>
  clicking.pick([...document.querySelectorAll("#board [data-o]")].filter(clicking.shown), number, "[data-o]")"""
_LIT: Final = "() => [...document.querySelectorAll('#board [data-o]')].filter(clicking.shown).length"
_NEXT: Final = """(number) => {
  const go = document.querySelector("#confirm");
  if (go && go.getAttribute("aria-disabled") === "false") return { done: true, ...clicking.point(go, "button") };
  const listed = [...document.querySelectorAll(".options li:not([hidden]) .option")];
  return document.querySelector("#show-all:not([hidden])") ? { done: false, ...clicking.pick(listed, number, "button") } : null;
}"""
_SETTLED: Final = """(width) => new Promise((done) => {
  const wait = (frames) => requestAnimationFrame(() => innerWidth !== width ? wait(2) : frames ? wait(frames - 1) : done());
  wait(2);
})"""
_THERE: Final = "([x, y]) => document.elementFromPoint(x, y)?.outerHTML.slice(0, 200)"
_SAID: Final = """() =>
  ["[data-sentence]", "#notice", "#wire-state"].map((name) => document.querySelector(name)?.textContent.trim()).join(" | ")"""


class Stuck(AssertionError):
    """The table cannot be continued by clicks."""


class Clicker:
    """Plays one seat of an open table. Every few decisions the screen changes from a desk's to a phone's and back."""

    def __init__(self, page: Page, every: int = 4) -> None:
        self.page = page
        self.every = every
        self.decisions = 0
        self.size = DESKTOP
        self.asked = ""
        self.moves = "0"
        page.set_viewport_size({"width": self.size[0], "height": self.size[1]})
        page.add_init_script(_TOOLS)  # for reloaded pages
        page.evaluate(_TOOLS)

    def play(self, most: int) -> int:
        """Answer until the match is over or the limit is reached; return how many decisions were made."""
        try:
            while self.decisions < most and self._decide():
                self.decisions += 1
        except (Stuck, Error) as error:
            raise Stuck(f"{self._where()}: {str(error).splitlines()[0]}") from error
        return self.decisions

    def try_everything(self) -> int:
        """Choose each lit thing on both screens without confirming it; return how many there were."""
        tried = 0
        try:
            for _screen in range(2):
                self._turn_screen()
                self.look()
                lit = self.page.evaluate(_LIT)
                for number in range(lit):
                    self._uncovered(self._choose(number))
                    self.page.keyboard.press("Escape")
                tried += lit or self._nothing_lit()
        except (Stuck, Error) as error:
            raise Stuck(f"{self._where()}: {str(error).splitlines()[0]}") from error
        return tried

    def _where(self) -> str:
        return f"move {self.moves}, decision {self.decisions}, {self.size[0]} wide, “{self.page.evaluate(_SAID)}”"

    def _decide(self) -> bool:
        """Answer one question; False if there are no more."""
        seen = self.look()
        if self.decisions % self.every == 0 or seen["over"]:
            self._turn_screen()
            seen = self.look()
        if seen["over"]:
            return False
        if seen["tab"]:
            self._click(seen["tab"])
        self._click(self._choose(self.decisions * 7 + 3))
        self.asked = seen["asked"]
        return True

    def look(self) -> dict[str, Any]:
        """Wait for the next question, or the end."""
        # Not at every frame, which is the default and keeps the browser painting for nothing.
        found = self.page.wait_for_function(_LOOK, arg=[self.asked, self.decisions], timeout=PATIENCE, polling=50)
        seen: dict[str, Any] = found.json_value()
        self.moves = seen["moves"]
        if seen["sideways"] > 1:
            raise Stuck(f"the page can be scrolled {seen['sideways']} px sideways")
        if seen["dumb"]:
            raise Stuck(f"keys cannot reach it, or it has no name: {seen['dumb']}")
        return seen

    def _turn_screen(self) -> None:
        self.size = PHONE if self.size == DESKTOP else DESKTOP
        self.page.set_viewport_size({"width": self.size[0], "height": self.size[1]})
        self.page.evaluate(_SETTLED, self.size[0])

    def _choose(self, number: int) -> dict[str, Any]:
        """Click a lit thing on the board, and choose among its options if there are several; return where to confirm."""
        target = self.page.evaluate(_TARGET, number)
        if target is None:
            self._nothing_lit()
        self._click(target)
        for _step in range(2):
            then = self.page.evaluate(_NEXT, number)
            if then is None:
                there = self.page.evaluate(_THERE, [target["x"], target["y"]])
                raise Stuck(f"a click on “{target['name']}” chose nothing; in its place there is {there}")
            if then["done"]:
                return dict(then)
            self._click(then)
        raise Stuck(f"“{target['name']}” and one of its options were chosen, but there is nothing to confirm")

    def _nothing_lit(self) -> NoReturn:
        raise Stuck("nothing is lit on the board")

    def _uncovered(self, where: dict[str, Any]) -> None:
        if where["covered"]:
            raise Stuck(f"“{where['name']}” is covered by {where['covered']}")

    def _click(self, where: dict[str, Any]) -> None:
        self._uncovered(where)
        self.page.mouse.click(where["x"], where["y"])
        self.page.mouse.move(0, 0)  # away from everything with a tooltip
