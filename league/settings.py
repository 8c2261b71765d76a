"""Settings, from the environment alone; deploy/env.example lists every variable.

A wrong value stops the start with one sentence and exit code 1.
"""

import contextlib
import hashlib
import logging
import os
import secrets
import sys
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import quote

import environ

from bots.interpreters import CATALOG

ROOT = Path(__file__).resolve().parent.parent
env = environ.Env()


def flag(name: str) -> bool:
    """True or False as the environment says, False if it says nothing."""
    words = {"true": True, "yes": True, "on": True, "1": True}
    words |= {"false": False, "no": False, "off": False, "0": False, "": False}
    value = env.str(name, default="")
    if value.lower() not in words:
        sys.exit(f"{name} must be true or false, not {value!r}.")
    return words[value.lower()]


def number(name: str, default: int) -> int:
    """A whole number above 0 of the environment; anything else stops the start."""
    value = env.str(name, default="") or str(default)
    if not value.isdecimal() or int(value) == 0:
        sys.exit(f"{name} is a whole number above 0, not {value!r}.")
    return int(value)


def interpreters() -> list[str]:
    """What bots may be written for beside Python; see bots/interpreters.py."""
    names: list[str] = env.list("INTERPRETERS", default=[])
    if unknown := [name for name in names if name not in CATALOG]:
        sys.exit(f"INTERPRETERS may list {', '.join(CATALOG)}, not {unknown[0]!r}.")
    return names


def database(default: Path) -> dict[str, Any]:
    """The database DATABASE_URL names, otherwise the SQLite file `default`."""
    sqlite, postgresql = "django.db.backends.sqlite3", "django.db.backends.postgresql"
    if not (url := env.str("DATABASE_URL", default="")):
        return {"ENGINE": sqlite, "NAME": default, "OPTIONS": SQLITE_OPTIONS}
    with warnings.catch_warnings(action="ignore"):
        config: dict[str, Any] = env.db_url_config(url)
    if config.get("ENGINE") not in (sqlite, postgresql):
        sys.exit("DATABASE_URL must begin with postgres:// or sqlite:///.")
    return config | ({"OPTIONS": SQLITE_OPTIONS} if config["ENGINE"] == sqlite else {})


def broker_socket(folder: Path) -> Path:
    """Where our own broker listens. The system cuts a socket's path at 107 bytes."""
    path = folder / "socket"
    if len(os.fsencode(path)) < 100:
        return path
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path(f"/tmp/stammtisch-{os.getuid()}-{name}/socket")


def broker_url(default: Path) -> str:
    """The Redis or Valkey server REDIS_URL names, otherwise our own at the socket `default`."""
    url: str = env.str("REDIS_URL", default="") or f"unix://{quote(str(default))}"
    if not url.startswith(("redis://", "rediss://", "unix://")):
        sys.exit("REDIS_URL must begin with redis://, rediss:// or unix://.")
    return url


def trusted_origins() -> list[str]:
    """Addresses whose forms are accepted though the site is reached by another name."""
    origins: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
    if not all(origin.startswith(("http://", "https://")) for origin in origins):
        sys.exit("CSRF_TRUSTED_ORIGINS must list addresses that begin with http:// or https://.")
    return origins


def secret_key(path: Path) -> str:
    """SECRET_KEY, otherwise the key kept in `path`, made at the first start."""
    given: str = env.str("SECRET_KEY", default="")
    if given:
        return given
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make_key(path)
        return path.read_text()
    except OSError as error:
        sys.exit(f"The folder {path.parent} cannot be used: {error.strerror}.")


def _make_key(path: Path) -> None:
    """Several processes may start at once: the first link wins, and nobody reads half a key."""
    fresh = path.with_name(f".secret-key-{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_text(secrets.token_urlsafe(50))
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(fresh)
    fresh.unlink()


# Everything that must outlive a restart lies here: database, broker's file, key, logs.
VAR = Path(env.str("VAR", default="") or ROOT / "var").resolve()
SECRET_KEY = secret_key(VAR / "secret-key")
DEBUG = flag("DEBUG")

# Who may ask for us by which name. On a club night the launcher adds this machine's addresses.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[]) or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = trusted_origins()

# HTTPS=true where a proxy speaks it for us. A club night is plain HTTP, and a cookie marked
# Secure would not come back.
HTTPS = flag("HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None

INSTALLED_APPS = [
    "league",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "ninja",
]

MIDDLEWARE = [
    "league.middleware.content_security_policy",
    "django.middleware.security.SecurityMiddleware",
    "league.middleware.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "league.urls"
ASGI_APPLICATION = "league.asgi.application"
WSGI_APPLICATION = "league.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context.clubs",
            ],
        },
    },
]

# Writers queue at BEGIN instead of failing half-way; readers never wait for them (WAL).
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,  # seconds
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
DATABASES = {"default": database(VAR / "db.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Uploaded bots in Python are always taken.
INTERPRETERS = interpreters()

# A bot that is a bit too large gets its sentence on a page; what is larger than this many bytes is
# not read at all. Files stay in memory until they are looked over, see league.uploads.
LARGEST_REQUEST = FILE_UPLOAD_MAX_MEMORY_SIZE = 8 << 20
FILE_UPLOAD_HANDLERS = ["league.uploads.FirstPart"]
DATA_UPLOAD_MAX_NUMBER_FILES = 2

AUTH_USER_MODEL = "league.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
# A language is offered when its catalog is complete; half a page in each would be worse than none.
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [ROOT / "league" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"  # pages show a club's own time zone

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

BROKER_SOCKET = broker_socket(VAR / "broker")
REDIS_URL = broker_url(BROKER_SOCKET)

# The database is the queue of record: a message only says where to look, so it is acknowledged
# on receipt, and nobody waits for its result.
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")  # kombu's spelling
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A page does not wait for a broker that is away: beat sends its messages again.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 0, "socket_connect_timeout": 2}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "matches"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # remembers nothing: a tick looks at everything
CELERY_BEAT_ENABLE_REMOTE_CONTROL = True  # so that somebody can ask whether it is there
CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "league.tasks.tick",
        "schedule": 5.0,  # seconds
        "options": {"expires": 60.0},  # those of a night without workers are not worked off
    }
}

# A worker that says nothing for this long has lost its match; it renews four times as often.
LEASE_S = number("LEASE_S", 30)
LADDER_TABLES = number("LADDER_TABLES", 8)  # of one ladder that are open at once
PICKED_UP_WITHIN_S = 10  # a queued match that nobody took by then is announced again


def without_trace(record: logging.LogRecord) -> bool:
    """An answer that refuses (403, say) is expected: it is logged in one line, always."""
    if getattr(record, "status_code", 500) < 500:
        record.exc_info = None
    return True


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "without_trace": {"()": "django.utils.log.CallbackFilter", "callback": without_trace}
    },
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["without_trace"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
