"""Django's settings. The embedded default needs no settings; operators set environment variables (docs/operating.md)."""

import os
import secrets
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from cuvee.kernel.errors import CuveeError
from cuvee.kernel.text import _
from cuvee.web.ops import daily_backups, databases


def _switch(name: str, default: bool = False) -> bool:
    return os.environ.get(name, "yes" if default else "no").strip().casefold() in {"1", "yes", "true", "on"}


def _span(name: str, default: float) -> float:
    """Read a number of days or hours; 0 means never."""
    given = os.environ.get(name, str(default))
    try:
        number = float(given)
    except ValueError:
        number = -1
    if not 0 <= number <= 36_500:
        raise CuveeError(_("{name} must be a number (0 for never), not '{given}'", name=name, given=given))
    return number


def _kept_secret(folder: Path) -> str:
    """Return the secret of this installation: made once, readable by its owner only."""
    file = folder / "secret"
    if not file.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = folder / f".secret.{os.getpid()}"
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(48))
        with suppress(FileExistsError):  # two processes may start at once: both use the first one's secret
            os.link(draft, file)
        draft.unlink()
    return file.read_text().strip()


def _package_files(package: str) -> Path:
    return Path(str(files(package))) / "files"


DATA = Path(os.environ.get("CUVEE_DATA", "~/.local/share/cuvee")).expanduser()
HERE = Path(__file__).parent
SECRET_KEY = databases.given_secret() or _kept_secret(DATA)
DEBUG = False
HTTPS = _switch("CUVEE_HTTPS")
"""Whether people reach the site by https: then cookies are marked secure and browsers are told to stay on https."""
ALLOWED_HOSTS = [host for host in os.environ.get("CUVEE_HOSTS", "*").split(",") if host]
CSRF_TRUSTED_ORIGINS = [origin for origin in os.environ.get("CUVEE_ORIGINS", "").split(",") if origin]
SITE_ADDRESS = os.environ.get("CUVEE_ADDRESS", "http://localhost:8000").rstrip("/")
"""The public address of the site, for links in notices."""

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "cuvee.web",
]
MIDDLEWARE = [
    "cuvee.web.ops.guard.Guard",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "cuvee.web.i18n.language.speak",
    "cuvee.web.people.last_seen.Seen",
    "cuvee.web.people.bans.Doorman",
    "cuvee.web.people.sessions.Watch",
]
ROOT_URLCONF = "cuvee.web.urls"
ASGI_APPLICATION = "cuvee.web.ops.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {"environment": "cuvee.web.page.templates.environment"},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,  # the moderators' pages are Django's own
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    },
]

DATABASES: dict[str, dict[str, Any]] = {"default": databases.database(DATA)}
SHARED = not DATABASES["default"]["ENGINE"].endswith("sqlite3")
"""Whether other processes share the data: then bots take tables with a lease, and pages hear of moves made elsewhere."""
REDIS_URL = databases.redis_url()
BACKUPS = daily_backups.folder(DATA)
BACKUPS_KEPT = 0 if SHARED else daily_backups.kept()
"""How many of the daily copies are kept; with 0 none are made. PostgreSQL has its own tools."""
AUTH_USER_MODEL = "site.Person"
LOGIN_URL = "/account/login/"
LOGIN_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["cuvee.web.people.password_hashing.Sparing"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

SESSION_COOKIE_NAME = "cuvee"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180
"""Counted from the login; for guests, who cannot log in again, from their last visit (web/people/last_seen.py)."""
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "cuvee.web.ops.guard.forged"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

PROXIES = int(os.environ.get("CUVEE_PROXIES", "0"))
"""How many proxies of the operator are in front: they wrote this many of the last addresses in X-Forwarded-For."""
LIMITS: dict[str, int] = {
    "sign-ups": int(os.environ.get("CUVEE_LIMIT_SIGNUPS", "60")),
    "logins": int(os.environ.get("CUVEE_LIMIT_LOGINS", "10")),
    "chat": int(os.environ.get("CUVEE_LIMIT_CHAT", "20")),
    "moves": int(os.environ.get("CUVEE_LIMIT_MOVES", "240")),
    "tables": int(os.environ.get("CUVEE_LIMIT_TABLES", "30")),
    "streams": int(os.environ.get("CUVEE_LIMIT_STREAMS", "20")),
    "reports": int(os.environ.get("CUVEE_LIMIT_REPORTS", "10")),
    "questions": int(os.environ.get("CUVEE_LIMIT_QUESTIONS", "30")),
    "storage": int(os.environ.get("CUVEE_LIMIT_STORAGE", "10")),
    "codes": int(os.environ.get("CUVEE_LIMIT_CODES", "10")),
    "confirmations": int(os.environ.get("CUVEE_LIMIT_CONFIRMATIONS", "5")),
    "recoveries": int(os.environ.get("CUVEE_LIMIT_RECOVERIES", "20")),
    "letters": int(os.environ.get("CUVEE_LIMIT_LETTERS", "3")),
}
"""How often somebody may do something (web/people/rate_limits.py has the periods); 0 means no limit."""
LIMIT_ADDRESS = int(os.environ.get("CUVEE_LIMIT_ADDRESS", "10"))
"""How many times as much is allowed to all people at one address together: a family, a school, a club."""
LIMIT_CONNECTIONS = int(os.environ.get("CUVEE_LIMIT_CONNECTIONS", "100"))
"""How many connections one address may have open at once (behind a proxy: requests); 0 means no limit."""

BAN_DAYS = float(os.environ.get("CUVEE_BAN_DAYS", "30"))
"""How many days a ban covers new guests and accounts in the same browser; 0: it does not."""
BAN_ADDRESS_DAYS = float(os.environ.get("CUVEE_BAN_ADDRESS_DAYS", "1"))
"""The same for those from the same address, which others may share."""

LOOK_DAYS = max(1, int(os.environ.get("CUVEE_LOOK_DAYS", "365")))
"""How long the log of what moderators looked at is kept."""

SWEEP_HOURS = _span("CUVEE_SWEEP_HOURS", 24)
"""How often the cleanup runs; 0: never (web/ops/cleanup_schedule.py)."""
WAITING_DAYS = _span("CUVEE_WAITING_DAYS", 14)
"""A table where nobody sits down for this long is closed; 0: never."""
ABANDONED_DAYS = _span("CUVEE_ABANDONED_DAYS", 90)
"""A match that nobody continues or looks at for this long ends without a result; 0: never."""
FORK_DAYS = _span("CUVEE_FORK_DAYS", 180)
"""The same for forks and opened journals."""
GUEST_DAYS = _span("CUVEE_GUEST_DAYS", 180)
"""A guest who stays away this long and is in nobody's history is deleted; 0: never."""

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [
    ("fonts", str(_package_files("font_source_serif_pro"))),
    ("fonts", str(_package_files("font_source_sans_pro"))),
]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "cuvee.web.page.templates.GameFiles",
]
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 3600

EMAIL_BACKEND = os.environ.get("CUVEE_EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
EMAIL_HOST = os.environ.get("CUVEE_EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("CUVEE_EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("CUVEE_EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("CUVEE_EMAIL_PASSWORD", "")
EMAIL_USE_TLS = _switch("CUVEE_EMAIL_TLS")
DEFAULT_FROM_EMAIL = os.environ.get("CUVEE_EMAIL_FROM", "cuvee@localhost")
EMAIL_TIMEOUT = 10

POSITIONS = int(os.environ.get("CUVEE_POSITIONS", "256"))
"""How many matches stay in memory, about 2 MB each; others are replayed when somebody looks."""
BOT_WORKERS = int(os.environ.get("CUVEE_BOT_WORKERS", "1"))
BOT_SECONDS = float(os.environ.get("CUVEE_BOT_SECONDS", "10"))
"""How long a bot may take for one decision before it is presumed dead; the strongest thinks for one second."""
BOT_PAUSE = float(os.environ.get("CUVEE_BOT_PAUSE", "0.4"))
"""A pause between two moves of bots, so that people can follow."""
BOTS_ALONE = float(os.environ.get("CUVEE_BOTS_ALONE", "10"))
"""After this many minutes, a match that only bots play and nobody watches pauses; 0: never."""
ANALYSIS_NODES = int(os.environ.get("CUVEE_ANALYSIS_NODES", "200"))
"""How many positions the house looks at for each decision when it analyses a match."""
NOTICE_MINUTES = float(os.environ.get("CUVEE_NOTICE_MINUTES", "10"))
"""How long turns are gathered before they are sent as one notice."""

LOG = os.environ.get("CUVEE_LOG", "WARNING")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG},
    "loggers": {},
}
if LOG not in ("INFO", "DEBUG"):
    # Bad requests from strangers are not errors of the site. A log line for each would let anybody fill the operator's disk.
    LOGGING["loggers"] = {
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "uvicorn.error": {"level": "ERROR"},
    }
