"""What the site remembers: people, tables, who sits where, and every move ever acknowledged."""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""For addresses people may have to read aloud: no 0 and o, no 1 and l."""


def new_code(length: int = 12) -> str:
    """Make an address nobody can guess (12 letters: 59 bits)."""
    return "".join(secrets.choice(ALPHABET) for _letter in range(length))


def new_seed() -> int:
    """Draw the seed of a match."""
    return secrets.randbits(62)


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
    webhook = models.URLField(blank=True)
    email_notices = models.BooleanField(default=False)
    preferences = models.JSONField(default=dict)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    objects = People()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name_plural = "people"

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
    seed = models.PositiveBigIntegerField(default=new_seed)
    rules = models.CharField(max_length=20)
    components = models.CharField(max_length=64)
    overrides = models.JSONField(default=dict)
    earlier = models.JSONField(default=list, blank=True)
    """The rules, component data and options it was carried over from, the oldest first."""
    start = models.CharField(max_length=64)
    status = models.CharField(max_length=10, default=WAITING)
    public = models.BooleanField(default=True)
    host = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="hosted")
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
    answer = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_errand_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.kind} at {self.table}"


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


class Tally(models.Model):
    """How often something was done in a while, where several processes count together (web/limits.py)."""

    key = models.CharField(max_length=80, primary_key=True)
    number = models.PositiveIntegerField()
    until = models.FloatField(db_index=True)
    """When it is forgotten, in seconds of the clock of this site's processes."""

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.key}: {self.number}"
