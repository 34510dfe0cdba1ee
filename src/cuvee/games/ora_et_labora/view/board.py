"""What a seat sees of Ora et Labora: everything (§1.3), built up from nothing."""

from cuvee.games.ora_et_labora.decisions.building import BuildingSpace, PriorOnBuilding
from cuvee.games.ora_et_labora.decisions.clergy import ContractClergyman, ContractFee, OwnClergyman
from cuvee.games.ora_et_labora.decisions.common import (
    COINS,
    NONE,
    building_name,
    cost_text,
    good_name,
    side_name,
    space_id,
    terrain_text,
)
from cuvee.games.ora_et_labora.decisions.exchange import ExchangeTiles
from cuvee.games.ora_et_labora.decisions.land import LandscapeRow, LandscapeSide, sheets
from cuvee.games.ora_et_labora.decisions.menus import MENU_WORDS, BonusMenu, SettlementMenu, TurnMenu
from cuvee.games.ora_et_labora.decisions.paying import DifferentGood, PayKind
from cuvee.games.ora_et_labora.decisions.settling import SettlementSpace
from cuvee.games.ora_et_labora.decisions.solo import NeutralSpace
from cuvee.games.ora_et_labora.decisions.wheel import ChooseIndicator
from cuvee.games.ora_et_labora.effects.gains import GoodsOption, TakeByStock, gain_text
from cuvee.games.ora_et_labora.effects.producing import Produce, ProduceByJoker, Production
from cuvee.games.ora_et_labora.effects.trades import PickOne, Repetitions, Trade, pay_text
from cuvee.games.ora_et_labora.pieces.buildings import STAGES, Building
from cuvee.games.ora_et_labora.pieces.goods import COIN, COIN5, GRAIN, GRAPES, KINDS, STRAW
from cuvee.games.ora_et_labora.pieces.landscapes import DISTRICT, FOREST, MOOR, PLOT, SETTLEMENT, TERRAINS
from cuvee.games.ora_et_labora.pieces.wheel import Indicator
from cuvee.games.ora_et_labora.scoring import card_dwelling, goods_points, surroundings, total
from cuvee.games.ora_et_labora.signs import signs
from cuvee.games.ora_et_labora.state.landscapes import NOWHERE, ROW_ZERO, column, row
from cuvee.games.ora_et_labora.state.stocks import ENERGY, FOOD, POINTS
from cuvee.games.ora_et_labora.state.table import FIGURES, HOME, OFF, Effect, Estates, letter
from cuvee.kernel.play import Decision
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing

# The whole table.


def areas(state: Estates, seat: int) -> list[Thing]:
    """Lay out the table: wheel, display and piles, then each estate, your own first."""
    order = [side for side in range(state.setup.sides) if side == seat]
    order += [side for side in range(state.setup.sides) if side != seat]
    estates = [_estate(state, side, seat) for side in order]
    return [_table(state), _wheel(state), _display(state, seat), _piles(state), *estates]


def _table(state: Estates) -> Thing:
    mode = state.setup.mode
    name = _("Round {round}", round=state.round)
    if state.round == mode.bonus_round:
        name = _("Bonus round")
    table = Thing(
        "table",
        "table",
        name,
        round=state.round,
        rounds=mode.rounds,
        variant=state.setup.variant,
        mode=mode.id,
        start=player(state.start_seat()),
        price=state.price,
        letter=letter(state.stage),
        phases=mode.settlement_rounds,
        wonders=state.wonders_left(),
    )
    if mode.target:
        table.facts["target"] = mode.target
    return table if state.over else table.add(_tray(state))


# Answers that are not things on the table.


def _tray(state: Estates) -> Thing:
    """Lay out the answers that are not things on the table: what they cost, what they bring and what they are about."""
    decision = state.decision()
    tray = Thing("tray", "tray", _("Answers"), about=_about(state, decision))
    seat = decision.seat
    if type(decision) is PayKind:
        tray.add(_due(state, decision))
    elif type(decision) is DifferentGood:
        chosen = [good_name(state, kind) for kind in range(KINDS) if decision.chosen >> kind & 1]
        tray.add(Thing("due", "due", _("Still to pay"), due=str(decision.left), purpose=_("different goods"), given=chosen))
    elif type(decision) is TurnMenu or type(decision) is SettlementMenu or type(decision) is BonusMenu:
        tray.facts["actions"] = decision.actions
        tray.add(*(Thing(f"verb:{MENU_WORDS[verb]}", "verb", decision.label(state, seat, verb)) for verb in decision.verbs()))
    for number in state.options(seat):
        asking, option = state.asked_by(seat, number)
        for target in asking.targets(state, seat, option):
            if target.startswith(("choice:", "exchange:")):
                kind = target.partition(":")[0]
                answer = Thing(target, kind, asking.label(state, seat, option))
                _add_terms(state, asking, option, answer)
                tray.add(answer)
    return tray


def _about(state: Estates, decision: Decision[Estates]) -> str:
    """Return the id of the card that a question is about, or nothing."""
    if type(decision) in (OwnClergyman, ContractClergyman, ContractFee):
        return f"building:{state.building(decision.building).tag}"  # type: ignore[attr-defined]
    if type(decision) in (PriorOnBuilding, BuildingSpace, NeutralSpace):
        return f"building:{state.building(decision.card).tag}"  # type: ignore[attr-defined]
    if type(decision) is SettlementSpace:
        return f"settlement:{decision.seat}:{state.setup.pieces.settlements[decision.card].id.lower()}"
    effect: Effect | None = getattr(decision, "effect", None) or getattr(decision, "trade", None)
    return f"building:{effect.name.partition('.')[0]}" if effect is not None else ""


def _due(state: Estates, decision: PayKind) -> Thing:
    """Say what is still to be paid, and which kinds may still be given after the one asked for."""
    money = state.setup.currencies[decision.currency]
    later = [good_name(state, kind) for kind in money.kinds[decision.place + 1 :] if state.goods[decision.seat][kind]]
    words = {ENERGY: _("energy"), POINTS: _("points")}
    due = Thing("due", "due", _("Still to pay"), due=_amount(decision.rest, decision.currency), later=later)
    due.facts["purpose"] = words.get(decision.currency, _("food"))
    due.facts["good"] = good_name(state, decision.good(state))
    due.facts["each"] = _amount(money.values[decision.place], decision.currency)
    if decision.reserve:
        due.facts["food_after_this"] = decision.reserve
    return due


def _amount(value: int, currency: int) -> str:
    """Write an amount; energy is counted in halves."""
    if currency != ENERGY:
        return str(value)
    return f"{value // 2 or ('' if value % 2 else 0)}{'½' if value % 2 else ''}"


def _add_terms(state: Estates, decision: Decision[Estates], option: int, answer: Thing) -> None:
    """Add what an answer gives and gets, where that is known."""
    if option == NONE:
        return
    if type(decision) is PayKind:
        value = state.setup.currencies[decision.currency].values[decision.place]
        answer.facts["gives"] = f"{option} {good_name(state, decision.good(state))}"
        answer.facts["left"] = _amount(max(0, decision.rest - option * value), decision.currency)
    elif type(decision) is Repetitions:
        answer.facts["times"] = option
        answer.facts["gives"] = pay_text(state, decision.deal().cost, max(1, option))
        answer.facts["gets"] = gain_text(state, decision.deal().gain, max(1, option))
    elif type(decision) is PickOne:
        deal = decision.effect.trades[option].deals[0]
        answer.facts["gives"] = pay_text(state, deal.cost, 1)
        answer.facts["gets"] = gain_text(state, deal.gain, 1)
    elif type(decision) is GoodsOption:
        answer.facts["gets"] = gain_text(state, decision.effect.choices[option], 1)
    elif type(decision) is ExchangeTiles:
        exchange = decision.exchange
        answer.facts["gives"] = f"{option} {good_name(state, exchange.pays)}"
        answer.facts["gets"] = f"{option * exchange.count} {good_name(state, exchange.gets)}"
    elif type(decision) is Production or type(decision) is ChooseIndicator:
        good, way = (option // 2, option % 2) if type(decision) is Production else (decision.good, option)
        joker = way == 1
        indicator = state.setup.pieces.joker if joker else state.setup.pieces.indicator_of[good]
        answer.facts["gets"] = f"{state.indicator_value(indicator)} {good_name(state, good)}"
        answer.facts["joker"] = joker
    elif type(decision) is ContractFee:
        good = COIN if option == COINS else state.setup.present
        answer.facts["gives"] = f"{state.price if option == COINS else 1} {good_name(state, good)}"
    elif type(decision) is LandscapeSide:
        sheet = sheets(state, decision.pile)[option]
        drawn = {FOREST: "forest", MOOR: "moor"}
        answer.facts["side"] = sheet.id
        answer.facts["spaces"] = [drawn.get(card, TERRAINS[sheet.terrain[at]]) for at, card in enumerate(sheet.cards)]


def _wheel(state: Estates) -> Thing:
    wheel = Thing("wheel", "wheel", _("Production wheel"), values=state.setup.mode.values)
    for indicator in state.setup.pieces.indicators:
        if indicator.variant not in ("both", state.setup.variant):
            continue
        at = state.wheel[indicator.number]
        name = _indicator_name(state, indicator.number)
        thing = Thing(f"indicator:{indicator.id}", "indicator", name, on=at != OFF, position=at)
        enters = _entry_round(state, indicator)
        if at != OFF:
            thing.facts["value"] = state.indicator_value(indicator.number)
        elif enters > state.round:
            thing.facts["enters"] = enters
        wheel.add(thing)
    return wheel


def _entry_round(state: Estates, indicator: Indicator) -> int:
    """Return the round in which a late indicator enters the wheel; 0 if it is not late or never comes (§5.5)."""
    if not indicator.late:
        return 0
    return state.setup.mode.grapes_round if indicator.good == GRAPES else state.setup.mode.stone_round


def _display(state: Estates, seat: int) -> Thing:
    display = Thing("display", "display", _("Buildings on display"))
    room = state.open_terrain(seat) if seat >= 0 and not state.over else 0
    for card in state.display:
        thing = _building(state, card, seat)
        if room:
            building = state.building(card)
            thing.facts["missing"] = _missing(state, seat, building)
            thing.facts["placeable"] = state.has_room(building.terrain, building.cloister, room)
        display.add(thing)
    for stage in range(state.stage + 1, len(STAGES)):
        names = [_(state.building(card).name) for card in state.setup.stages[stage]]
        coming = Thing(f"letter:{STAGES[stage]}", "letter", _("Coming with {letter}", letter=STAGES[stage]), cards=names)
        if stage == state.stage + 1:
            coming.add(*(_building(state, card, NOWHERE) for card in state.setup.stages[stage]))
        display.add(coming)
    return display


def _missing(state: Estates, seat: int, building: Building) -> list[str]:
    """List what a seat lacks to pay for a card; grain can count as straw (R9)."""
    goods, cost = state.goods[seat], building.cost
    short = [(cost.kinds[at], cost.counts[at] - goods[cost.kinds[at]]) for at in range(len(cost.kinds))]
    short.append((STRAW, cost.straw - goods[STRAW] - goods[GRAIN] if cost.straw else 0))
    return [f"{count} {good_name(state, kind)}" for kind, count in short if count > 0]


def _building(state: Estates, number: int, seat: int) -> Thing:
    building = state.building(number)
    standing = [at for at in range(len(state.clergy)) if state.clergy[at] == number]
    thing = Thing(
        f"building:{building.tag}",
        "building",
        _(building.name),
        [_figure(state, at) for at in standing],
        card=building.id,
        glyph=signs(building),
        cost=cost_text(state, building.cost) if building.side < 0 else "",
        terrain=terrain_text(building.terrain),
        cloister=building.cloister,
        economic=building.economic,
        dwelling=building.dwelling,
        text=_(building.text),
        occupied=[_figure_name(state, at) for at in standing],
    )
    if seat >= 0 and not state.over:
        thing.facts["now"] = [words for effect in state.setup.functions[number] if (words := _now(state, seat, effect))]
    return thing


def _now(state: Estates, seat: int, effect: Effect) -> str:
    """Say what an entry of a building would do for a seat right now, if that varies during the game."""
    if type(effect) is Produce:
        pieces = state.setup.pieces
        seen = [pieces.indicator_of[good] for good in effect.goods] + [pieces.joker]
        shown = [
            _("{count} {good} on the wheel", count=state.indicator_value(at), good=_indicator_name(state, at))
            for at in seen
            if at != NOWHERE and state.wheel[at] != OFF
        ]
        return ", ".join(shown) or _("nothing on the wheel")
    if type(effect) is ProduceByJoker:
        joker = state.setup.pieces.joker
        return _("the joker shows {count}", count=state.indicator_value(joker)) if state.wheel[joker] != OFF else ""
    if type(effect) is Trade and len(effect.deals) == 1:
        times, deal = effect.most(state, seat, ()), effect.deals[0]
        if times == 0:
            return _("you cannot pay {cost}", cost=pay_text(state, deal.cost, 1))
        return _("at most {cost} for {gain}", cost=pay_text(state, deal.cost, times), gain=gain_text(state, deal.gain, times))
    if type(effect) is TakeByStock:
        return _("you have {count} {good}", count=state.goods[seat][effect.good], good=good_name(state, effect.good))
    return ""


def _indicator_name(state: Estates, number: int) -> str:
    good = state.setup.pieces.indicators[number].good
    return _("Joker") if good < 0 else good_name(state, good)


def _figure(state: Estates, figure: int) -> Thing:
    """Show a clergyman: the same thing wherever he stands."""
    kind = "prior" if figure % FIGURES == 0 else "brother"
    return Thing(f"figure:{figure // FIGURES}:{figure % FIGURES}", kind, _figure_name(state, figure))


def _figure_name(state: Estates, figure: int) -> str:
    owner = side_name(state, figure // FIGURES)
    return _("prior of {owner}", owner=owner) if figure % FIGURES == 0 else _("lay brother of {owner}", owner=owner)


def _piles(state: Estates) -> Thing:
    piles = Thing("piles", "piles", _("Landscapes"))
    for pile, word, name in ((DISTRICT, "district", _("Districts")), (PLOT, "plot", _("Plots"))):
        prices = state.setup.prices[pile][state.taken[pile] :]
        piles.add(Thing(f"pile:{word}", "pile", name, count=len(prices), prices=prices))
    return piles


def _estate(state: Estates, side: int, seat: int) -> Thing:
    estate = Thing(f"player:{side}", "player", side_name(state, side))
    if side < state.seats:
        goods, money = state.goods[side], state.setup.currencies
        estate.facts["food"] = money[FOOD].total(goods)
        estate.facts["energy"] = _amount(money[ENERGY].total(goods), ENERGY)
        estate.facts["free_clergymen"] = state.clergy[side * FIGURES : (side + 1) * FIGURES].count(HOME)
        estate.add(_stock(state, side), _hand(state, side))
    return estate.add(_clergy(state, side), _land(state, side, seat))


def _stock(state: Estates, seat: int) -> Thing:
    goods, money = state.goods[seat], state.setup.currencies
    stock = Thing(
        f"stock:{seat}",
        "stock",
        _("Goods"),
        food=money[FOOD].total(goods),
        energy=_amount(money[ENERGY].total(goods), ENERGY),
        points=goods_points(state.setup.pieces, goods),
        total=total(state, seat),
    )
    for good in state.setup.pieces.goods:
        if good.variant in ("both", state.setup.variant):
            count = goods[good.number]
            if good.number in (COIN, COIN5):  # one amount, shown as tiles (R35)
                count = goods[COIN] // 5 if good.number == COIN5 else goods[COIN] % 5
            thing = Thing(f"stock:{seat}:{good.id}", "good", _(good.name), count=count, code=good.code)
            for key, value in (("food", good.food), ("points", good.points)):
                if value:
                    thing.facts[key] = value
            if good.energy:
                thing.facts["energy"] = _amount(good.energy, ENERGY)
            stock.add(thing)
    return stock


def _hand(state: Estates, seat: int) -> Thing:
    hand = Thing(f"hand:{seat}", "hand", _("Settlements in hand"))
    for number in state.hand(seat):
        hand.add(_settlement(state, seat, number))
    return hand


def _settlement(state: Estates, seat: int, number: int) -> Thing:
    card = state.setup.pieces.settlements[number]
    return Thing(
        f"settlement:{seat}:{card.id.lower()}",
        "settlement",
        _(card.name),
        card=card.id,
        food=card.food,
        energy=card.energy // 2,
        economic=card.economic,
        dwelling=card.dwelling,
        terrain=terrain_text(card.terrain),
    )


def _clergy(state: Estates, side: int) -> Thing:
    first = side * FIGURES
    figures = state.clergy[first : first + FIGURES]
    clergy = Thing(f"clergy:{side}", "clergy", _("Clergymen"))
    prior = Thing(f"clergy:{side}:prior", "prior", _("Prior"), available=figures[0] == HOME, at=_stands(state, figures[:1]))
    brothers = Thing(f"clergy:{side}:brother", "brother", _("Lay brothers"), available=figures[1:].count(HOME))
    brothers.facts["at"] = _stands(state, figures[1:])
    for at in range(FIGURES):
        if figures[at] == HOME:
            (brothers if at else prior).add(_figure(state, first + at))
    return clergy.add(prior, brothers)


def _stands(state: Estates, figures: list[int]) -> list[str]:
    return [building_name(state, at) for at in figures if at >= 0]


def _land(state: Estates, side: int, seat: int) -> Thing:
    ground = state.grounds[side]
    land = Thing(f"land:{side}", "land", _("Landscape"))
    for index, place in enumerate(ground.places):
        land.add(_space(state, side, place, ground.terrain[index], state.cards[side][index], seat))
    if not state.over:
        decision = state.decision()
        # Not isinstance: to interpreted code all compiled frames share one cache of abstract classes.
        if type(decision) is LandscapeRow and decision.seat == side:
            land.add(*_slots(state, decision))
        elif type(decision) is SettlementSpace and decision.seat == side:
            _add_prospects(state, decision, land)
    return land


def _add_prospects(state: Estates, decision: SettlementSpace, land: Thing) -> None:
    """Add to each free space what the settlement would score there with the cards around it now (§14.3)."""
    own = state.setup.pieces.settlements[decision.card].dwelling
    open_places = set(state.options(decision.seat))
    for index, place in enumerate(state.grounds[decision.seat].places):
        if place in open_places:
            land.inside[index].facts["points_here"] = own + surroundings(state, decision.seat, index)


def _slots(state: Estates, decision: LandscapeRow) -> list[Thing]:
    """Show where the tile just taken could be placed."""
    sheet, seat = sheets(state, decision.pile)[decision.sheet], decision.seat
    rows = [option - ROW_ZERO for option in state.options(seat)]
    columns = sorted(set(sheet.xs))
    return [Thing(f"slot:{seat}:{y}", "slot", _("Row {y}", y=y), y=y, columns=columns, side=sheet.id) for y in rows]


def _space(state: Estates, side: int, place: int, terrain: int, card: int, seat: int) -> Thing:
    space = Thing(
        space_id(side, place), "space", _(TERRAINS[terrain]), x=column(place), y=row(place), terrain=TERRAINS[terrain], card=""
    )
    if card in (FOREST, MOOR):
        space.facts["card"] = "forest" if card == FOREST else "moor"
    elif card >= SETTLEMENT:
        settlement, index = _settlement(state, side, card - SETTLEMENT), state.grounds[side].at[place]
        settlement.facts["points"] = card_dwelling(state, side, index) + surroundings(state, side, index)
        space.add(settlement)
    elif card >= 0:
        space.add(_building(state, card, seat))
    return space
