"""A beginner's judgement of Ora et Labora."""

from typing import final

from cuvee.games.ora_et_labora.scoring import total
from cuvee.games.ora_et_labora.state import Estates
from cuvee.kernel.heuristics import Heuristics


@final
class EstateSense(Heuristics[Estates]):
    """Points as they are."""

    def features(self, state: Estates, seat: int) -> list[float]:
        return [total(state, seat) / 100]

    def value(self, state: Estates, seat: int) -> float:
        return float(total(state, seat))


def judgement() -> EstateSense:
    """Return the judgement that bots start from."""
    return EstateSense()
