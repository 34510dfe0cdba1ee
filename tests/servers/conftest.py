"""One PostgreSQL and one Redis for all tests here; each site has a database of its own."""

from collections.abc import Iterator

import pytest

from tests.servers.running import Postgres, RedisServer, servers


@pytest.fixture(scope="session")
def backing() -> Iterator[tuple[Postgres, RedisServer]]:
    with servers() as running:
        yield running
