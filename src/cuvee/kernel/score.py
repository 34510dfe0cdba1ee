"""The score sheet: points line by line, as players would write it."""

from typing import final


@final
class ScoreLine:
    """One line of the sheet: what it counts, the § that says so, and a number for each seat.

    >>> ScoreLine("Cellar", "8.1", [58, 50]).values
    [58, 50]
    """

    def __init__(self, label: str, section: str, values: list[int]) -> None:
        self.label = label
        self.section = section
        self.values = values


@final
class ScoreSheet:
    """All lines, the totals, the place of each seat, and the title each player earned, if the game gives any.

    >>> sheet = ScoreSheet([ScoreLine("Cellar", "8.1", [58, 50])], [58, 50], [1, 2])
    >>> sheet.as_dict()["totals"]
    [58, 50]
    """

    def __init__(self, lines: list[ScoreLine], totals: list[int], places: list[int], titles: list[str] | None = None) -> None:
        self.lines = lines
        self.totals = totals
        self.places = places
        self.titles = titles or []

    def as_dict(self) -> dict[str, object]:
        """Return the sheet as plain values, for JSON."""
        lines = [{"label": line.label, "section": line.section, "values": line.values} for line in self.lines]
        return {"lines": lines, "totals": self.totals, "places": self.places, "titles": self.titles}


def places_by(ranks: list[tuple[int, ...]]) -> list[int]:
    """Return the place of each seat from what decides, most important first; higher is better, equals share a place.

    >>> places_by([(70, 2), (71, 0), (70, 2)])
    [2, 1, 2]
    """
    order = sorted(ranks, reverse=True)
    return [1 + order.index(mine) for mine in ranks]
