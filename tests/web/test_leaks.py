"""Nothing that a seat may not know is in anything it is sent: all of it stays the same if hidden things are dealt anew."""

import pytest

from cuvee import games
from cuvee.kernel.chance import Chance
from cuvee.kernel.play import SPECTATOR
from cuvee.kernel.text import speaking
from cuvee.web.match.desk import DESK, names
from cuvee.web.match.match_in_memory import Position
from cuvee.web.models import Table
from cuvee.web.page.sight import Sight, draw_parts
from cuvee.web.pages.replay import transcript
from tests.web.conftest import Sit
from tests.web.test_desk import play_to


def everything(table: Table, position: Position, seat: int, as_text: bool) -> str:
    """Everything a seat is sent: the page's parts, its stream (the same parts), and the journal of the running match."""
    with speaking(None, names(table)):
        sight = Sight(table, position, seat, [], as_text=as_text)
        return "".join(draw_parts(sight).values()) + transcript(sight)


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("as_text", [False, True], ids=["drawn", "text"])
def test_the_page_is_the_same_whatever_is_hidden(sit: Sit, game: str, as_text: bool) -> None:
    players = max(games.get(game).seats)
    table, _clients = sit(game, players, seed=11)
    position = DESK.position(table)
    rng = Chance.from_seed(5, ["redeal"])
    for moves in (0, 7, 23, 48):
        play_to(table, moves)
        truth = position.match.state
        if truth.over:
            break
        for seat in sorted({SPECTATOR, 0, truth.waiting[0], players - 1}):
            shown = everything(table, position, seat, as_text)
            try:
                position.match.state = truth.redeal(seat, rng)
                assert everything(table, position, seat, as_text) == shown, f"seat {seat} after {moves} moves"
            finally:
                position.match.state = truth


def test_the_seed_is_never_sent(sit: Sit) -> None:
    table, clients = sit("vinhos", 2, seed=8_675_309_123)
    play_to(table, 10)
    for address in ("", "replay/", "journal", "about?what=year"):
        body = clients[0].get(f"/table/{table.code}/{address}").content.decode()
        assert "8675309123" not in body
    play_to(table, 10_000)
    assert "8675309123" in clients[0].get(f"/table/{table.code}/journal").content.decode(), (
        "when the match is over, it is in the journal"
    )


def test_eyes_are_ones_own_until_the_end(sit: Sit) -> None:
    table, clients = sit()
    play_to(table, 5)
    assert clients[0].get(f"/table/{table.code}/?as=1").status_code == 404
    assert clients[0].get(f"/table/{table.code}/replay/?as=1&at=0").status_code == 404
    assert clients[0].get(f"/table/{table.code}/live?as=1").status_code == 404
    assert clients[0].get(f"/table/{table.code}/journal?as=1").status_code == 404
    play_to(table, 1000)
    assert clients[0].get(f"/table/{table.code}/replay/?as=1&at=0").status_code == 200


def test_a_running_match_cannot_be_forked_by_one_of_its_players(sit: Sit) -> None:
    table, clients = sit()
    play_to(table, 5)
    assert clients[0].post(f"/table/{table.code}/fork", {"at": 3}).status_code == 422
    play_to(table, 1000)
    answer = clients[0].post(f"/table/{table.code}/fork", {"at": 3})
    assert answer.status_code == 302
    twin = Table.objects.get(code=answer.headers["Location"].strip("/").split("/")[-1])
    assert DESK.position(twin).state.digest() == DESK.position(table).match.at(3).digest()
    assert {seat.person_id for seat in twin.places.all()} == {clients[0].session and int(clients[0].session["_auth_user_id"])}
