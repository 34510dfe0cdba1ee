import os
import tempfile

os.environ["CUVEE_DATA"] = tempfile.mkdtemp(prefix="cuvee-test-")
os.environ["DJANGO_SETTINGS_MODULE"] = "cuvee.web.settings"

import django

django.setup()

import pytest  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402


@pytest.fixture(scope="session", autouse=True)
def database() -> None:
    call_command("migrate", verbosity=0)


@pytest.fixture
def client() -> Client:
    return Client()
