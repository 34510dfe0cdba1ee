"""The bottles and guests, typed (§2)."""

from typing import final

from cuvee.kernel.components import Components

MOST_SEATS = 4


@final
class Bottle:
    """A bottle: its grape and what it is worth (§2.1)."""

    def __init__(self, number: int, id: str, name: str, grape: int, points: int) -> None:
        self.number = number
        self.id = id
        self.name = name
        self.grape = grape
        self.points = points


@final
class Guest:
    """Somebody who likes a grape (§2.3)."""

    def __init__(self, id: str, name: str, grape: int, points: int) -> None:
        self.id = id
        self.name = name
        self.grape = grape
        self.points = points


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, grapes: list[str], bottles: list[Bottle], guests: list[Guest], rounds: int, set_points: int) -> None:
        self.grapes = grapes
        """The names of the grapes."""
        self.bottles = bottles
        self.guests = guests
        self.rounds = rounds
        self.set_points = set_points


def read_pieces(components: Components) -> Pieces:
    """Read the tables; refuse a set that cannot be played."""
    rows = components.rows("grapes.toml", "grape")
    ids = [row.text("id") for row in rows]
    bottles: list[Bottle] = []
    for grape, row in enumerate(rows):
        points = row.numbers("points")
        if len(set(points)) != len(points):
            raise row.wrong("no two bottles of a grape are worth the same (§2.1)")
        for worth in points:
            bottles.append(Bottle(len(bottles), f"{ids[grape]}_{worth}", f"{row.text('name')} {worth}", grape, worth))
    guests = [
        Guest(row.text("id"), row.text("name"), ids.index(row.choice("grape", ids)), row.number("points"))
        for row in components.rows("guests.toml", "guest")
    ]
    figures = components.row("tasting.toml", "figures")
    rounds = figures.number("rounds")
    if rounds < 1 or len(bottles) < MOST_SEATS * rounds or len(guests) < MOST_SEATS:
        raise figures.wrong("there must be a bottle for every player in every round, and a guest for everybody (§3)")
    return Pieces([row.text("name") for row in rows], bottles, guests, rounds, figures.number("set_points"))
