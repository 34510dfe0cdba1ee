"""Time-based codes (RFC 6238, with HMAC-SHA-1 and steps of 30 seconds, as every phone app generates them)."""

import base64
import hmac
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote, urlencode

STEP: Final = 30
"""Seconds a code lasts."""
DIGITS: Final = 6
ISSUER: Final = "Cuvée"


def step_at(seconds: float) -> int:
    """Return the number of the step a moment falls into.

    >>> step_at(59), step_at(60)
    (1, 2)
    """
    return int(seconds // STEP)


def code_of(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """Make the code of a step (RFC 4226, section 5.3)."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


def steps_of(secret: bytes, code: str, now: float) -> Iterator[int]:
    """Yield the steps around now that a code belongs to, since clocks differ and people type slowly."""
    for step in range(step_at(now) - 1, step_at(now) + 2):
        if hmac.compare_digest(code_of(secret, step), code):
            yield step


def in_letters(secret: bytes) -> str:
    """Write a secret as people type it into their app.

    >>> in_letters(b"12345678901234567890")
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    """
    return base64.b32encode(secret).decode("ascii").rstrip("=")


def address(secret: bytes, name: str) -> str:
    """Write a secret as an address that apps open.

    >>> address(b"1234567890", "ada")
    'otpauth://totp/Cuv%C3%A9e:ada?secret=GEZDGNBVGY3TQOJQ&issuer=Cuv%C3%A9e'
    """
    asked = urlencode({"secret": in_letters(secret), "issuer": ISSUER}, quote_via=quote)
    return f"otpauth://totp/{quote(ISSUER)}:{quote(name)}?{asked}"
