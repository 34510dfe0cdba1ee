"""The one place that connects all listeners to what they hear. Django calls it once, when the site starts.

The announcers decide what is announced and in which order (`events/announcements.py`, Django's signals).
"""

from cuvee.web.bots.dispatcher import HOUSE
from cuvee.web.bots.errands import FETCHER
from cuvee.web.events.announcements import REGISTRY
from cuvee.web.mail import notices
from cuvee.web.match import rights
from cuvee.web.people import second_factor, sessions


def connect() -> None:
    """Connect all listeners."""
    REGISTRY.before_pages(notices.turn_came)
    REGISTRY.play_seats(HOUSE)
    HOUSE.be_helped_by(FETCHER)
    rights.watch()  # streams hear of lost rights
    second_factor.watch()  # and moderators' sessions
    sessions.watch()  # every new session is noted
