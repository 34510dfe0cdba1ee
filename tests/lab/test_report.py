"""Reports: figures are checked by hand, planted effects found, none invented, and pages need nothing from outside."""

import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cuvee.cli import main
from cuvee.kernel.errors import CuveeError
from cuvee.lab.report import study_of
from cuvee.lab.report.comparing import Comparison, changes, compare_json, compare_page
from cuvee.lab.report.estimates import Sample, Strata, benjamini_hochberg, difference, effect, t_95
from cuvee.lab.report.page import report_json, report_page
from cuvee.lab.report.sections import EVERY_SEAT
from tests.lab.generator import Row, results_of_play, write_results

TWO = {"game": "wine_cellar", "players": 2}
SECTIONS = ["summary", "scores", "seats", "bots", "length", "choices", "openings", "luck", "restricted", "method"]


def deals(*numbers: int) -> Any:
    return np.array(numbers, np.uint64)


def game(number: int, scores: list[int], **more: Any) -> Row:
    """Make the row of a game: the higher score is first."""
    places = [1 + sum(other > own for other in scores) for own in scores]
    return {"game": number, "deal": number, "bots": ["greedy"] * len(scores), "scores": scores, "places": places} | more


# Figures by hand.


def test_a_mean_takes_the_deal_as_its_unit() -> None:
    # The means of the three deals are 4, 2 and 9: mean 5, variance 13, so the error is the root of 13 / 3.
    found = Sample(deals(1, 1, 2, 2, 3, 3)).mean(np.array([3.0, 5, 1, 3, 8, 10]))
    assert found.value == 5
    assert found.error == pytest.approx((13 / 3) ** 0.5)


@pytest.mark.parametrize(("freedom", "tabulated"), [(2, 4.303), (4, 2.776), (10, 2.228), (30, 2.042), (10**9, 1.960)])
def test_intervals_are_students(freedom: int, tabulated: float) -> None:
    assert t_95(freedom) == pytest.approx(tabulated, abs=0.01)


def test_many_tests_are_counted() -> None:
    assert benjamini_hochberg([0.05, 0.01, 0.03, 0.02, 0.04]) == pytest.approx([0.05] * 5)
    assert benjamini_hochberg([0.001, 0.5, 0.5, 0.5]) == pytest.approx([0.004, 0.5, 0.5, 0.5])


def test_a_choice_is_compared_within_the_same_bot_and_seat() -> None:
    # Group 0 wins three of four with the choice and three of four without it; group 1 never wins and seldom chooses it.
    group = np.array([0] * 8 + [1] * 8)
    wins = np.array([1.0, 1, 1, 0, 1, 1, 1, 0] + [0] * 8)
    chosen = np.array([0, 1, 2, 3, 8, 9])
    strata = Strata(group)
    found = effect(Sample(deals(*range(16))), strata, strata.centred(wins), chosen)
    assert wins[chosen].mean() > np.delete(wins, chosen).mean()
    assert found is not None
    assert found.value == pytest.approx(0)


def test_the_effect_in_one_group_is_the_difference_of_means() -> None:
    outcome = np.array([5.0, 7, 9, 1, 2, 3])
    strata = Strata(np.zeros(6, np.int64))
    found = effect(Sample(deals(*range(6))), strata, strata.centred(outcome), np.array([0, 1, 2]))
    assert found is not None
    assert found.value == pytest.approx(7 - 2)
    # The robust variance by hand: (4 + 0 + 4) / 9 + (1 + 0 + 1) / 9, times 6 / 5 for the few deals.
    assert found.error == pytest.approx((10 / 9 * 6 / 5) ** 0.5)


def test_the_same_deals_make_a_difference_sharp() -> None:
    values = np.array([1.0, 5, 9, 20])
    one = Sample(deals(1, 2, 3, 4)).mean(values)
    same, paired = difference(one, Sample(deals(1, 2, 3, 4)).mean(values + 1))
    other, unpaired = difference(one, Sample(deals(5, 6, 7, 8)).mean(values + 1))
    assert paired
    assert not unpaired
    assert same.value == other.value == 1
    assert same.error == pytest.approx(0)
    assert other.error == pytest.approx(one.error * 2**0.5)


def test_luck_is_the_variance_within_deals_over_the_variance_of_all(tmp_path: Path) -> None:
    # Seat A over four plain deals: 10, 12, 14, 16, variance 20/3. Within deal 0: 10, 11, 12; within deal 1: 12, 12, 15.
    rows = [game(at, [10 + 2 * at, 10]) for at in range(4)]
    again = [(0, 11), (0, 12), (1, 12), (1, 15)]
    rows += [game(9 + at, [score, 10], deal=deal, stream="deck", variant=at + 1) for at, (deal, score) in enumerate(again)]
    (deck,) = study_of(write_results(tmp_path, TWO, rows)).luck
    assert deck.groups == 2
    assert deck.score.value == pytest.approx(((1 + 3) / 2) / (20 / 3))
    assert deck.score.low < deck.score.value < deck.score.high


def test_what_a_restriction_costs_is_paired_by_deal(tmp_path: Path) -> None:
    rows = [game(0, [30, 20]), game(1, [30, 20]), game(2, [20, 20]), game(3, [40, 20])]
    ban = {"forbidden": "bid:bid 18", "restricted_seat": 0}
    rows += [game(9, [10, 20], deal=0, **ban), game(10, [30, 20], deal=1, **ban), game(11, [19, 20], deal=2, **ban)]
    found = study_of(write_results(tmp_path, TWO, rows)).restricted[0]
    assert (found.seat, found.games) == (EVERY_SEAT, 3)
    assert found.win.value == pytest.approx((-1 + 0 - 0.5) / 3)
    assert found.points.value == pytest.approx((-20 + 0 - 1) / 3)
    assert found.changed.value == pytest.approx(2 / 3)


def test_a_rotating_line_up_takes_the_bots_out_of_the_seats(tmp_path: Path) -> None:
    rows = []
    for at in range(40):
        bots = ["greedy", "random"] if at % 2 == 0 else ["random", "greedy"]
        rows.append(game(at, [50 if bot == "greedy" else 20 for bot in bots], deal=at // 2, bots=bots))
    study = study_of(write_results(tmp_path, TWO | {"bots": ["greedy", "random"], "command": "arena"}, rows))
    assert [line.win.value for line in study.seats] == [0.5, 0.5]
    assert [line.advantage.error for line in study.seats if line.advantage] == [pytest.approx(0)] * 2
    rates = {(duel.one, duel.other): duel.rate.value for duel in study.duels}
    assert rates == {("greedy", "random"): 1, ("random", "greedy"): 0}


def test_bots_that_play_alone_are_compared_by_deal(tmp_path: Path) -> None:
    rows = [game(0, [60], bots=["greedy"]), game(1, [50], deal=0, bots=["random"])]
    rows += [game(2, [40], bots=["greedy"]), game(3, [40], deal=2, bots=["random"])]
    run = {"game": "wine_cellar", "players": 1, "bots": ["greedy", "random"], "command": "arena"}
    study = study_of(write_results(tmp_path, run, rows))
    assert {(duel.one, duel.other): duel.rate.value for duel in study.duels} == {
        ("greedy", "random"): 0.75,
        ("random", "greedy"): 0.25,
    }
    check_page(report_page(study))


def test_a_shared_victory_counts_as_its_share(tmp_path: Path) -> None:
    study = study_of(write_results(tmp_path, TWO, [game(0, [20, 20]), game(1, [30, 20])]))
    assert [line.win.value for line in study.seats] == [0.75, 0.25]


def test_broken_and_forfeited_games_are_told_and_left_out(tmp_path: Path) -> None:
    rows = [game(0, [20, 10]), game(1, [99, 0], forfeit=1, error="it failed")]
    rows.append({"game": 2, "deal": 2, "bots": ["greedy"] * 2, "error": "RuntimeError: dead end"})
    study = study_of(write_results(tmp_path, TWO, rows))
    assert study.seats[0].score.value == 20
    told = " ".join(report_json(study)["warnings"])
    assert "1 games ended with an error" in told
    assert "In 1 games a bot failed" in told


# Findings.


def invented(folder: Path, seed: int, count: int, gain: int, wise: bool = False) -> Path:
    """Invent games with twenty cards, each taken by half of the seats; card 7 is worth some points.

    With `wise`, the first seat is held by a stronger bot that takes card 7 in most games, though it is worth nothing.
    """
    luck = random.Random(seed)
    rows: list[Row] = []
    choices: list[Row] = []
    for at in range(count):
        scores = [luck.randint(40, 60), luck.randint(40, 60)]
        for seat in range(2):
            strong = wise and seat == 0
            scores[seat] += 15 if strong else 0
            taken = [card for card in range(1, 19) if luck.random() < (0.9 if strong and card == 7 else 0.5)]
            luck.shuffle(taken)
            scores[seat] += gain * (7 in taken)
            choices += [
                {
                    "game": at,
                    "number": number,
                    "seat": seat,
                    "kind": "pick",
                    "section": "5",
                    "text": f"take {card}",
                    "options": 2,
                }
                for number, card in enumerate(taken)
            ]
        rows.append(game(at, scores, bots=["greedy", "random"] if wise else ["greedy", "greedy"]))
    run = TWO | {"bots": ["greedy", "random"]} if wise else TWO
    return write_results(folder, run, rows, choices)


def test_a_planted_winning_card_is_named_first(tmp_path: Path) -> None:
    report = report_json(study_of(invented(tmp_path, 1, 600, gain=6)))
    assert report["choices"][0]["key"] == "pick:take 7"
    assert report["choices"][0]["score_difference"]["low"] < 6 < report["choices"][0]["score_difference"]["high"]
    first = report["findings"][0]["sentence"]
    assert "take 7" in first
    assert "95 %" in first
    assert "with" in first


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_claimed_where_there_is_nothing(tmp_path: Path, seed: int) -> None:
    report = report_json(study_of(invented(tmp_path, seed, 400, gain=0)))
    assert report["tests"] > 20
    assert report["findings"] == []


def test_the_favourite_card_of_a_strong_bot_is_not_called_strong(tmp_path: Path) -> None:
    report = report_json(study_of(invented(tmp_path, 3, 400, gain=0, wise=True)))
    (card,) = [line for line in report["choices"] if line["key"] == "pick:take 7"]
    assert card["win_rate_with"] > card["win_rate_without"] + 0.1
    assert card["win_difference"]["low"] < 0 < card["win_difference"]["high"]
    assert {finding["section"] for finding in report["findings"]} == {"bots"}


def test_small_runs_are_warned_about(tmp_path: Path) -> None:
    small = report_json(study_of(invented(tmp_path / "small", 1, 50, gain=6)))
    assert "Only 50 games" in small["warnings"][0]
    assert all(line["few"] for line in small["choices"])
    assert report_json(study_of(invented(tmp_path / "large", 1, 400, gain=6)))["warnings"] == []


# Pages.


class Tags(HTMLParser):
    """Checks that all elements are closed, and notes what would be loaded from outside the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.outside += [name for name, _value in attrs if name in ("src", "href", "srcset", "xlink:href")]
        self.outside += [tag] * (tag in ("script", "link", "iframe", "img"))
        self.ids += [value or "" for name, value in attrs if name == "id" and tag == "section"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(page: str) -> Tags:
    """Check that a page is well-formed and needs nothing from outside."""
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.outside == []
    assert not re.search(r"https?:|url\(|@import", page)
    for drawing in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(drawing)
        assert "nan" not in drawing
    return tags


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a small run that fills every section."""
    folder = tmp_path_factory.mktemp("played") / "run"
    return results_of_play(folder, "wine_cellar", ["greedy", "greedy"], 90, luck=12, forbid=["bid:bid 18"])


def test_a_page_has_every_section_with_labelled_axes(played: Path) -> None:
    page = report_page(study_of(played))
    assert check_page(page).ids == SECTIONS
    for words in (
        "final score by seat",
        "win share",
        "variance of a seat",
        "restricted minus free",
        "points with it minus without",
    ):
        assert words in page
    assert "bid 18 (Pinot Noir)" in page
    assert "cuvee simulate wine_cellar --players 2 --bots greedy --games 90 --seed 1 --decisions --luck 12" in page
    assert "not a cause" in page
    assert "Not recorded" not in page
    assert "Not measured" not in page


def test_a_section_without_data_says_which_flag_gives_it(tmp_path: Path) -> None:
    folder = results_of_play(tmp_path, "wine_cellar", ["random", "random"], 3, decisions=False)
    page = report_page(study_of(folder))
    assert check_page(page).ids == SECTIONS
    for flag in ("--decisions", "--luck N", "--forbid KIND[:TEXT]", "cuvee arena wine_cellar"):
        assert flag in page


@pytest.mark.parametrize(("game", "bots"), [("ora_et_labora", 2), ("vinhos", 1), ("age_of_champagne", 3), ("viticulture", 2)])
def test_every_game_gives_a_page(tmp_path: Path, game: str, bots: int) -> None:
    page = report_page(study_of(results_of_play(tmp_path, game, ["random"] * bots, 2)))
    assert check_page(page).ids == SECTIONS


def test_bots_that_rotate_fill_the_matrix(tmp_path: Path) -> None:
    folder = results_of_play(tmp_path, "wine_cellar", ["greedy", "random"], 40, rotate=True, decisions=False)
    study = study_of(folder)
    page = report_page(study)
    check_page(page)
    assert "Paired: every deal" in page
    assert "cuvee arena wine_cellar --players 2 --bots greedy,random" in page
    assert study.bots[0].win.value > 0.9


# Comparing.


def test_a_run_does_not_differ_from_itself(played: Path) -> None:
    both = Comparison(study_of(played), study_of(played))
    assert both.paired
    assert list(changes(both.one.results, both.other.results)) == []
    for pair in both.pairs:
        assert pair.change.value == 0
        assert not pair.sure
    assert "Both have the same set-up" in compare_page(both)


def test_a_changed_card_is_diffed_and_its_effect_found(played: Path, tmp_path: Path) -> None:
    richer = {"cards.toml": '[[card]]\nid = "france_red_18"\nages = [40, 40, 40, 40, 40, 40, 40, 40]\n'}
    folder = results_of_play(tmp_path / "richer", "wine_cellar", ["greedy", "greedy"], 90, overrides=richer)
    both = Comparison(study_of(played), study_of(folder))
    found = compare_json(both)
    (change,) = [line for line in found["changes"] if "cards.toml" in line["what"]]
    assert change["what"] == "cards.toml, card france_red_18: ages"
    assert change["b"] == "[40, 40, 40, 40, 40, 40, 40, 40]"
    assert found["paired"]
    scores = [line for line in found["figures"] if line["name"].startswith("mean score")]
    assert sum(line["difference"]["value"] for line in scores) > 20
    sure = [line for line in found["figures"] if line["q"] < 0.05]
    assert sure == found["figures"][: len(sure)]
    assert check_page(compare_page(both)).ids[:2] == ["summary", "setup"]


def test_the_same_deals_are_compared_sharper_than_others(tmp_path: Path) -> None:
    rich = {"cards.toml": '[[card]]\nid = "france_red_01"\nages = [9, 9, 9, 9, 9, 9, 9, 9]'}
    plain = results_of_play(tmp_path / "plain", "wine_cellar", ["greedy"] * 2, 60)

    def error_of(seed: int) -> float:
        folder = results_of_play(tmp_path / str(seed), "wine_cellar", ["greedy"] * 2, 60, seed=seed, overrides=rich)
        both = Comparison(study_of(plain), study_of(folder))
        return next(pair.change.error for pair in both.pairs if pair.name == "mean score, seat A")

    assert error_of(1) < error_of(2)


# The command line.


def refused(capture: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    out, err = capture.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_the_command_writes_a_page_or_prints_json(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert main(["report", str(played), "--out", str(page)]) == 0
    assert capsys.readouterr().out == f"{page}\n"
    check_page(page.read_text("utf-8"))
    assert main(["report", str(played), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 90
    assert {"seats", "bots", "matrix", "length", "choices", "openings", "luck", "restricted", "findings"} <= set(report)
    assert not (played / "report.html").exists()
    assert main(["report", str(played)]) == 0
    assert (played / "report.html").exists()


def test_two_results_are_compared(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "both.html"
    assert main(["compare", str(played), str(played), "--out", str(page), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["paired"] is True
    check_page(page.read_text("utf-8"))


def test_bad_results_are_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nowhere" in refused(capsys, "report", str(tmp_path / "nowhere"))
    empty = write_results(tmp_path / "empty", TWO, [])
    assert "empty" in refused(capsys, "report", str(empty))
    old = write_results(tmp_path / "old", TWO | {"rules": "0"}, [game(0, [1, 2])])
    assert "version 0" in refused(capsys, "report", str(old))
    failed = write_results(tmp_path / "failed", TWO, [{"game": 0, "deal": 0, "bots": ["greedy"] * 2, "error": "dead end"}])
    assert "dead end" in refused(capsys, "report", str(failed))
    fine = write_results(tmp_path / "fine", TWO, [game(0, [1, 2]), game(1, [2, 1])])
    assert "cannot write" in refused(capsys, "report", str(fine), "--out", str(tmp_path / "no" / "page.html"))
    other = results_of_play(tmp_path / "other", "age_of_champagne", ["random"] * 2, 2, decisions=False)
    assert "different games" in refused(capsys, "compare", str(fine), str(other))


def test_unknown_and_missing_columns_are_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_results(tmp_path, TWO, [game(0, [1, 2]), game(1, [2, 1])])
    file = folder / "games-00000.parquet"
    table = pq.read_table(file)
    pq.write_table(table.append_column("score", pa.array([1, 2])), file)
    assert "unknown column 'score' (did you mean 'scores'?)" in refused(capsys, "report", str(folder))
    pq.write_table(table.drop_columns(["widest"]), file)
    assert "no column 'widest'" in refused(capsys, "report", str(folder))
    file.write_bytes(b"nonsense")
    assert "games-00000.parquet" in refused(capsys, "report", str(folder))


def test_seats_must_agree(tmp_path: Path) -> None:
    rows = [game(0, [1, 2]), game(1, [2, 1, 3])]
    with pytest.raises(CuveeError, match="same number of seats"):
        study_of(write_results(tmp_path, TWO, rows))
