"""Cuvée: five wine board games on one platform. Unofficial, open source, every rule enforced."""

from typing import Final

__version__: Final = "0.1.0"
