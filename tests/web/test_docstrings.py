"""The examples in the docstrings of the site are correct."""

import doctest
import importlib
import pkgutil

import pytest

import cuvee.web

MODULES = [found.name for found in pkgutil.walk_packages(cuvee.web.__path__, "cuvee.web.") if ".migrations" not in found.name]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
