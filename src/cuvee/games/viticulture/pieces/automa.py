"""The cards of the Automa, and its levels of difficulty (§13)."""

from typing import final


@final
class AutomaCard:
    """An Automa card: for each board, action numbers by season, from top to bottom (§13.4)."""

    def __init__(self, number: int, lines: list[list[list[int]]], listed: list[list[int]]) -> None:
        self.number = number
        self.lines = lines
        self.listed = listed


@final
class Difficulty:
    """A level of the solo game (§13.9)."""

    def __init__(self, id: str, years: int, start_vp: int, target: list[int], least_workers: int) -> None:
        self.id = id
        self.years = years
        self.start_vp = start_vp
        self.target = target
        self.least_workers = least_workers
