"""Shared by all tests: which build they run on."""

import os

import pytest

pytest.register_assert_rewrite("cuvee.laws")

from cuvee import build  # noqa: E402


def pytest_report_header() -> str:
    return build.describe()


def pytest_configure() -> None:
    expected = os.environ.get("CUVEE_EXPECT_BUILD")
    found = "compiled" if build.compiled() else "interpreted"
    if expected and expected != found:
        pytest.exit(f"the {expected} build was to be tested, but the {found} one is running", 2)
