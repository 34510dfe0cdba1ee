"""Visitors that ask or pay other players, or count something of theirs (VISITORS §4.8, §4.9, §7, §8)."""

from tests.games.viticulture import table as t

A, B, C, D = range(4)


def test_swindler_takes_lira_or_points() -> None:
    """VISITORS §8 example 9."""
    state = t.new(4)
    t.give(state, B, lira=2)
    t.give(state, C, lira=5)
    t.give(state, D, lira=1)
    t.visit(state, "swindler")
    t.play(state, "yes", "no")
    assert t.me(state, "lira", "vp") == [2, 2]
    assert [vineyard.lira for vineyard in state.players[1:]] == [0, 5, 1]
    assert state.over


def test_banker_lends_to_opponents_who_have_points_to_lose() -> None:
    """VISITORS §8 example 10."""
    state = t.new(3)
    t.give(state, B, vp=-5)
    t.visit(state, "banker")
    assert state.waiting == [C]
    t.play(state, "yes")
    assert t.me(state, "lira") == [5]
    assert (state.players[C].lira, state.players[C].vp) == (3, -1)
    assert state.over


def test_importer_asks_nobody_if_the_others_hold_too_few_visitors() -> None:
    """VISITORS §8 example 11."""
    state = t.new(4)
    t.give(state, B, hand="broker")
    t.give(state, C, hand="patron")
    t.visit(state, "importer")
    assert state.over
    assert t.me(state, "winter", "summer") == [3, 0]


def test_importer_is_met_by_exactly_three_cards() -> None:
    """VISITORS §8 example 11."""
    state = t.new(4)
    t.give(state, 1, hand="broker,banker")
    t.give(state, 2, hand="patron")
    t.give(state, 3, hand="planter,buyer")
    t.visit(state, "importer")
    t.play(state, "pledge 2", "summer broker", "pledge 1")
    assert (t.seen(state, 0, "summer"), t.seen(state, 0, "winter")) == (3, 0)
    assert state.over


def test_importer_draws_if_the_gift_is_incomplete() -> None:
    """VISITORS §4.9."""
    state = t.new(4)
    t.give(state, 1, hand="broker,banker")
    t.give(state, 2, hand="patron")
    t.visit(state, "importer")
    t.play(state, "pledge 2", "summer broker", "pledge 0")
    assert t.seen(state, 0, "winter") == 3
    assert t.seen(state, 1, "summer") == 2
    assert not any(state.pledged)


def test_importer_draws_if_only_two_of_five_are_given() -> None:
    """VISITORS §8 example 11."""
    state = t.new(4)
    t.give(state, B, hand="broker,banker")
    t.give(state, C, hand="patron")
    t.give(state, D, hand="planter,judge")
    t.visit(state, "importer")
    t.play(state, "pledge 2", "summer broker", "pledge 0", "pledge 0")
    assert t.me(state, "summer", "winter") == [0, 3]
    assert t.seen(state, B, "summer") == 2


def test_handyman_pays_its_owner_for_each_builder() -> None:
    """VISITORS §7."""
    state = t.new(3)
    t.give(state, 1, lira=0)
    t.give(state, 2, lira=3)
    t.visit(state, "handyman")
    t.play(state, "no", "yes", "trellis", "yes", "windmill")
    assert state.players[0].vp == 2
    assert state.players[2].lira == 0
    assert state.over


def test_vendor_lets_opponents_draw() -> None:
    """VISITORS §7."""
    state = t.new(3)
    t.visit(state, "vendor")
    t.play(state, "vine deck", "order deck", "yes", "no")
    assert (t.seen(state, 1, "summer"), t.seen(state, 2, "summer")) == (1, 0)


def test_wedding_party_pays_as_many_as_it_can() -> None:
    """VISITORS §8 example 34."""
    for guests, lira, points in (("d", 5, 1), ("b e", 3, 2), ("b c e", 1, 3)):
        state = t.new(5)
        t.give(state, lira=7)
        t.visit(state, "wedding_party")
        assert len(t.offers(state)) == 4 + 6 + 4
        t.play(state, guests)
        assert t.me(state, "lira", "vp") == [lira, points]
        assert [vineyard.lira for vineyard in state.players[1:]] == [2 * (seat in guests) for seat in "bcde"]


def test_governor_takes_cards_or_points() -> None:
    """VISITORS §8 example 24."""
    state = t.new(4)
    t.give(state, B, hand="broker")
    t.give(state, D, hand="banker,patron")
    t.visit(state, "governor")
    t.play(state, "b c d")
    assert state.waiting == [D]
    t.play(state, "summer patron")
    assert t.me(state, "summer", "vp") == [2, 1]
    assert state.players[D].hand[2] == [state.pieces.ids[2]["banker"]]


def test_queen_asks_the_right_neighbour() -> None:
    """VISITORS §8 example 25: the player before the owner."""
    state = t.new(3)
    t.give(state, C, lira=2, vp=-5, hand="broker")
    assert not t.can_play(state, "queen")
    state = t.new(3)
    t.give(state, C, lira=2, vp=-5, hand="broker,banker")
    t.visit(state, "queen")
    t.play(state, "summer broker")
    assert (t.me(state, "summer"), t.seen(state, C, "cards")) == ([2], 0)
    state = t.new(3)
    t.give(state, C, lira=3, vp=0)
    t.visit(state, "queen")
    assert state.waiting == [C]
    t.play(state, "option 3")
    assert t.me(state, "lira") == [3]
    state = t.new(3)
    t.visit(state, "queen")
    assert state.players[C].vp == -1  # the only option left is taken without a question


def test_volunteer_crew_needs_somebody_who_may_plant() -> None:
    """VISITORS §8 example 45."""
    state = t.new(1)
    t.give(state, hand="syrah")
    assert not t.can_play(state, "volunteer_crew")
    state = t.new(2)
    t.give(state, B, hand="chardonnay")
    t.visit(state, "volunteer_crew")
    assert (state.waiting, t.offers(state)) == ([B], ["no"])


def test_volunteer_crew_asks_whoever_might_plant() -> None:
    """VISITORS §8 example 45."""
    state = t.new(3)
    t.give(state, 1, hand="chardonnay")  # cannot be planted, but only its owner knows
    t.give(state, 2, hand="sangiovese")
    t.visit(state, "volunteer_crew")
    assert state.waiting == [1]
    assert t.offers(state) == ["no"]
    t.play(state, "no", "yes")
    assert state.players[0].lira == 2
    assert t.seen(state, 2, "vines") == "sangiovese"


def test_mentor_draws_for_each_opponent_who_makes_wine() -> None:
    """VISITORS §8 example 26."""
    for card, answers, cards in (
        ("mentor", ["yes", "option 1", "vine deck", "yes", "option 2"], [1, 1]),
        ("mentor X", ["yes", "option 1", "vine deck", "option 2", "yes", "option 1", "vine deck", "option 2"], [2, 2]),
    ):
        state = t.new(3)
        t.give(state, B, red="1")
        t.give(state, C, red="1")
        t.visit(state, card.removesuffix(" X"), expert=card.endswith(" X"))
        t.play(state, *answers)
        assert state.over
        assert t.me(state, "vine", "summer") == cards
        assert (t.cellar(state, B), t.cellar(state, C)) == ("r1", "r1")


def test_mentor_may_decline_a_second_draw() -> None:
    """VISITORS §7."""
    state = t.new(3)
    t.give(state, 1, red="1")
    t.give(state, 2, red="1")
    t.visit(state, "mentor", expert=True)
    t.play(state, "yes", "option 1", "vine deck", "option 2", "yes", "option 2", "stop")
    assert (t.seen(state, 0, "vine"), t.seen(state, 0, "summer")) == (1, 2)
    state = t.new(3)
    t.give(state, 1, red="1")
    t.visit(state, "mentor")
    t.play(state, "yes", "option 2")
    assert (t.seen(state, 0, "vine"), t.seen(state, 0, "summer")) == (0, 1)
    assert state.over


def test_motivator_gives_the_grande_back() -> None:
    """VISITORS §7, §4.19."""
    state = t.new(3)
    t.stand(state, 0, "grande give_tour:left")
    t.stand(state, 2, "grande gain")
    t.visit(state, "motivator")
    t.play(state, "yes", "yes")
    assert state.players[0].grande == state.players[2].grande == 1
    assert state.players[0].vp == 1
    assert t.workers_at(state, "give_tour:left") == -1


def test_motivator_may_take_back_the_grande_that_leads_to_it() -> None:
    """VISITORS §4.19: with nothing else to do, only the grande can be placed to play it."""
    state = t.new(2)
    t.hold(state, 0, "motivator")
    t.turn(state, "winter")
    assert "regular play_winter_visitor:left" not in t.offers(state)
    t.play(state, "grande play_winter_visitor:left", "yes")
    assert state.players[0].grande == 1
    assert state.over


def test_guest_speaker_asks_those_who_can_train() -> None:
    """VISITORS §8 example 27."""
    state = t.new(3)
    t.give(state, B, lira=1, workers=5)
    t.give(state, C, lira=1, workers=6)
    t.visit(state, "guest_speaker")
    assert state.waiting == [B]
    t.play(state, "yes")
    assert state.over
    assert (t.me(state, "vp"), t.seen(state, B, "lira"), t.seen(state, B, "workers")) == ([1], 0, 6)


def test_uncertified_teacher_counts_full_opponents() -> None:
    """VISITORS §1.5."""
    state = t.new(3)
    t.give(state, 1, workers=6)
    t.give(state, 2, workers=6)
    t.visit(state, "uncertified_teacher")
    t.play(state, "option 2")
    assert state.players[0].vp == 2


def test_taster_compares_with_all_cellars() -> None:
    """VISITORS §8 example 23."""
    for discarded, blush, points in (("red 5", "b5", 0), ("red 5", "b4", 2), ("white 3", "b4", 0)):
        state = t.new(2)
        t.give(state, wine="r5 w3")
        t.give(state, B, wine=blush)
        t.visit(state, "taster")
        t.play(state, discarded)
        assert t.me(state, "lira", "vp") == [4, points]
