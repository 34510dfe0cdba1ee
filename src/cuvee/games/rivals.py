"""Who has to be watched, in any game."""


def with_rival(seat: int, points: list[float]) -> list[int]:
    """Return a seat and the foremost of the others, if there are others: who has to be watched, however many play.

    >>> with_rival(0, [30.0, 41.0, 44.0]), with_rival(0, [30.0])
    ([0, 2], [0])
    """
    best = -1
    for other in range(len(points)):
        if other != seat and (best < 0 or points[other] > points[best]):
            best = other
    return [seat] if best < 0 else [seat, best]
