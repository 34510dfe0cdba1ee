"""Every game's hidden information, searched for wherever a match is shown again: replays, forks and spectators' streams."""

from typing import Any

import pytest
from django.test import Client

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.match import Match
from cuvee.kernel.play import SPECTATOR, State
from cuvee.kernel.text import speaking
from cuvee.web.match.desk import DESK, names
from cuvee.web.match.match_in_memory import Position
from cuvee.web.models import Table
from cuvee.web.page.sight import Sight, draw_parts
from tests.web.conftest import Sit, client_of, make_person
from tests.web.test_desk import play_to

MOVES = 20


class Redealt:
    """A match in which, at every position, everything a seat may not know is dealt anew."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat
        self._rng = Chance.from_seed(5, ["redeal"])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    def at(self, move: int) -> State:
        return self._match.at(move).redeal(self._seat, self._rng)


def replayed(table: Table, position: Position, seat: int, at: int) -> str:
    """Draw the position after a move as the replay page does."""
    with speaking(None, names(table)):
        return "".join(draw_parts(Sight(table, position, seat, [], at=at)).values())


@pytest.mark.parametrize("game", games.NAMES)
def test_a_replay_of_a_running_match_is_the_same_whatever_is_hidden(sit: Sit, game: str) -> None:
    players = max(games.get(game).seats)
    table, _clients = sit(game, players, seed=11)
    play_to(table, MOVES)
    position = DESK.position(table)
    assert not position.state.over
    match = position.match
    for seat in {SPECTATOR, 0, players - 1}:
        for at in sorted({0, 3, min(17, position.moves), position.moves}):
            shown = replayed(table, position, seat, at)
            try:
                position.match = Redealt(match, seat)  # type: ignore[assignment]
                assert replayed(table, position, seat, at) == shown, f"seat {seat} after {at} moves"
            finally:
                position.match = match


@pytest.mark.parametrize("game", games.NAMES)
def test_nobody_looks_back_through_the_eyes_of_another(sit: Sit, game: str) -> None:
    players = max(games.get(game).seats)
    table, clients = sit(game, players, seed=11)
    play_to(table, 12)
    for client, own in ((clients[0], 0), (client_of(make_person("Spectator")), SPECTATOR), (Client(), SPECTATOR)):
        for other in set(range(players)) - {own}:
            for path in ("", "replay/", "journal", "live", "log", "sheet/", "hint"):
                for at in ("", "&at=0", "&at=5"):
                    answer = client.get(f"/table/{table.code}/{path}?as={other}{at}")
                    assert answer.status_code in {302, 404, 405}, answer.request


@pytest.mark.parametrize("game", games.NAMES)
def test_a_fork_that_would_show_every_hand_is_refused(sit: Sit, game: str) -> None:
    table, clients = sit(game, max(games.get(game).seats), seed=11)
    play_to(table, 12)
    before = Table.objects.count()
    for client in (*clients, client_of(make_person("Spectator")), Client()):
        for at in (0, 5, 12):
            assert client.post(f"/table/{table.code}/fork", {"at": at}).status_code == 422
    assert Table.objects.count() == before


@pytest.mark.parametrize("game", games.NAMES)
def test_the_drawing_spectators_share_is_that_of_nobodys_eyes(sit: Sit, game: str) -> None:
    """A player's page drawn just before does not affect the drawing kept for spectators."""
    table, clients = sit(game, max(games.get(game).seats), seed=11)
    play_to(table, 12)
    crowd = client_of(make_person("Spectator"))
    first = boards(crowd, table)
    for client in clients:
        assert boards(client, table), "players have pages"
        assert boards(crowd, table) == first
    position = DESK.position(table)
    truth = position.match.state
    try:
        position.match.state = truth.redeal(SPECTATOR, Chance.from_seed(9, ["redeal"]))
        assert boards(crowd, table) == first
    finally:
        position.match.state = truth


def boards(client: Client, table: Table) -> str:
    """What a browser is shown of the match itself, without its own things (chat form, token, names of menus)."""
    page = client.get(f"/table/{table.code}/").content.decode()
    return page[page.index('id="board') : page.index("</section>", page.index('id="board'))]
