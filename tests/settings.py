"""The site's settings in a throw-away folder, without what only costs time in tests."""

import atexit
import os
import shutil
import tempfile

# Tests on several cores run in a process a core, each with its own folder, database and broker.
if "VAR" not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["VAR"] = tempfile.mkdtemp(prefix="stammtisch-tests-")
    atexit.register(shutil.rmtree, os.environ["VAR"], ignore_errors=True)
os.environ.setdefault("SECRET_KEY", "of the tests")

from bots.interpreters import CATALOG
from league.settings import *  # noqa: F403 - all of them; reads the variables set above
from league.settings import DATABASES, VAR

# A file, not memory: workers that tests start see the same database.
if "sqlite3" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": VAR / "db.sqlite3"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # Argon2 is slow by design
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # there is no collected folder
INTERPRETERS = [name for name, one in CATALOG.items() if one.is_installed]
