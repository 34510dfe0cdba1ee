"""OpenSpiel: its own random simulation and its own search, then secrets."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import cuvee.rl.open_spiel  # noqa: F401 (registers the games)
from cuvee.kernel.errors import CuveeError

SHORT = [
    "cuvee_wine_cellar(players=1)",
    "cuvee_wine_cellar(players=2,advanced_swap=true)",
    "cuvee_vinhos(players=2,mode=reserve)",
]
LONG = [
    "cuvee_ora_et_labora(players=3,length=short)",
    "cuvee_viticulture(players=2,year_limit=6)",
    "cuvee_vinhos(players=4)",
    "cuvee_age_of_champagne(players=3)",
]


@pytest.mark.parametrize("name", SHORT)
def test_openspiels_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize="wine" in name, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("name", LONG)
def test_openspiels_random_simulation_of_long_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def after_the_deal(name: str, deal: int = 3) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(deal)
    return state


def searcher(state: Any, simulations: int) -> Any:
    luck = np.random.RandomState(1)
    return ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, luck), 2.0, simulations, random_state=luck)


@pytest.mark.parametrize("name", SHORT + LONG)
def test_openspiels_search_finds_a_move(name: str) -> None:
    state = after_the_deal(name)
    for _move in range(3):
        action = searcher(state, 4).step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_game_is_played_to_its_end_and_pays_one_win() -> None:
    state, luck = after_the_deal("cuvee_wine_cellar(players=2)"), np.random.RandomState(2)
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        state.apply_action(luck.choice(state.legal_actions()))
    assert sum(state.returns()) == 1


def test_a_clone_goes_its_own_way() -> None:
    state = after_the_deal("cuvee_wine_cellar(players=2)")
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.current_player(), twin.current_player()) == (0, 1)
    assert len(state.history()) == 1


def test_nobody_learns_from_being_asked_later() -> None:
    """The second bidder cannot tell which card the first one has bid."""
    seen = set()
    for place in range(8):
        state = after_the_deal("cuvee_wine_cellar(players=2)")
        state.apply_action(state.legal_actions()[place])
        assert state.current_player() == 1
        seen.add((state.information_state_string(1), tuple(state.information_state_tensor(1)), state.observation_string(1)))
    assert len(seen) == 1


def test_an_information_state_remembers_the_own_moves() -> None:
    """Two ways to the same table are the same observation, but not the same information state."""
    state = after_the_deal("cuvee_wine_cellar(players=2)")
    bid = state.action_to_string(0, state.legal_actions()[2])
    state.apply_action(state.legal_actions()[2])
    assert f"> {bid}" in state.information_state_string(0).splitlines()
    assert f"> {bid}" not in state.information_state_string(1).splitlines()
    assert f"> {bid}" not in state.observation_string(0).splitlines()


def test_a_resampled_state_looks_the_same_but_is_another() -> None:
    state = after_the_deal("cuvee_wine_cellar(players=2)")
    while len(state.history()) < 8 or state.current_player() != 1 or not state.moment.position.state.sealed[0]:
        state.apply_action(state.legal_actions()[0])
    player = 1
    others = [state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0)) for _time in range(8)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({other.moment.position.state.sealed[0] for other in others}) > 1, "the other player's bid is guessed"


def test_a_state_is_stored_by_its_moves() -> None:
    state = after_the_deal("cuvee_wine_cellar(players=2)")
    for _move in range(5):
        state.apply_action(state.legal_actions()[-1])
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    imagined = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    with pytest.raises(CuveeError, match="cannot be stored"):
        pickle.dumps(imagined)


def test_deals_are_equally_likely_and_their_number_can_be_chosen() -> None:
    state = pyspiel.load_game("cuvee_wine_cellar(deals=4)").new_initial_state()
    assert state.chance_outcomes() == [(deal, 0.25) for deal in range(4)]
    assert len({after_the_deal("cuvee_wine_cellar", deal).observation_string(0) for deal in range(4)}) == 4


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cuvee_vinhos(players=9)", "Vinhos is for"),
        ("cuvee_vinhos(players=2,mode=resrve)", "mode can be"),
        ("cuvee_wine_cellar(deals=0)", "at least one deal"),
    ],
)
def test_a_wrong_parameter_gets_one_clear_line(name: str, why: str) -> None:
    with pytest.raises(CuveeError, match=why):
        pyspiel.load_game(name)
