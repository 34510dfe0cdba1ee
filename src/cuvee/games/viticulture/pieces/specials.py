"""Special workers (§14.3)."""

from typing import Final, final


@final
class SpecialWorker:
    """A special worker (§14.3)."""

    def __init__(self, id: str, name: str, text: str, extra: int, least_seats: int, solo: bool) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.extra = extra
        self.least_seats = least_seats
        self.solo = solo


SPECIALS: Final = (
    "farmer", "mafioso", "merchant", "chef", "innkeeper", "professore", "soldato", "politico", "oracle", "traveler",
    "messenger",
)  # fmt: skip
