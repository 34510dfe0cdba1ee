"""Matrix games: two sides choose at once, one gains what the other loses."""


def solve_matrix(gains: list[list[float]]) -> tuple[float, list[float], list[float]]:
    """Solve a matrix game: its value to the side that chooses the row, and how often each side should make each choice.

    >>> value, rows, columns = solve_matrix([[-8.0, -17.0], [-14.0, -4.0]])
    >>> round(value, 4), round(rows[0], 4), round(columns[0], 4)
    (-10.8421, 0.5263, 0.6842)
    """
    sure = _saddle(gains)
    if sure is not None:
        row, column = sure
        return gains[row][column], _always(row, len(gains)), _always(column, len(gains[0]))
    return _simplex(gains)


def _always(place: int, count: int) -> list[float]:
    return [1.0 if other == place else 0.0 for other in range(count)]


def _saddle(gains: list[list[float]]) -> tuple[int, int] | None:
    """Return a pair of choices that neither side regrets, if there is one."""
    worst = [min(row) for row in gains]
    safe = max(worst)
    for column in range(len(gains[0])):
        most = max([row[column] for row in gains])
        if most <= safe:
            return worst.index(safe), column
    return None


def _simplex(gains: list[list[float]]) -> tuple[float, list[float], list[float]]:
    """Solve by the simplex method, with Bland's rule, so that it cannot run in circles.

    With all gains made positive, the columns' side maximises the sum of its weights under one bound per row.
    """
    lift = 1.0 - min([min(row) for row in gains])
    height, width = len(gains), len(gains[0])
    table: list[list[float]] = []
    for place in range(height):
        slack = [1.0 if other == place else 0.0 for other in range(height)]
        table.append([gain + lift for gain in gains[place]] + slack + [1.0])
    aim = [-1.0] * width + [0.0] * (height + 1)
    basis = [width + place for place in range(height)]
    while True:
        enter = -1
        for column in range(width + height):
            if aim[column] < -1e-12:
                enter = column
                break
        if enter < 0:
            break
        _pivot(table, aim, basis, _leaving(table, basis, enter), enter)
    whole = aim[-1]
    columns = [0.0] * width
    for place in range(height):
        if basis[place] < width:
            columns[basis[place]] = table[place][-1] / whole
    rows = [aim[width + place] / whole for place in range(height)]
    return 1.0 / whole - lift, rows, columns


def _leaving(table: list[list[float]], basis: list[int], enter: int) -> int:
    """Return the row whose bound is reached first; of equals, the one whose basic variable has the lowest number."""
    found, least = -1, 0.0
    for place in range(len(table)):
        slope = table[place][enter]
        if slope > 1e-12:
            ratio = table[place][-1] / slope
            if found < 0 or ratio < least - 1e-12 or (ratio < least + 1e-12 and basis[place] < basis[found]):
                found, least = place, ratio
    return found


def _pivot(table: list[list[float]], aim: list[float], basis: list[int], leave: int, enter: int) -> None:
    pivot = table[leave][enter]
    table[leave] = [entry / pivot for entry in table[leave]]
    basis[leave] = enter
    for place in range(len(table)):
        if place != leave:
            _subtract(table[place], table[leave], table[place][enter])
    _subtract(aim, table[leave], aim[enter])


def _subtract(row: list[float], other: list[float], factor: float) -> None:
    for place in range(len(row)):
        row[place] -= factor * other[place]
