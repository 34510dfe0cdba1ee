"""What the site remembers: people, tables, who sits where, and every move ever acknowledged."""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from cuvee.kernel.chance import SEAL

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""For addresses people may have to read aloud: no 0 and o, no 1 and l."""


def new_code(length: int = 12) -> str:
    """Make an address nobody can guess (12 letters: 59 bits)."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(length))


def new_seed() -> int:
    """Draw the seed of a match: a sealed one, of 256 random bits."""
    return SEAL + secrets.randbits(256)


class SeedField(models.Field):
    """A whole number of any size, as decimal text: databases count to 2**63."""

    def get_internal_type(self) -> str:
        """Name the kind of column."""
        return "TextField"

    def from_db_value(self, value: str | None, *_more: object) -> int | None:
        """Read what is stored."""
        return self.to_python(value)

    def to_python(self, value: Any) -> int | None:
        """Read a number, or the text of one."""
        return None if value is None else int(value)

    def get_prep_value(self, value: Any) -> str | None:
        """Write a number down."""
        return None if value is None else str(int(value))


class People(BaseUserManager):
    """How people come to be."""

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
    """Whether whoever reads the mail of this very address said that it is theirs. Until then nothing else is sent there."""
    webhook = models.URLField(blank=True)
    email_notices = models.BooleanField(default=False)
    preferences = models.JSONField(default=dict)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    """When they last came, to half a day (web/people/last_seen.py)."""

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
    """What everybody is told of the seed when the match is dealt."""
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
    """Whether people may ask for hints where several play; everybody saw so before they sat down."""
    host = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="hosted")
    opened_from = models.CharField(max_length=16, blank=True)
    """Stands for the address it was opened from, which nobody can tell from it: its bots' time is charged there too."""
    watched_at = models.DateTimeField(default=timezone.now)
    """When somebody last looked while only bots played, which is how long they have played alone; or, to half a day, when one
    of its players looked."""
    clock = models.CharField(max_length=6, default=NO_CLOCK)
    clock_seconds = models.PositiveIntegerField(default=0)
    """Live: the bank to start with. Days: for each move."""
    clock_increment = models.PositiveIntegerField(default=0)
    """Live: added after each move. Days: the bank to start with."""
    entries_made = models.PositiveIntegerField(default=0)
    """The version of the match: how many entries its log has."""
    talk = models.PositiveIntegerField(default=0)
    """Goes up with everything else that people at the table see: chat, seats, clocks."""
    result = models.JSONField(null=True, blank=True)
    ending = models.CharField(max_length=200, blank=True)
    """How a match ended that was not played to its end."""
    forked_from = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(default=timezone.now)
    """When the last move was made; before the match begins, when somebody last came or went."""
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=["status", "public", "-moved_at"]),)

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @staticmethod
    def with_people() -> "models.QuerySet[Table]":
        """Find tables with their seats and the people there, in two questions to the database."""
        return Table.objects.prefetch_related(models.Prefetch("places", Seat.objects.select_related("person")))

    @property
    def version(self) -> str:
        """Name the version of everything there is to see at this table."""
        return f"{self.entries_made}.{self.talk}"


class Seat(models.Model):
    """One place at a table: open, a person's (or a friend's at the same screen), or the house's."""

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
    """Whether the next question brings time with it (web/match/clocks.py)."""
    held_since = models.PositiveIntegerField(default=0)
    """The last entry before its present player, person or stand-in, took over: nobody takes back what another did."""
    hints = models.PositiveIntegerField(default=0)
    """How often it asked for a hint; everybody at the table sees that."""
    seen_entry = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number"),)
        indexes = (
            models.Index(fields=["person", "to_move"]),
            # House processes look for their tables every other second: the few seats that owe an answer, not all there are.
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
    """One acknowledged change of a match, never edited: a move, or the taking back of the last move."""

    MOVE, UNDO = "move", "undo"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=5, default=MOVE)
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=200, blank=True)
    after = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        # Any number of processes may race to append: the database lets one of them have each number.
        constraints = (models.UniqueConstraint(fields=["table", "number"], name="one_entry_a_number"),)
        ordering = ("number",)
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.number}. {self.seat}: {self.text or self.kind}"


class Snapshot(models.Model):
    """The position after an entry, written down so that opening a long match need not replay it. Only ever a short cut."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    body = models.TextField()
    check_sum = models.CharField(max_length=64)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "number"], name="one_snapshot_a_number"),)

    def __str__(self) -> str:
        return f"{self.table} after entry {self.number}"


class Analysis(models.Model):
    """What the house found when it looked back at a finished match; made once for everybody."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="analysis")
    steps = models.JSONField(default=list)
    """For the deal and for each move judged so far: everybody's chances after it, and what the decision cost if it did."""
    failed = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "analyses"

    def __str__(self) -> str:
        return f"analysis of {self.table}"


class Errand(models.Model):
    """Something the house has to do or is doing, where several processes may do it; who does it holds it for a while."""

    MOVE, HINT, ANALYSIS = "move", "hint", "analysis"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="errands")
    kind = models.CharField(max_length=8)
    seat = models.SmallIntegerField(default=-1)
    """Whom a hint is for."""
    worker = models.CharField(max_length=60, blank=True)
    """The process that is at it."""
    until = models.DateTimeField(null=True, blank=True)
    """By the clock of the database: when others may take it, unless the process says before that it is still at it."""
    paid_by = models.JSONField(default=list)
    """Whom the time is charged to, if it is not whoever opened the table."""
    answer = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_errand_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} at {self.table}"


class Chore(models.Model):
    """Something that is done now and then by one process at a time, whichever is up to it (web/ops/cleanup_schedule.py)."""

    name = models.CharField(max_length=20, primary_key=True)
    worker = models.CharField(max_length=60, blank=True)
    """The process that is at it."""
    until = models.DateTimeField(null=True, blank=True)
    """By the clock of the database: when others may take it, unless the process says before that it is still at it."""
    done_at = models.DateTimeField(null=True, blank=True)
    """When it was last brought to its end."""
    since = models.DateTimeField(null=True, blank=True)
    """Since when it has been done without a long pause."""
    cleared = models.JSONField(default=dict)
    """How much it ever cleared away, by kind."""

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
    """«It is your turn», waiting to go out with others of its kind."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="notices")
    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    made_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it could not be delivered."""
    due_at = models.DateTimeField(null=True, blank=True)
    """Not before then: somebody is sending it just now, or it failed."""
    ways = models.JSONField(default=list)
    """The ways by which it failed: only those are tried again; none named means all."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "person"], name="one_notice_a_table"),)

    def __str__(self) -> str:
        return f"{self.person}: {self.table}"


class Letter(models.Model):
    """An e-mail about an account that waits to be sent: to confirm an address or set a password (web/mail/account_mail.py)."""

    CONFIRM, RECOVER = "confirm", "recover"

    kind = models.CharField(max_length=7)
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE)
    """Whose address it confirms. Who forgot a password is found when the letter is written."""
    asked = models.CharField(max_length=254)
    """The address to confirm; of a recovery, the user name or address that was typed."""
    language = models.CharField(max_length=2)
    made_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Login(models.Model):
    """A session of a person, as they are shown it: which browser, and since when (web/people/sessions.py)."""

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
    """How often something was done in a while, where several processes count together (web/people/rate_limits.py)."""

    key = models.CharField(max_length=80, primary_key=True)
    number = models.PositiveIntegerField()
    until = models.FloatField(db_index=True)
    """When it is forgotten, in seconds of the clock of this site's processes."""

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.key}: {self.number}"


class Distance(models.Model):
    """How far a person keeps another away: not to read them, or not to sit with them either. The other is not told."""

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
    """What a person told the moderators about another, with what it is about as it was then."""

    TALK, NAME, TABLE = "talk", "name", "table"

    reporter = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="reports")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="reported")
    name = models.CharField(max_length=30)
    """What the reported person was called."""
    about = models.CharField(max_length=5)
    said = models.CharField(max_length=500, blank=True)
    """The line or the name that was reported. It stays, whatever becomes of the line."""
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
    """What a moderator asked for on the moderators' pages, and which rows they were shown (web/people/moderator_log.py)."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    person = models.ForeignKey(Person, on_delete=models.DO_NOTHING, db_constraint=False, related_name="looks")
    """The number of the account; it stays when a moderator deletes theirs, their name does not."""
    method = models.CharField(max_length=10)
    model = models.CharField(max_length=40, blank=True)
    """Rows of what."""
    rows = models.TextField(blank=True)
    """The numbers of the rows, with spaces between; their names stay where they are, so that nobody's outlives them."""
    path = models.TextField()
    query = models.TextField(blank=True)
    """Search, filters, order and page of a list, as the address had them; for what was sent, what was to be done."""
    answer = models.PositiveSmallIntegerField(null=True, blank=True)
    """The status of the answer; none if it was refused or broke."""

    class Meta:
        verbose_name = "look of a moderator"
        verbose_name_plural = "looks of moderators"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.path}"


class SecondFactor(models.Model):
    """What codes of a moderator's phone are checked by; the secret itself is not stored (web/people/second_factor.py)."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="second_factor")
    salt = models.CharField(max_length=40)
    last_step = models.BigIntegerField()
    """The last step a code was taken of: none is taken twice, nor one from before."""
    ended = models.PositiveIntegerField(default=0)
    """How often sessions that had given a code were ended."""
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"second factor of {self.person}"


class RecoveryCode(models.Model):
    """The hash of a code that stands in for a lost phone, once."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"recovery code of {self.factor.person}"
