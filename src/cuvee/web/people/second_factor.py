"""Moderators' second factor: besides the password, a code from their phone, once a session.

No secret is stored. It is derived from the site's secret and a random salt, so the database alone yields no codes.
"""

import re
import time
from hashlib import sha256
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.signals import post_save
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.models import ALPHABET, Person, RecoveryCode, SecondFactor, new_code
from cuvee.web.people import totp

PASSED: Final = "second_factor"
"""The session key that records that the moderator has entered a code."""
RECOVERY_CODES: Final = 10
LETTERS: Final = 16
"""Length of a recovery code: 79 bits, so a fast hash is safe."""
_CODE: Final = re.compile(rf"[0-9]{{{totp.DIGITS}}}")
_DECISIVE: Final = {"is_active", "is_staff"}


def of(person: Person) -> SecondFactor | None:
    """Return the second factor of a person, if they have set one up."""
    return SecondFactor.objects.filter(person=person).first()


def secret(person: Person, salt: str) -> bytes:
    """Derive the secret that an app shares with us."""
    return salted_hmac("cuvee.second_factor", f"{person.pk} {salt}", algorithm="sha256").digest()[:20]


def set_up(person: Person, salt: str, typed: str) -> tuple[SecondFactor, list[str]]:
    """Set up a second factor, once a first code shows that the app works; return it with the recovery codes."""
    step = max(totp.steps_of(secret(person, salt), _tidy(typed), time.time()), default=0)
    if not step:
        raise wrong()
    codes = [new_code(LETTERS) for _code in range(RECOVERY_CODES)]
    try:
        with transaction.atomic():
            factor = SecondFactor.objects.create(person=person, salt=salt, last_step=step)
            RecoveryCode.objects.bulk_create(RecoveryCode(factor=factor, digest=_digest(factor, code)) for code in codes)
    except IntegrityError:
        raise CuveeError(_("You have already set up a second factor")) from None
    return factor, ["-".join(code[at : at + 4] for at in range(0, LETTERS, 4)) for code in codes]


def spend_code(person: Person, factor: SecondFactor, typed: str) -> None:
    """Accept a code, or a recovery code, that was never used before; refuse any other."""
    code = _tidy(typed)
    taken = _take_step(person, factor, code) if _CODE.fullmatch(code) else _take_recovery(factor, code)
    if not taken:
        raise wrong()


def wrong() -> CuveeError:
    """Say that a code is wrong, but not why."""
    return CuveeError(_("This code is wrong, too old, or was used before; wait for the next one"))


def _tidy(typed: str) -> str:
    """Read a code as people type it: in groups, in any case."""
    return re.sub(r"[\s-]", "", typed[:100]).casefold()


def _take_step(person: Person, factor: SecondFactor, code: str) -> bool:
    """Use up a step and all earlier ones. The database decides who was first."""
    found = totp.steps_of(secret(person, factor.salt), code, time.time())
    rows = SecondFactor.objects.filter(pk=factor.pk)
    return any(rows.filter(last_step__lt=step).update(last_step=step) for step in found)


def _take_recovery(factor: SecondFactor, code: str) -> bool:
    if len(code) != LETTERS or not set(code) <= set(ALPHABET):
        return False
    gone, _models = RecoveryCode.objects.filter(factor=factor, digest=_digest(factor, code)).delete()
    return gone > 0


def _digest(factor: SecondFactor, code: str) -> str:
    return sha256(f"{factor.salt} {code}".encode()).hexdigest()


# The state of a session.


def let_through(request: HttpRequest, person: Person, factor: SecondFactor) -> None:
    """Record that this session has given a code, under a new session key."""
    request.session.cycle_key()
    request.session[PASSED] = _mark(person, factor)


def passed(request: HttpRequest) -> bool:
    """Tell whether this session has given a code of the present second factor, for the present password."""
    person, kept = request.user, request.session.get(PASSED, "")
    if not isinstance(person, Person) or not kept:
        return False
    factor = of(person)
    return factor is not None and constant_time_compare(kept, _mark(person, factor))


def _mark(person: Person, factor: SecondFactor) -> str:
    known = f"{factor.pk} {factor.salt} {factor.ended} {person.password}"
    return salted_hmac("cuvee.second_factor.passed", known, algorithm="sha256").hexdigest()


def watch() -> None:
    """From now on, ask moderators who were banned or demoted for a code again when they return."""
    post_save.connect(_person_changed, sender=Person, dispatch_uid="cuvee.second_factor")


def _person_changed(instance: Person, created: bool, update_fields: frozenset[str] | None = None, **_more: Any) -> None:
    told = update_fields is None or _DECISIVE & update_fields
    if not created and told and not (instance.is_active and instance.is_staff):
        SecondFactor.objects.filter(person=instance).update(ended=F("ended") + 1)


def reset(person: Person) -> bool:
    """Forget a second factor with its recovery codes; tell whether there was one."""
    gone, _models = SecondFactor.objects.filter(person=person).delete()
    return gone > 0
