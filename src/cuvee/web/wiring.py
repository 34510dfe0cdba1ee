"""Who hears of what: the one place that knows everybody who listens. Django calls it once, when the site starts.

What is announced, and in which order it is told, is decided by who announces it (`events/announcements.py`, Django's signals).
"""

from cuvee.web.bots.dispatcher import HOUSE
from cuvee.web.bots.errands import FETCHER
from cuvee.web.events.announcements import REGISTRY
from cuvee.web.mail import notices
from cuvee.web.match import rights
from cuvee.web.people import second_factor, sessions


def connect() -> None:
    """Let everybody hear of what they wait for."""
    REGISTRY.before_pages(notices.turn_came)
    REGISTRY.play_seats(HOUSE)
    HOUSE.be_helped_by(FETCHER)
    rights.watch()  # streams hear of lost rights
    second_factor.watch()  # and moderators' sessions
    sessions.watch()  # every session that begins is noted
