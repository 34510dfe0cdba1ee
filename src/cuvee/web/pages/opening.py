"""The form that opens a table: what it shows, and how it is read."""

from typing import Final, final
from urllib.parse import urlencode

from django.http import QueryDict

from cuvee import bots, games
from cuvee.games.box import Box
from cuvee.kernel.errors import BadOption, CuveeError
from cuvee.kernel.game import Setting, Value
from cuvee.kernel.text import _, noted
from cuvee.web.match import tables
from cuvee.web.match.tables import DAY, FRIEND, HOUSE, ME, MINUTE, OPEN, Wish
from cuvee.web.models import Table

LEVELS: Final = {
    "vintner": noted("vintner"),
    "apprentice": noted("apprentice"),
    "master": noted("master"),
    "grand_cru": noted("grand cru"),
}
"""The names of the house players' levels, the usual one first. Of other bots, only those of other packages are offered."""
OPTION, SEAT, FRIEND_NAME = "option-", "seat-", "friend-"
MOST: Final = {"minutes": 600, "increment": 600, "days": 60, "bank": 60}
LEAST: Final = {"minutes": 1, "increment": 0, "days": 1, "bank": 0}
USUAL: Final = {"minutes": 30, "increment": 15, "days": 1, "bank": 3}


def levels() -> list[tuple[str, str]]:
    """List the levels of house players with their names, the usual one first."""
    return [(level, _(said)) for level, said in LEVELS.items()]


def read_level(text: str) -> str:
    """Read which level of house players is wanted; the usual one if none is given."""
    if text and text not in LEVELS:
        said = ", ".join(name for _level, name in levels())
        raise BadOption(
            _("There is no level '{text}' of house players; there are: {levels}", text=tables.tidy(text, 20), levels=said)
        )
    return text or tables.STAND_IN


def words(name: Value) -> str:
    """Put a key or a value of an option into words.

    >>> words("structure_cards"), words(True), words(12)
    ('Structure cards', 'yes', '12')
    """
    if isinstance(name, bool):
        return _("yes") if name else _("no")
    text = _(str(name).replace("_", " "))
    return text[:1].upper() + text[1:]


def usual_players(game: Box) -> int:
    """Return the usual number of players: three if the game allows it, else as many as it allows."""
    return 3 if 3 in game.seats else game.seats[-1]


def offered(game: Box, players: int) -> list[Setting]:
    """List the options offered to this many players."""
    return [setting for setting in game.settings if setting.offered(players)]


@final
class Choice:
    """One option in the form: a setting and its chosen value."""

    def __init__(self, setting: Setting, given: str | None) -> None:
        self.setting = setting
        self.field = OPTION + setting.key
        self.label = words(setting.key)
        self.explanation = _(setting.explanation)
        self.yes_or_no = isinstance(setting.default, bool)
        self.value = setting.default
        if given is not None:
            try:
                self.value = setting.read(given)
            except BadOption:
                self.value = setting.default  # a different number of players offers different values

    @property
    def as_usual(self) -> bool:
        """Tell whether the value is the usual one."""
        return self.value == self.setting.default

    @property
    def offers(self) -> list[tuple[str, str, bool]]:
        """List the values as sent and as shown, and whether each is chosen."""
        return [(str(value), words(value), value == self.value) for value in self.setting.values]


@final
class Place:
    """One seat in the form."""

    def __init__(self, game: Box, number: int, given: str | None, friend: str) -> None:
        self.game = game
        self.number = number
        self.field = f"{SEAT}{number}"
        self.friend_field = f"{FRIEND_NAME}{number}"
        self.friend = tables.tidy(friend, 30)
        known = {value for value, _words in self.offers}
        self.value = given if given in known else (ME if number == 1 else OPEN)

    @property
    def offers(self) -> list[tuple[str, str]]:
        """List who may sit here."""
        known = [*levels(), *((name, name.replace("_", " ")) for name in bots.others(self.game.name))]
        house = [(f"{HOUSE}:{level}", _("House player, {level}", level=name)) for level, name in known]
        return [(ME, _("Me")), (OPEN, _("Open")), (FRIEND, _("Friend at this screen")), *house]


@final
class Draft:
    """What the form shows: what was chosen so far, if it makes sense, else the usual values."""

    def __init__(self, data: QueryDict) -> None:
        self.game = _game(data.get("game", ""))
        self.players = _count(data.get("players", ""), self.game)
        self.choices = [Choice(setting, data.get(OPTION + setting.key)) for setting in offered(self.game, self.players)]
        self.places = [
            Place(self.game, number, data.get(f"{SEAT}{number}"), data.get(f"{FRIEND_NAME}{number}", ""))
            for number in range(1, self.players + 1)
        ]
        self.public = data.get("public", "yes") != "no"
        self.hints = data.get("hints", "no") == "yes"
        clock = data.get("clock", Table.NO_CLOCK)
        self.clock = clock if clock in (Table.LIVE, Table.DAYS) else Table.NO_CLOCK
        self.times = {name: _shown_number(data, name) for name in USUAL}
        self.unfolded = data.get("unfolded") == "yes" or not all(choice.as_usual for choice in self.choices)

    def address(self) -> str:
        """Write the form as the query of an address, so that it can be shown again or sent to somebody."""
        fields: dict[str, str] = {"game": self.game.name, "players": str(self.players)}
        fields |= {choice.field: str(choice.value) for choice in self.choices if not choice.as_usual}
        for place in self.places:
            if place.value != (ME if place.number == 1 else OPEN):
                fields[place.field] = place.value
            if place.value == FRIEND and place.friend:
                fields[place.friend_field] = place.friend
        if not self.public:
            fields["public"] = "no"
        if self.hints:
            fields["hints"] = "yes"
        if self.clock != Table.NO_CLOCK:
            fields |= {"clock": self.clock} | {name: str(value) for name, value in self.times.items()}
        return urlencode(fields)


def _game(name: str) -> Box:
    return games.get(name) if name in games.names() else games.every()[0]


def _count(text: str, game: Box) -> int:
    return int(text) if text.isdecimal() and text.isascii() and int(text) in game.seats else usual_players(game)


def _shown_number(data: QueryDict, name: str) -> int:
    try:
        return read_number(data, name)
    except CuveeError:
        return USUAL[name]


NUMBER_NAMES: Final = {
    "minutes": noted("The minutes on the clock"),
    "increment": noted("The seconds added after a move"),
    "days": noted("The days a move"),
    "bank": noted("The days in the bank"),
}


def read_number(data: QueryDict, name: str) -> int:
    """Read a number from the form, within sensible limits."""
    text = data.get(name, str(USUAL[name])).strip()
    number = int(text) if text.isdecimal() and text.isascii() and len(text) < 6 else -1
    if not LEAST[name] <= number <= MOST[name]:
        what = _(NUMBER_NAMES[name])
        raise BadOption(_("{what}: a whole number from {least} to {most}", what=what, least=LEAST[name], most=MOST[name]))
    return number


def wants_a_look(data: QueryDict) -> bool:
    """Tell whether to show the form again: this was asked for, or the number of players was changed."""
    return "show" in data or data.get("players", "") != data.get("shown_players", data.get("players", ""))


def read_wish(data: QueryDict) -> Wish:
    """Read a submitted form; refuse anything that is not offered."""
    game = games.get(data.get("game", ""))
    text = data.get("players", "")
    if not (text.isdecimal() and text.isascii() and len(text) < 3):
        raise BadOption(_("How many players? '{text}' is not a number", text=tables.tidy(text, 20)))
    players = int(text)
    given: dict[str, Value] = {key.removeprefix(OPTION): data.get(key, "") for key in data if key.startswith(OPTION)}
    options = game.read_options(players, given)
    wish = Wish(game.name, players, options, [_read_seat(game, data, number) for number in range(1, players + 1)])
    if wish.seats.count(ME) > 1:
        raise BadOption(_("You can have only one seat; give the others to friends at this screen"))
    public = data.get("public", "yes")
    if public not in ("yes", "no"):
        raise BadOption(_("A table is either public or by link only"))
    wish.public = public == "yes"
    hints = data.get("hints", "no")
    if hints not in ("yes", "no"):
        raise BadOption(_("Hints are either off or allowed"))
    wish.hints = hints == "yes"
    _read_clock(data, wish)
    return wish


def _read_seat(game: Box, data: QueryDict, number: int) -> str:
    value = data.get(f"{SEAT}{number}", ME if number == 1 else OPEN)
    if value not in {offer for offer, _words in Place(game, number, None, "").offers}:
        raise BadOption(_("Seat {number} can be for me, a friend or the house, or open", number=number))
    return f"{FRIEND}:{data.get(f'{FRIEND_NAME}{number}', '')}" if value == FRIEND else value


def _read_clock(data: QueryDict, wish: Wish) -> None:
    wish.clock = data.get("clock", Table.NO_CLOCK)
    if wish.clock == Table.LIVE:
        wish.clock_seconds = read_number(data, "minutes") * MINUTE
        wish.clock_increment = read_number(data, "increment")
    elif wish.clock == Table.DAYS:
        wish.clock_seconds = read_number(data, "days") * DAY
        wish.clock_increment = read_number(data, "bank") * DAY
    elif wish.clock != Table.NO_CLOCK:
        raise BadOption(_("The clock can be none, live, or days a move"))
