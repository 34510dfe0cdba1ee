"""Kinds of workers, and the places where they can stand (§4.12)."""

from typing import Final

# Places for workers. A space of an action is 4 * action + 0, 1, 2; its owner's extra space (§7.17) is 4 * action + 3.
BESIDE: Final = 64
"""Beside action a (§4.12): BESIDE + a."""
OPEN_SPACE: Final = 80
"""The GAIN £1 space (§5.7)."""
DESTROY: Final = 81
PRIVATE: Final = 82
"""The private space of structure s (§5.6): PRIVATE + s."""
PLACES: Final = 128

# Kinds of worker (§4.12); special worker w (§14.3) is SPECIAL + w.
REGULAR: Final = 0
GRANDE: Final = 1
TEMPORARY: Final = 2
SPECIAL: Final = 3
KINDS: Final = 16

AUTOMA: Final = 6
"""The owner of an Automa worker or cube (§13.2)."""
