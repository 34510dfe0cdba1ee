"""What a seat sees of Viticulture (§1.4): the board and every vineyard, built from scratch so that nothing hidden slips in."""

from cuvee.games.viticulture.decisions.common import (
    card_name,
    deck_name,
    line_text,
    place_id,
    place_name,
    wine_name,
    worker_name,
)
from cuvee.games.viticulture.effects.trade import trade_text
from cuvee.games.viticulture.pieces.boards import OUT, SPACES, Action
from cuvee.games.viticulture.pieces.cards import COLOURS, DECKS, ORDER, STRUCTURE, TOP_VALUE, VINE, WINES
from cuvee.games.viticulture.pieces.ops import (
    AGE_GRAPE,
    AGE_WINE,
    CHOOSE,
    DRAW,
    GAIN,
    GOODS,
    NONE,
    OPS,
    PLAY_VISITOR,
    PLAYERS,
    Node,
)
from cuvee.games.viticulture.scoring import automa_target
from cuvee.games.viticulture.state.table import Winery
from cuvee.games.viticulture.state.vineyard import PLOTS, Vineyard
from cuvee.games.viticulture.state.workers import AUTOMA, BESIDE, GRANDE, KINDS, PRIVATE, REGULAR, SPECIAL, TEMPORARY
from cuvee.kernel.text import _, player
from cuvee.kernel.view import Thing


def season_name(season: int) -> str:
    """Name a season, or the end of the year."""
    return (_("spring"), _("summer"), _("fall"), _("winter"), _("year end"))[season]


def areas(state: Winery, seat: int) -> list[Thing]:
    """Lay out the table for a seat: board, chart, trades, cards, then each vineyard."""
    title = _("Year {year}, {season}", year=state.year, season=season_name(state.season))
    board = Thing("board", "board", title, year=state.year, season=state.season, last_year=state.last_year)
    board.add(*(_action(state, action) for action in state.board.actions), _open_space(state))
    shown = [board, _chart(state)]
    if state.board.trades:
        shown.append(_trades(state))
    shown.append(_cards(state))
    if state.board.regions:
        shown.append(_regions(state))
    if state.display:
        specials = [state.pieces.specials[at] for at in state.display]
        inside = [Thing(f"special:{special.id}", "special", _(special.name), text=_(special.text)) for special in specials]
        shown.append(Thing("specials", "specials", _("Special workers"), inside))
    if state.solo:
        shown.append(_automa(state))
    shown += [_vineyard(state, other, seat) for other in range(state.seats)]
    return shown


# What a line gives, for drawing: "lira.1", "vine.2", "age_wine", with "all" and "or" between them.


def line_signs(state: Winery, line: int) -> list[str]:
    """List the signs of what a line gives."""
    if line == NONE:
        return []
    found: list[str] = []
    for node in state.pieces.lines[line].nodes:
        found += _signs(state, node)
    return found


def _signs(state: Winery, node: Node) -> list[str]:
    if node.op == GAIN:
        return [f"{GOODS[node.what]}.{node.n}"]
    if node.op in (DRAW, PLAY_VISITOR):
        deck = DECKS[node.deck] if 0 <= node.deck < len(DECKS) else "visitor" if node.deck == len(DECKS) else "card"
        return [f"{deck}.{node.n}"] if node.op == DRAW else [f"play_{deck}"]
    if node.op in (AGE_WINE, AGE_GRAPE):
        return [f"{OPS[node.op]}{'_all' if node.all else ''}"]
    if node.op == PLAYERS:
        return ["all", *line_signs(state, node.do)]
    if node.op == CHOOSE:
        found: list[str] = []
        for choice in node.choices:
            found += [*(["or"] if found else []), *line_signs(state, choice.line)]
        return found
    return [OPS[node.op]]


# The board.


def _who(state: Winery, code: int) -> str:
    if code == NONE:
        return ""
    owner = _("the Automa") if code // KINDS == AUTOMA else player(code // KINDS)
    return _("{worker} of {player}", worker=worker_name(state, code % KINDS), player=owner)


def _action(state: Winery, action: Action) -> Thing:
    box = state.boxes[action.number]
    owner = "" if box == NONE else _("the Automa") if box == AUTOMA else player(box)
    thing = Thing(
        f"action:{action.id}", "action", _(action.name), season=season_name(action.season), expert=owner, cost=action.cost
    )
    thing.facts["x"] = action.season
    thing.facts["code"] = box
    for space, name in enumerate(SPACES):
        place = 4 * action.number + space
        bonus = state.bonus_of(place)
        thing.add(
            Thing(
                f"space:{action.id}:{name}",
                "space",
                _(name),
                bonus=line_text(state, bonus) if bonus != NONE else "",
                open=space < state.setup.usable,
                worker=_who(state, state.spaces[place]),
                code=state.spaces[place],
                glyph=line_signs(state, bonus),
            )
        )
    if action.expert is not None:
        thing.facts["expert_text"] = _(action.expert.text)
        if action.expert.extra_space != NONE:
            worker = _who(state, state.spaces[4 * action.number + 3])
            own = Thing(f"space:{action.id}:own", "space", _("the expert's own space"), open=True, worker=worker)
            own.facts.update(code=state.spaces[4 * action.number + 3], glyph=line_signs(state, action.expert.extra_space))
            thing.add(own)
    beside = [
        _who(state, seat * KINDS + worker % KINDS)
        for seat in range(state.seats)
        for worker in state.players[seat].placed
        if worker // KINDS == BESIDE + action.number
    ]
    return thing.add(Thing(f"space:{action.id}:beside", "space", _("beside"), open=True, worker=", ".join(beside)))


def _open_space(state: Winery) -> Thing:
    here = [
        _who(state, seat * KINDS + worker % KINDS)
        for seat in range(state.seats)
        for worker in state.players[seat].placed
        if place_name(state, worker // KINDS) == place_name(state, 80)
    ]
    space = Thing("space:gain", "space", _("Gain £1"), bonus=line_text(state, state.board.open_line), worker=", ".join(here))
    space.facts["glyph"] = line_signs(state, state.board.open_line)
    return space


def _chart(state: Winery) -> Thing:
    chart = Thing("chart", "chart", _("Wake-up chart"))
    for row in range(1, 8):
        cells = [line_text(state, line) if line != NONE else "" for line in state.board.cells[row]]
        here = [
            player(seat) for seat in range(state.seats) if state.players[seat].row == row and state.players[seat].column < OUT
        ]
        later = [player(seat) for seat in range(state.seats) if state.players[seat].next_row == row]
        thing = Thing(f"row:{row}", "row", _("Row {row}", row=row), cells=cells, roosters=here, next_year=later)
        thing.facts["glyph"] = [" ".join(line_signs(state, line)) for line in state.board.cells[row]]
        if state.solo:
            thing.facts["glass"] = bool(state.glass >> row & 1)
        chart.add(thing)
    chart.facts["temporary"] = "" if state.temporary == NONE else player(state.temporary)
    chart.facts["starter"] = "" if state.starter == NONE else player(state.starter)
    chart.facts["first"] = player(state.first)
    chart.facts["code"] = [state.first, state.starter, state.temporary]
    return chart


def _trades(state: Winery) -> Thing:
    trades = Thing("trades", "trades", _("Trades"))
    for number, trade in enumerate(state.board.trades):
        thing = Thing(f"trade:{trade.id}", "trade", trade_text(state, number), blocked=bool(state.blocked >> number & 1))
        thing.facts["code"] = [trade.pay, trade.gain]
        trades.add(thing)
    trades.facts["glyph"] = [_good_sign(good.benefit) for good in state.board.goods]
    return trades


def _good_sign(node: Node) -> str:
    return f"card.{node.n}" if node.op == DRAW else f"{GOODS[node.what]}.{node.n}"


def _cards(state: Winery) -> Thing:
    table = Thing("cards", "cards", _("Cards"))
    for deck in range(len(DECKS)):
        if not state.types_in_play() >> deck & 1:
            continue
        pile = Thing(f"pile:{DECKS[deck]}", "pile", deck_name(deck))
        pile.add(Thing(f"deck:{DECKS[deck]}", "deck", _("Deck"), count=len(state.decks[deck])))
        names = [card_name(state, deck, card) for card in state.discards[deck]]
        pile.add(Thing(f"discards:{DECKS[deck]}", "discards", _("Discards"), cards=names, count=len(names)))
        for place in range(2):
            card = state.face_up(deck, place)
            if card != NONE:
                pile.add(_card(state, f"market:{DECKS[deck]}:{place + 1}", deck, card))
        table.add(pile)
    for entry in state.in_play:
        table.add(_card(state, f"played:{DECKS[entry // 64]}:{entry % 64}", entry // 64, entry % 64))
    for entry in state.revealed:
        table.add(_card(state, f"revealed:{DECKS[entry // 64]}", entry // 64, entry % 64))
    return table


def _card(state: Winery, id: str, deck: int, card: int) -> Thing:
    pieces = state.pieces
    thing = Thing(id, "card", card_name(state, deck, card), deck=DECKS[deck], card=pieces.card_id(deck, card))
    if deck == 0:
        vine = pieces.vines[card]
        needs = [name for at, name in enumerate(("trellis", "irrigation")) if vine.needs >> at & 1]
        thing.facts.update(red=vine.red, white=vine.white, needs=needs)
    elif deck == ORDER:
        order = pieces.orders[card]
        glyph = [f"{WINES[kind]}.{least}" for kind, least in zip(order.types, order.least, strict=True)]
        thing.facts.update(vp=order.vp, residual=order.residual, glyph=glyph)
    elif deck == STRUCTURE:
        thing.facts.update(text=_(pieces.structures[card].text), cost=pieces.structures[card].cost)
    elif deck > ORDER:
        thing.facts["text"] = _(pieces.visitors[deck - 2][card].text)
    return thing


def _regions(state: Winery) -> Thing:
    regions = Thing("regions", "regions", _("Regions"))
    for number, region in enumerate(state.board.regions):
        stars = [vineyard.stars[number] for vineyard in state.players]
        text = line_text(state, region.line)
        thing = Thing(f"region:{region.id}", "region", _(region.name), stars=stars, vp=region.vp, benefit=text)
        thing.facts["glyph"] = line_signs(state, region.line)
        regions.add(thing)
    return regions


def _automa(state: Winery) -> Thing:
    return Thing(
        "automa",
        "automa",
        _("Automa"),
        target=automa_target(state),
        workers=state.automa_workers,
        cubes=state.automa_cubes,
        deck=len(state.automa_deck),
        discards=[state.pieces.automa[card].number for card in state.automa_discards],
    )


# Vineyards.


def _vineyard(state: Winery, owner: int, seat: int) -> Thing:
    vineyard = state.players[owner]
    name = _("{player} (you)", player=player(owner)) if owner == seat else player(owner)
    area = Thing(
        f"player:{owner}",
        "player",
        name,
        vp=vineyard.vp,
        lira=vineyard.lira,
        residual=vineyard.residual,
        cubes=vineyard.cubes,
        row=vineyard.row,
        season=season_name(vineyard.column),
        locked=bool(state.sealed[owner]),
        code=[vineyard.row, vineyard.column, vineyard.next_row],
    )
    if vineyard.mama != NONE:
        pieces = state.pieces
        area.facts["parents"] = [_(pieces.mamas[vineyard.mama].name), _(pieces.papas[vineyard.papa].name)]
    if state.solo:
        area.facts["tokens"] = vineyard.tokens
    area.add(_workers(state, vineyard, owner), _fields(state, vineyard, owner), _crush_pad(vineyard, owner))
    area.add(_cellar(state, vineyard, owner), _structures(state, vineyard, owner), _hand(state, owner, seat))
    if state.offers and owner < len(state.offers):
        area.add(_offer(state, owner))
    if state.packs:
        pack = Thing(f"pack:{owner}", "pack", _("Pack"), count=len(state.packs[owner]))
        if owner == seat:
            for card in state.packs[owner]:
                pack.add(_card(state, f"pack:{owner}:{state.pieces.structures[card].id}", STRUCTURE, card))
        area.add(pack)
    if state.pledged[owner]:
        area.facts["pledged"] = [DECKS[card // 64] for card in state.pledged[owner]]
    return area


def _workers(state: Winery, vineyard: Vineyard, owner: int) -> Thing:
    workers = Thing(
        f"workers:{owner}",
        "workers",
        _("Workers"),
        regular=vineyard.ready,
        grande=vineyard.grande,
        temporary=vineyard.temporary,
        training=vineyard.training,
        owned=vineyard.workers(),
    )
    if vineyard.specials:
        specials = state.pieces.specials
        workers.facts["special"] = [_(special.name) for at, special in enumerate(specials) if vineyard.specials >> at & 1]
        ready = [_(special.name) for at, special in enumerate(specials) if vineyard.special_ready >> at & 1]
        workers.facts["special_available"] = ready
    placed = [f"{worker_name(state, worker % KINDS)}: {place_name(state, worker // KINDS)}" for worker in vineyard.placed]
    workers.facts["placed"] = placed
    workers.facts["code"] = _pawns(state, vineyard, owner)
    return workers


def _pawns(state: Winery, vineyard: Vineyard, owner: int) -> list[str]:
    """List every worker of a player as "kind number place"; its number stays the same until it moves."""
    found: list[str] = []
    used = [0] * KINDS
    for worker in vineyard.placed:
        kind = worker % KINDS
        found.append(f"{kind} {used[kind]} {place_id(state, owner, worker // KINDS)}")
        used[kind] += 1
    ready = [vineyard.ready, vineyard.grande, vineyard.temporary]
    ready += [vineyard.special_ready >> kind & 1 for kind in range(KINDS - SPECIAL)]
    for kind in (GRANDE, REGULAR, TEMPORARY, *range(SPECIAL, KINDS)):
        found += [f"{kind} {used[kind] + number} home" for number in range(ready[kind])]
    first = used[REGULAR] + vineyard.ready
    found += [f"{REGULAR} {first + number} training" for number in range(vineyard.training)]
    return found


def _fields(state: Winery, vineyard: Vineyard, owner: int) -> Thing:
    fields = Thing(f"fields:{owner}", "fields", _("Fields"))
    for field in range(3):
        name = state.pieces.field_ids[field]
        thing = Thing(
            f"field:{owner}:{name}",
            "field",
            _("Field {value}", value=state.pieces.capacity[field]),
            owned=bool(vineyard.owned >> field & 1),
            harvested=bool(vineyard.harvested >> field & 1),
            used=vineyard.field_value(state.pieces, field),
            capacity=state.pieces.capacity[field],
        )
        if vineyard.vines[field]:
            thing.facts["vines"] = [card_name(state, VINE, kind) for kind in vineyard.vines[field]]
        for kind in sorted(set(vineyard.vines[field])):
            vine = _card(state, f"vine:{owner}:{name}:{state.pieces.vines[kind].id}", 0, kind)
            vine.facts["count"] = vineyard.vines[field].count(kind)
            thing.add(vine)
        if vineyard.sites[PLOTS + field] != NONE:
            thing.facts["structure"] = _(state.pieces.structures[vineyard.sites[PLOTS + field]].name)
        fields.add(thing)
    return fields


def _places(kind: str, owner: int, name: str, mask: int, least: int) -> list[Thing]:
    return [
        Thing(f"{kind}:{owner}:{name}:{value}", kind, str(value), here=bool(mask >> value & 1))
        for value in range(least, TOP_VALUE + 1)
    ]


def _crush_pad(vineyard: Vineyard, owner: int) -> Thing:
    pad = Thing(f"pad:{owner}", "pad", _("Crush pad"))
    for colour, name in enumerate(COLOURS):
        row = Thing(f"grapes:{owner}:{name}", "row", wine_name(colour))
        pad.add(row.add(*_places("grape", owner, name, vineyard.grapes[colour], 1)))
    return pad


def _cellar(state: Winery, vineyard: Vineyard, owner: int) -> Thing:
    cellar = Thing(f"cellar:{owner}", "cellar", _("Cellar"), limit=vineyard.cellar_limit(state.pieces))
    for kind, name in enumerate(WINES):
        row = Thing(f"wines:{owner}:{name}", "row", wine_name(kind))
        cellar.add(row.add(*_places("wine", owner, name, vineyard.wines[kind], state.pieces.wine_least[kind])))
    return cellar


def _structures(state: Winery, vineyard: Vineyard, owner: int) -> Thing:
    shelf = Thing(f"structures:{owner}", "structures", _("Structures"))
    for structure in state.pieces.structures:
        built = bool(vineyard.built >> structure.number & 1)
        if structure.number >= state.pieces.mat and not built and not vineyard.stands_on(PRIVATE + structure.number):
            continue
        thing = Thing(
            f"structure:{owner}:{structure.id}",
            "structure",
            _(structure.name),
            built=built,
            cost=structure.cost,
            text=_(structure.text),
        )
        if structure.space != NONE:
            busy = vineyard.stands_on(PRIVATE + structure.number)
            thing.add(Thing(f"private:{owner}:{structure.id}", "space", _("Private space"), worker=busy))
        shelf.add(thing)
    if state.setup.structure_cards:
        for plot in range(PLOTS):
            card = vineyard.sites[plot]
            name = _(state.pieces.structures[card].name) if card != NONE else ""
            shelf.add(Thing(f"plot:{owner}:{plot + 1}", "plot", _("Plot {number}", number=plot + 1), structure=name))
        shelf.add(Thing(f"private:{owner}:destroy", "space", _("Destroy a structure"), worker=vineyard.stands_on(81)))
    return shelf


def _hand(state: Winery, owner: int, seat: int) -> Thing:
    vineyard = state.players[owner]
    hand = Thing(f"hand:{owner}", "hand", _("Hand"), count=vineyard.cards())
    for deck in range(len(DECKS)):
        if not state.types_in_play() >> deck & 1:
            continue
        part = Thing(f"hand:{owner}:{DECKS[deck]}", "cards", deck_name(deck), count=len(vineyard.hand[deck]))
        if owner == seat:
            for card in sorted(set(vineyard.hand[deck])):
                thing = _card(state, f"hand:{owner}:{DECKS[deck]}:{state.pieces.card_id(deck, card)}", deck, card)
                thing.facts["count"] = vineyard.hand[deck].count(card)
                if deck == VINE:
                    thing.facts["missing"] = _missing(state, vineyard, card)
                elif deck == ORDER:
                    thing.facts["can_be_filled"] = vineyard.can_fill(state.pieces.orders[card])
                part.add(thing)
        hand.add(part)
    return hand


def _missing(state: Winery, vineyard: Vineyard, vine: int) -> list[str]:
    """Say what a vine in hand still needs to be planted (§4.2)."""
    pieces = state.pieces
    lacking = pieces.vines[vine].needs & ~vineyard.met(pieces)
    found = [word for at, word in enumerate((_("trellis"), _("irrigation"))) if lacking >> at & 1]
    if not any(vineyard.can_hold(pieces, field, vine, False) for field in range(3)):
        found.append(_("room"))
    return found


def _offer(state: Winery, owner: int) -> Thing:
    offer, pieces = state.offers[owner], state.pieces
    thing = Thing(f"offer:{owner}", "offer", _("Mamas and papas to choose from"))
    for at in offer[:2]:
        mama = pieces.mamas[at]
        gifts = [_("{n} {deck}", n=n, deck=deck_name(deck)) for deck, n in enumerate(mama.cards) if n]
        text = ", ".join([_("{n} workers", n=mama.workers), *([_("£{n}", n=mama.lira)] if mama.lira else []), *gifts])
        thing.add(Thing(f"parent:{owner}:{mama.id}", "parent", _(mama.name), text=text, deck="mama"))
    for at in offer[2:]:
        papa = pieces.papas[at]
        thing.add(Thing(f"parent:{owner}:{papa.id}", "parent", _(papa.name), text=_(papa.text), deck="papa"))
    return thing
