"""Exact values of small endgames, by going through every line of play with the engine itself."""

from fractions import Fraction
from itertools import combinations

from cuvee.games.wine_cellar.scoring import scores, total, total_after_swap
from cuvee.games.wine_cellar.state import Cellars

Matrix = list[list[Fraction]]


def value_of_matrix(matrix: Matrix) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Solve a zero-sum matrix game; return its value and a best mix for the rows (maximising) and the columns (minimising)."""
    rows, columns = len(matrix), len(matrix[0])
    for size in range(1, min(rows, columns) + 1):
        for chosen_rows in combinations(range(rows), size):
            for chosen_columns in combinations(range(columns), size):
                found = _equalise(matrix, chosen_rows, chosen_columns)
                if found is not None:
                    return found
    raise AssertionError("every matrix game has a value")


def _equalise(
    matrix: Matrix, rows: tuple[int, ...], columns: tuple[int, ...]
) -> tuple[Fraction, list[Fraction], list[Fraction]] | None:
    """Make the other side indifferent on a choice of rows and columns; None if somebody would rather deviate."""
    part = [[matrix[row][column] for column in columns] for row in rows]
    row_mix = _mix([list(line) for line in zip(*part, strict=True)])
    column_mix = _mix(part)
    if row_mix is None or column_mix is None:
        return None
    value = sum((weight * part[at][0] for at, weight in enumerate(row_mix)), Fraction(0))
    row_full = [row_mix[rows.index(row)] if row in rows else Fraction(0) for row in range(len(matrix))]
    column_full = [column_mix[columns.index(column)] if column in columns else Fraction(0) for column in range(len(matrix[0]))]
    for line in matrix:
        if sum(weight * entry for weight, entry in zip(column_full, line, strict=True)) > value:
            return None
    for column in range(len(matrix[0])):
        if sum(weight * line[column] for weight, line in zip(row_full, matrix, strict=True)) < value:
            return None
    return value, row_full, column_full


def _mix(lines: Matrix) -> list[Fraction] | None:
    """Find weights (sum 1, none negative) that give every line the same value."""
    size = len(lines)
    # Unknowns: the weights and the common value. One equation for each line, one for the sum.
    system = [[*line, Fraction(-1), Fraction(0)] for line in lines]
    system.append([Fraction(1)] * size + [Fraction(0), Fraction(1)])
    for at in range(size + 1):
        pivot = next((row for row in range(at, size + 1) if system[row][at] != 0), None)
        if pivot is None:
            return None
        system[at], system[pivot] = system[pivot], system[at]
        system[at] = [entry / system[at][at] for entry in system[at]]
        for row in range(size + 1):
            if row != at and system[row][at] != 0:
                factor = system[row][at]
                system[row] = [entry - factor * lead for entry, lead in zip(system[row], system[at], strict=True)]
    weights = [system[at][-1] for at in range(size)]
    return weights if min(weights) >= 0 else None


def after(state: Cellars, *answers: tuple[int, int]) -> Cellars:
    """Return the position after some answers."""
    copy = state.clone()
    for seat, number in answers:
        copy.apply(seat, number)
    return copy


def best_total(state: Cellars, seat: int) -> int:
    """Return the best of the nine totals that the swap offers (§9.4)."""
    pieces, cellar, bonus = state.pieces, state.cellars[seat], state.bonus[seat]
    swaps = [total_after_swap(pieces, cellar, bonus, position) for position in range(1, len(cellar) + 1)]
    return max(*swaps, total(pieces, cellar, bonus))


def bid_matrix(state: Cellars) -> Matrix:
    """Return the value of each pair of answers to a joint question."""
    return [[value(after(state, (0, mine), (1, yours))) for yours in state.options(1)] for mine in state.options(0)]


def value(state: Cellars) -> Fraction:
    """Return A's total minus B's if both play best from here."""
    if state.over:
        points = scores(state)
        return Fraction(points[0] - points[1])
    if state.decision().kind == "swap":
        # The choices do not affect each other: each side takes its own best (§9.5).
        return Fraction(best_total(state, 0) - best_total(state, 1))
    if len(state.waiting) == 2:
        return value_of_matrix(bid_matrix(state))[0]
    seat = state.waiting[0]
    values = [value(after(state, (seat, number))) for number in state.options(seat)]
    return max(values) if seat == 0 else min(values)


def expected_solo(state: Cellars) -> Fraction:
    """Return the final total a solo player can expect with best play, the A.I. pile being in random order."""
    if state.over:
        return Fraction(scores(state)[0])
    if state.decision().kind != "bid" or len(state.hands[0]) == 1:
        return max(expected_solo(after(state, (0, number))) for number in state.options(0))
    results = []
    for number in state.options(0):
        total = Fraction(0)
        for top in range(len(state.pile)):
            guess = state.clone()
            guess.pile.append(guess.pile.pop(top))
            guess.apply(0, number)
            total += expected_solo(guess)
        results.append(total / len(state.pile))
    return max(results)
