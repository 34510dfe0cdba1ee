"""One PostgreSQL, one Redis and one site for all tests here, each with its own tables; tests that kill have their own site."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.servers.running import Postgres, RedisServer, Running, mixed_tables, servers, site_with

PAIR = {"game": "wine_cellar", "players": 2, "people": ["Ann", "Bo"]}
BOTS = {"game": "ora_et_labora", "players": 2, "people": ["Ann"], "seats": ["bot:random", "bot:random"]}
PAIRS, BOTS_ALONE, MIXED = 6, 2, 5
"""How many tables of each kind there are, in this order, with one more pair before the mixed ones."""


@pytest.fixture(scope="session")
def backing() -> Iterator[tuple[Postgres, RedisServer]]:
    with servers() as running:
        yield running


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory, backing: tuple[Postgres, RedisServer]) -> Iterator[Running]:
    """A site with a table for each test, so that none depends on another."""
    wishes: list[dict[str, Any]] = [PAIR | {"seed": number} for number in range(PAIRS)]
    wishes += [BOTS | {"seed": number} for number in range(BOTS_ALONE)]
    wishes.append(PAIR | {"seed": PAIRS})
    with site_with(
        tmp_path_factory.mktemp("site"), backing, wishes + mixed_tables(MIXED), CUVEE_BOT_PAUSE="0.05", CUVEE_BOT_SECONDS="2"
    ) as site:
        yield site
