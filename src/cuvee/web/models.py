"""What the site stores: people, tables, who sits where, and every acknowledged move."""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from cuvee.kernel.chance import SEAL

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""For addresses people may have to read aloud: no 0 or o, no 1 or l."""


def new_code(length: int = 12) -> str:
    """Make a code nobody can guess (12 characters: 59 bits)."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(length))


def new_seed() -> int:
    """Draw the secret seed of a match: 256 random bits."""
    return SEAL + secrets.randbits(256)


class SeedField(models.Field):
    """A whole number of any size, as decimal text, since databases count only to 2**63."""

    def get_internal_type(self) -> str:
        """Name the kind of column."""
        return "TextField"

    def from_db_value(self, value: str | None, *_more: object) -> int | None:
        """Read the stored value."""
        return self.to_python(value)

    def to_python(self, value: Any) -> int | None:
        """Read a number, or the text of one."""
        return None if value is None else int(value)

    def get_prep_value(self, value: Any) -> str | None:
        """Write a number down."""
        return None if value is None else str(int(value))


class People(BaseUserManager):
    """Creates people."""

    def create_user(self, username: str, password: str | None = None, **more: Any) -> "Person":
        """Make an account."""
        person: Person = self.model(username=username, name=more.pop("name", username), **more)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, username: str, password: str | None = None, **more: Any) -> "Person":
        """Make a moderator who may do everything."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, guest=False, **more)


class Person(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays: a guest with a name, or an account with a password."""

    username = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=30)
    guest = models.BooleanField(default=True)
    email = models.EmailField(blank=True)
    email_confirmed = models.BooleanField(default=False)
    """Whether somebody who reads the mail of this very address confirmed it. Until then nothing else is sent there."""
    webhook = models.URLField(blank=True)
    email_notices = models.BooleanField(default=False)
    preferences = models.JSONField(default=dict)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    """When they were last here, to within half a day (web/people/last_seen.py)."""

    objects = People()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name_plural = "people"
        indexes = (models.Index(fields=["seen_at"], condition=models.Q(guest=True), name="guests_by_last_visit"),)

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A match: the game with its options and its seed, who may see it, its clock. Its moves are its entries."""

    WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"
    NO_CLOCK, LIVE, DAYS = "none", "live", "days"

    code = models.CharField(max_length=16, unique=True, default=new_code)
    invitation = models.CharField(max_length=16, default=new_code)
    game = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seed: Any = SeedField(default=new_seed)
    commitment = models.CharField(max_length=64, blank=True)
    """The commitment to the seed that everybody is given when the match is dealt."""
    salt = models.CharField(max_length=32, blank=True)
    """What opens the commitment; as secret as the seed while the match runs."""
    rules = models.CharField(max_length=20)
    components = models.CharField(max_length=64)
    overrides = models.JSONField(default=dict)
    earlier = models.JSONField(default=list, blank=True)
    """The rules, component data and options it was carried over from, the oldest first."""
    start = models.CharField(max_length=64)
    status = models.CharField(max_length=10, default=WAITING)
    public = models.BooleanField(default=True)
    hints = models.BooleanField(default=False)
    """Whether hints may be asked for when several people play; everybody could see this before sitting down."""
    host = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="hosted")
    opened_from = models.CharField(max_length=16, blank=True)
    """A keyed hash of the address it was opened from: its bots' time is charged there too."""
    watched_at = models.DateTimeField(default=timezone.now)
    """When somebody last looked while only bots played, which tells how long they have played alone; otherwise, to within half
    a day, when one of its players looked."""
    clock = models.CharField(max_length=6, default=NO_CLOCK)
    clock_seconds = models.PositiveIntegerField(default=0)
    """Live: the starting bank. Days: the allowance for each move."""
    clock_increment = models.PositiveIntegerField(default=0)
    """Live: added after each move. Days: the starting bank."""
    entries_made = models.PositiveIntegerField(default=0)
    """The version of the match: how many entries its log has."""
    talk = models.PositiveIntegerField(default=0)
    """Goes up with every other change that people at the table see: chat, seats, clocks."""
    result = models.JSONField(null=True, blank=True)
    ending = models.CharField(max_length=200, blank=True)
    """How a match ended if it was not played to its end."""
    forked_from = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(default=timezone.now)
    """When the last move was made; before the match, when somebody last came or went."""
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=["status", "public", "-moved_at"]),)

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @staticmethod
    def with_people() -> "models.QuerySet[Table]":
        """Find tables with their seats and people, in two database queries."""
        return Table.objects.prefetch_related(models.Prefetch("places", Seat.objects.select_related("person")))

    @property
    def version(self) -> str:
        """Return the version of everything that can be seen at this table."""
        return f"{self.entries_made}.{self.talk}"


class Seat(models.Model):
    """A seat at a table: open, a person's (or a friend's at the same screen), or the house's."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="places")
    name = models.CharField(max_length=30, blank=True)
    bot = models.CharField(max_length=20, blank=True)
    """The level of the house player who sits here."""
    stand_in = models.CharField(max_length=20, blank=True)
    """The level of the house player who plays for an absent person."""
    resigned = models.BooleanField(default=False)
    to_move = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True, blank=True)
    """Since when this seat owes an answer: its clock runs from here."""
    bank = models.FloatField(default=0)
    """Seconds left when it was asked."""
    allowance = models.FloatField(default=0)
    """Clocks of days: seconds left for this move alone."""
    earned = models.BooleanField(default=False)
    """Whether the next question adds time (web/match/clocks.py)."""
    held_since = models.PositiveIntegerField(default=0)
    """The last entry before its present player, person or stand-in, took over: nobody takes back another's moves."""
    hints = models.PositiveIntegerField(default=0)
    """How often it asked for a hint; everybody at the table sees this."""
    seen_entry = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number"),)
        indexes = (
            models.Index(fields=["person", "to_move"]),
            # House processes search every other second for the few seats that owe an answer.
            models.Index(fields=["table"], condition=models.Q(to_move=True), name="seats_that_owe"),
        )
        ordering = ("number",)

    def __str__(self) -> str:
        return f"seat {self.number} of {self.table}"

    @property
    def open(self) -> bool:
        """Tell whether somebody may still sit down here."""
        return self.person_id is None and not self.bot and not self.name

    @property
    def house(self) -> str:
        """Name the bot that answers for this seat now, if one does."""
        return self.bot or self.stand_in


class Entry(models.Model):
    """One acknowledged change of a match, never edited: a move, or a take-back of the last move."""

    MOVE, UNDO = "move", "undo"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, default=MOVE)
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200, blank=True)
    after = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        # Any number of processes may race to append: the database gives each number to only one of them.
        constraints = (models.UniqueConstraint(fields=["table", "number"], name="one_entry_a_number"),)
        ordering = ("number",)
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.number}. {self.seat}: {self.text or self.kind}"


class Snapshot(models.Model):
    """The position after an entry, stored so that opening a long match need not replay it. Only a shortcut."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    body = models.TextField()
    check_sum = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "number"], name="one_snapshot_a_number"),)

    def __str__(self) -> str:
        return f"{self.table} after entry {self.number}"


class Analysis(models.Model):
    """The house's analysis of a finished match; made once for everybody."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="analysis")
    steps = models.JSONField(default=list)
    """For the deal and for each move judged so far: everybody's chances after it, and what the decision cost, if anything."""
    failed = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"analysis of {self.table}"


class Errand(models.Model):
    """A task of the house that several processes may take; the one that does it holds a lease on it."""

    MOVE, HINT, ANALYSIS = "move", "hint", "analysis"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="errands")
    kind = models.CharField(max_length=8)
    seat = models.SmallIntegerField(default=-1)
    """The seat that a hint is for."""
    worker = models.CharField(max_length=60, blank=True)
    """The process that is doing it."""
    until = models.DateTimeField(null=True, blank=True)
    """When others may take it, by the database's clock, unless the process renews it before."""
    paid_by = models.JSONField(default=list)
    """Who is charged for the time, if not the person who opened the table."""
    answer = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_errand_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} at {self.table}"


class Chore(models.Model):
    """A task done now and then by any one process at a time (web/ops/cleanup_schedule.py)."""

    name = models.CharField(max_length=20, primary_key=True)
    worker = models.CharField(max_length=60, blank=True)
    """The process that is doing it."""
    until = models.DateTimeField(null=True, blank=True)
    """When others may take it, by the database's clock, unless the process renews it before."""
    done_at = models.DateTimeField(null=True, blank=True)
    """When it was last completed."""
    since = models.DateTimeField(null=True, blank=True)
    """Since when it has been done without a long pause."""
    cleared = models.JSONField(default=dict)
    """How much it has cleared away in all, by kind."""

    def __str__(self) -> str:
        return self.name


class ChatLine(models.Model):
    """Something said at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=30)
    text = models.CharField(max_length=500)
    move = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Note(models.Model):
    """What a person wrote for themselves about a table; nobody else ever sees it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notes")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=10_000, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "person"], name="one_note_a_person"),)

    def __str__(self) -> str:
        return f"note of {self.person} on {self.table}"


class Notice(models.Model):
    """A notice that it is somebody's turn, waiting to be sent with others."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="notices")
    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    made_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it could not be delivered."""
    due_at = models.DateTimeField(null=True, blank=True)
    """Not to be sent before then: a process is sending it just now, or it failed."""
    ways = models.JSONField(default=list)
    """The ways that failed; only those are tried again. An empty list means all."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "person"], name="one_notice_a_table"),)

    def __str__(self) -> str:
        return f"{self.person}: {self.table}"


class Letter(models.Model):
    """An e-mail about an account, waiting to be sent: to confirm an address or set a password (web/mail/account_mail.py)."""

    CONFIRM, RECOVER = "confirm", "recover"

    kind = models.CharField(max_length=7)
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE)
    """The person whose address it confirms. For a forgotten password, the accounts are found when the letter is written."""
    asked = models.CharField(max_length=254)
    """The address to confirm, or for a recovery, the user name or address that was typed."""
    language = models.CharField(max_length=2)
    made_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Login(models.Model):
    """A session as its person sees it: which browser, and since when (web/people/sessions.py)."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="login")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="logins")
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    since = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("-seen_at",)

    def __str__(self) -> str:
        return f"session of {self.person}"


class Tally(models.Model):
    """How often something was done within a period, where several processes count together (web/people/rate_limits.py)."""

    key = models.CharField(max_length=80, primary_key=True)
    number = models.PositiveIntegerField()
    until = models.FloatField(db_index=True)
    """When it is forgotten, in seconds by the clock of this site's processes."""

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.key}: {self.number}"


class Distance(models.Model):
    """A mute or a block: one person does not read another, or does not sit with them either. The other is not told."""

    MUTE, BLOCK = "mute", "block"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="distances")
    other = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="kept_away_by")
    kind = models.CharField(max_length=5)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["person", "other"], name="one_distance_a_pair"),)
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.kind} of {self.other}"


class Report(models.Model):
    """A report to the moderators about a person, with a copy of what it is about."""

    TALK, NAME, TABLE = "talk", "name", "table"

    reporter = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="reports")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="reported")
    name = models.CharField(max_length=30)
    """What the reported person was called."""
    about = models.CharField(max_length=5)
    said = models.CharField(max_length=500, blank=True)
    """The line or name that was reported. It is kept even if the line is removed."""
    reason = models.CharField(max_length=500)
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL)
    at = models.DateTimeField(default=timezone.now)
    dealt_with = models.BooleanField(default=False)
    dealt_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="dealt_with")

    class Meta:
        ordering = ("dealt_with", "-id")

    def __str__(self) -> str:
        return f"{self.about} of {self.name}"


class Trace(models.Model):
    """A browser or an address a person came from, as a keyed hash that is forgotten after a while (web/people/bans.py)."""

    BROWSER, ADDRESS = "browser", "address"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="traces")
    kind = models.CharField(max_length=7)
    key = models.CharField(max_length=64, db_index=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["person", "key"], name="one_trace_a_key"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.person}"


class Look(models.Model):
    """What a moderator requested on the moderators' pages, and which rows they were shown (web/people/moderator_log.py)."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    person = models.ForeignKey(Person, on_delete=models.DO_NOTHING, db_constraint=False, related_name="looks")
    """The number of the account. It stays when a moderator deletes theirs; the name does not."""
    method = models.CharField(max_length=10)
    model = models.CharField(max_length=40, blank=True)
    """The model that the rows belong to."""
    rows = models.TextField(blank=True)
    """The numbers of the rows, separated by spaces; names are not copied, so that they go when a person is deleted."""
    path = models.TextField()
    query = models.TextField(blank=True)
    """Search, filters, order and page of a list, as in the address; for a form, the action requested."""
    answer = models.PositiveSmallIntegerField(null=True, blank=True)
    """The status of the answer; none if the request was refused or failed."""

    class Meta:
        verbose_name = "look of a moderator"
        verbose_name_plural = "looks of moderators"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.path}"


class SecondFactor(models.Model):
    """Checks the codes from a moderator's phone; the secret itself is not stored (web/people/second_factor.py)."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="second_factor")
    salt = models.CharField(max_length=40)
    last_step = models.BigIntegerField()
    """The time step of the last accepted code: codes of this step and earlier ones are refused."""
    ended = models.PositiveIntegerField(default=0)
    """How often all sessions that had given a code were ended."""
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"second factor of {self.person}"


class RecoveryCode(models.Model):
    """The hash of a code that stands in for a lost phone, once."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"recovery code of {self.factor.person}"
