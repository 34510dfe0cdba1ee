"""Which build is running: compiled or interpreted."""

from platform import python_implementation, python_version

import cuvee
from cuvee.kernel import play


def compiled() -> bool:
    """Tell whether the engine runs compiled."""
    return not (play.__file__ or "").endswith(".py")


def describe() -> str:
    """Return the version line.

    >>> describe().startswith("cuvee ")
    True
    """
    kind = "compiled" if compiled() else "interpreted"
    return f"cuvee {cuvee.__version__} ({kind}, {python_implementation()} {python_version()})"
