"""The site for tests: its own data, made once, in a folder that goes away."""

import os
import tempfile
from collections.abc import Iterator

import pytest

_folder = tempfile.TemporaryDirectory(prefix="cuvee-test-")
os.environ["CUVEE_DATA"] = _folder.name
os.environ["CUVEE_EMAIL_BACKEND"] = "django.core.mail.backends.locmem.EmailBackend"
os.environ["DJANGO_SETTINGS_MODULE"] = "cuvee.web.settings"

import django  # noqa: E402

django.setup()


@pytest.fixture(scope="session", autouse=True)
def site() -> Iterator[None]:
    from django.core.management import call_command
    from django.db import connections
    from django.test.utils import setup_test_environment, teardown_test_environment

    call_command("migrate", interactive=False, verbosity=0)
    setup_test_environment()
    yield
    teardown_test_environment()
    connections.close_all()
