"""One command that serves the whole site: it prepares the data, runs the house and the notices, and ends cleanly.

Anything that needs Django is imported inside the functions here: Django can be loaded only when the data folder is known.
"""

import ctypes
import errno
import gc
import getpass
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from multiprocessing import resource_tracker
from pathlib import Path
from types import FrameType
from typing import Any, Final, final

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.ops import backup, databases

MIGRATING: Final = 0x63757665
"""The number of the PostgreSQL lock under which the data are migrated."""
LAST_SECONDS: Final = 5
"""The server ends within this time once it is told to stop, whatever is running."""
SWITCH: Final = 0.0002
"""Seconds a thread may run while others want to: moves, which often wait for the database, get in between two drawings."""
COLLECT: Final = (5_000, 10, 20)
"""When Python collects garbage; most of what a page is made of is freed without it."""
OLDEST: Final = 2
"""Python's number for the oldest generation."""
LARGE: Final = 64 * 1024
"""Texts from this many bytes on get memory of their own, which is returned as soon as they are freed: boards are this large."""
ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""The C library's names for the number of heaps and that size."""
LOOK_AT_ALL: Final = 3600.0
"""Seconds until it searches everything again: that takes 0.15 s, more with many matches, and nothing is drawn meanwhile."""


def serve(host: str, port: int, data: Path, browser: bool = False, house: bool = True) -> int:
    """Serve the site until a signal to stop; return the exit code. Without house, bots play in processes of `cuvee house`."""
    try:
        listening = listen(host, port)
    except OSError as error:
        print(f"cuvee: {_why_not(error, host, port)}", file=sys.stderr)
        return 1
    try:
        with listening:
            address = _address(host, listening.getsockname()[1])
            make_folder(data)
            keep_private(data)
            with _alone(data):
                prepare(data, address)
                if not house:
                    refuse_embedded()
                return _run(listening, address, browser, house)
    except backup.InUse as error:
        print(f"cuvee: {error}", file=sys.stderr)
        return 1


def keep_house(data: Path) -> int:
    """Play for the house and send notices, apart from the processes that serve pages, until a signal to stop."""
    make_folder(data)
    prepare(data)
    refuse_embedded()
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        end_in_any_case()
        stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    keep_memory_together()
    with _working(house=True):
        print(_("The house plays (Ctrl+C stops it)"), flush=True)
        while not stopped.wait(3600):
            pass
    return 0


def end_in_any_case() -> None:
    """Abandon whatever still runs after a moment: everything acknowledged is on disk."""
    watch = threading.Timer(LAST_SECONDS - 0.5, os._exit, [0])
    watch.daemon = True
    watch.start()


def refuse_embedded() -> None:
    """Say why a separate house needs a database server."""
    from django.conf import settings

    if not settings.SHARED:
        raise CuveeError(_("pages and house can only run separately on a database server: set DATABASE_URL=postgresql://…"))


@contextmanager
def _alone(data: Path) -> Iterator[None]:
    """Lock the data for this server alone, if they are in a file."""
    file = databases.sqlite_file(data)
    if file is None:
        yield
        return
    with backup.serving(file.parent):
        yield


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done."""
    family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it means something else
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return _("port {port} of {host} is in use; choose another with --port", port=port, host=host)
    if error.errno == errno.EACCES:
        return _("port {port} needs special rights; choose one from 1024 up with --port", port=port)
    return _("cannot listen at {host}, port {port}: {why}", host=host, port=port, why=error.strerror or error)


def _address(host: str, port: int) -> str:
    """Return the address to type into a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def make_folder(data: Path) -> None:
    """Make the data folder, or say why that is impossible."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CuveeError(_("cannot use the folder {data}: {why}", data=data, why=error.strerror)) from None
    if not os.access(data, os.W_OK | os.X_OK):
        raise CuveeError(_("cannot use the folder {data}: {why}", data=data, why=_("it cannot be written to")))


def keep_private(data: Path) -> None:
    """Let only the owner read the data: existing files, and everything written from now on."""
    os.umask(0o077)
    file = databases.sqlite_file(data)
    names = [] if file is None else [file.parent / backup.LOCK, *(Path(f"{file}{suffix}") for suffix in ("", "-wal", "-shm"))]
    for name in names:
        with suppress(FileNotFoundError):
            name.chmod(0o600)


def prepare(data: Path, address: str = "") -> None:
    """Load Django for a data folder, and bring the data up to date."""
    keep_private(data)
    os.environ["CUVEE_DATA"] = str(data.resolve())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuvee.web.settings")
    if address:
        os.environ.setdefault("CUVEE_ADDRESS", address.rstrip("/"))
    import django

    django.setup()
    _reach_servers()
    _migrate(data)
    from cuvee.web.match import migrate_tables
    from cuvee.web.people import moderator_log

    migrate_tables.carry_unchanged()
    moderator_log.forget_old()


def open_data(data: Path, dry_run: bool) -> None:
    """Open the data of a site. A dry run changes nothing at all, so it does not bring them up to date either."""
    file = databases.sqlite_file(data)
    if file is not None and not file.is_file():
        raise CuveeError(_("there are no matches in {data}", data=data))
    if not dry_run:
        prepare(data)
        return
    os.environ["CUVEE_DATA"] = str(data.resolve())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuvee.web.settings")
    import django
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    django.setup()
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise CuveeError(_("the data in {data} cannot be used: {why}", data=data, why=error)) from None
    if missing:
        raise CuveeError(_("the data in {data} are of an older version; cuvee serve brings them up to date", data=data))


def _reach_servers() -> None:
    """Say clearly which server cannot be reached: without the database nothing can be served, without Redis it is slow."""
    from django.conf import settings
    from django.db import connection

    from cuvee.web.events import redis_relay

    if settings.SHARED:
        try:
            connection.Database.connect(**connection.get_connection_params()).close()
        except connection.Database.Error as error:
            place = f"{settings.DATABASES['default']['HOST'] or 'localhost'}/{settings.DATABASES['default']['NAME']}"
            why = " ".join(str(error).split())
            raise CuveeError(_("PostgreSQL at {place} cannot be used: {why}", place=place, why=why)) from None
    if settings.REDIS_URL and (why := redis_relay.reach(settings.REDIS_URL)):
        words = _("Redis cannot be reached; until it can, news from other processes takes a second: {why}", why=why)
        print(f"cuvee: {words}", file=sys.stderr)


def _migrate(data: Path) -> None:
    """Bring the data up to date; several processes may start at once."""
    from django.core.management import call_command
    from django.db import DatabaseError, connection

    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        call_command("migrate", interactive=False, verbosity=0)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
    except DatabaseError as error:
        raise CuveeError(_("the data in {data} cannot be used: {why}", data=data, why=error)) from None


@contextmanager
def _working(house: bool) -> Iterator[None]:
    """Run everything that is not a request while the block runs: news from other processes, bots, notices."""
    from django.conf import settings
    from django.db import connection, connections

    from cuvee.web.bots.dispatcher import HOUSE
    from cuvee.web.events.redis_relay import RELAY
    from cuvee.web.mail import notices
    from cuvee.web.mail.account_mail import POSTMAN
    from cuvee.web.match.timekeeper import TIMEKEEPER
    from cuvee.web.ops import cleanup_schedule
    from cuvee.web.ops.daily_backups import KEEPER

    with _signals_for_us_alone():
        RELAY.open()
        if house:
            HOUSE.open()
            notices.start()
            POSTMAN.start()
            TIMEKEEPER.start()
            cleanup_schedule.start()
            KEEPER.start(settings.DATA, settings.BACKUPS, settings.BACKUPS_KEPT)
    connections.close_all()
    try:
        yield
    finally:
        if house:
            KEEPER.stop()
            cleanup_schedule.stop()
            TIMEKEEPER.stop()
            POSTMAN.stop()
            notices.stop()
            HOUSE.close()
        RELAY.close()
        connections.close_all()
        if settings.SHARED:
            connection.close_pool()


def _run(listening: socket.socket, address: str, browser: bool, house: bool) -> int:
    import uvicorn
    from django.conf import settings

    from cuvee.web.events.announcements import HUB
    from cuvee.web.events.redis_relay import RELAY
    from cuvee.web.ops import connections
    from cuvee.web.ops.asgi import application

    class Server(uvicorn.Server):
        """Says when it is ready, and ends in good order when told to."""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets=sockets)
            print(_("Cuvée is open at {address} (Ctrl+C closes it)", address=address), flush=True)
            if browser:
                threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

        async def shutdown(self, sockets: Any = None) -> None:
            application.close()
            await super().shutdown(sockets=sockets)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            # Open pages hold a stream each: end them at once, or the server would wait for them. Unlike uvicorn, we do not
            # raise the signal again afterwards: a stop that was asked for is a success.
            HUB.close()
            end_in_any_case()
            self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
            self.should_exit = True

    config = uvicorn.Config(
        application,
        lifespan="off",
        http=connections.protocol(connections.raise_file_limit()),
        ws="none",
        h11_max_incomplete_event_size=connections.HEADERS,
        timeout_keep_alive=connections.IDLE_SECONDS,
        timeout_graceful_shutdown=LAST_SECONDS - 2,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the operator says which proxies to believe (CUVEE_PROXIES)
    )
    server = Server(config)
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECT)
    gc.callbacks.append(Sweeper())
    keep_memory_together()
    with _working(house):
        if settings.SHARED:
            RELAY.listen(HUB)
        try:
            server.run(sockets=[listening])
        finally:
            HUB.close()
    return 0 if server.started else 1


def keep_memory_together() -> None:
    """Make all threads take memory from one heap, and large texts from none, if the C library supports that (glibc does).

    By default it makes heap after heap for hundreds of threads that draw pages in turn, each fragmented by its largest page,
    and a process grows for hours though nothing more is kept. Only one thread runs at a time anyway.
    """
    tell = getattr(ctypes.CDLL(None), "mallopt", None) if os.name == "posix" else None
    if tell is not None:
        tell(ARENA_MAX, 1)
        tell(MMAP_THRESHOLD, LARGE)


@final
class Sweeper:
    """Makes Python search for garbage only among objects made since its last search, and once an hour among all.

    Objects that outlived a full search (matches, templates, half of Django) are not searched again every few minutes.
    """

    def __init__(self) -> None:
        self.looked = time.monotonic()

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        """Called by Python before and after it collects a generation of garbage."""
        if info["generation"] < OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif time.monotonic() - self.looked > LOOK_AT_ALL:
            self.looked = time.monotonic()
            gc.unfreeze()


@contextmanager
def _signals_for_us_alone() -> Iterator[None]:
    """Keep the signals to stop from threads started now, and from the workers they start.

    Ctrl+C and service managers signal every process of ours, but the server ends its workers itself when they are not needed.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would let the signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def clear_up(data: Path, dry_run: bool) -> tuple[dict[str, int], datetime | None]:
    """Clear away what nobody will come back for, or only count it. A running server does so by itself.

    Also return when things that depend on people staying away may be cleared again, if not now.
    """
    open_data(data, dry_run=True)  # so it does not migrate the data either
    from cuvee.web.ops import cleanup_schedule

    if dry_run:
        return cleanup_schedule.overdue(), cleanup_schedule.not_before()
    with _alone(data):
        return cleanup_schedule.sweep_now(), cleanup_schedule.not_before()


def make_moderator(name: str, data: Path) -> str:
    """Make an account that may moderate, or let an existing account do so; say which."""
    make_folder(data)
    prepare(data)
    from cuvee.web.models import Person
    from cuvee.web.people import accounts, display_names

    username = accounts.tidy_username(name)
    person = Person.objects.filter(username=username).first()
    if person is None:
        person = Person(username=username, name=display_names.clean(name), guest=False)
        password = _ask_password()
        accounts.check_password(person, password, password)
        person.set_password(password)
        answer = _("{name} is a moderator now, with a new account", name=username)
    else:
        answer = _("{name} is a moderator now", name=username)
    person.is_staff = person.is_superuser = person.is_active = True
    person.save()
    return answer


def reset_second_factor(name: str, data: Path) -> str:
    """Let a moderator who lost phone and recovery codes set up a second factor again; say so."""
    make_folder(data)
    prepare(data)
    from cuvee.web.models import Person
    from cuvee.web.people import accounts, second_factor

    username = accounts.tidy_username(name)
    person = Person.objects.filter(username=username, is_staff=True).first()
    if person is None:
        raise CuveeError(_("{name} is not a moderator", name=username))
    if not second_factor.reset(person):
        return _("{name} has no second factor yet", name=username)
    return _("{name} will set up a second factor on the next visit to the moderators' pages", name=username)


def make_recovery_link(name: str, data: Path) -> str:
    """Make a link by which somebody who forgot their password can set a new one, once, within a day."""
    make_folder(data)
    prepare(data)
    from cuvee.web.models import Person
    from cuvee.web.people import accounts, recovery

    username = accounts.tidy_username(name)
    person = Person.objects.filter(username=username, guest=False).first()
    if person is None:
        raise CuveeError(_("there is no account {name}", name=username))
    if not person.is_active:
        raise CuveeError(_("{name} is banned", name=username))
    return recovery.link(person, recovery.OPERATOR)


def _ask_password() -> str:
    """Read a password: typed twice at a terminal, else the first line of the input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass.getpass(_("Password: "))
    if getpass.getpass(_("Once more: ")) != password:
        raise CuveeError(_("The two passwords are not the same"))
    return password
