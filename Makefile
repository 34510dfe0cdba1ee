# Two commands: `make play` and `make test`. Both do all set-up by themselves, in .venv/.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11,$(shell \
	command -v $(name) >/dev/null 2>&1 && $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
SOURCES := $(shell find src -type f -not -name '*.pyc' -not -path '*.egg-info*') setup.py pyproject.toml
LOCKS := requirements
PIP := $(BIN)/python -m pip --disable-pip-version-check

# Everything is installed in the versions recorded in requirements/, each file checked by its hash.
LOCKED = $(PIP) install -q --require-hashes -r

.PHONY: help play install test lint audit lock laws-interpreted attacks-on-servers bench ladder load abuse screenshots soak clean

help:
	@echo "make play     set up, start the site and open it"
	@echo "make test     set up, check and test everything"
	@echo "make install  only set up: .venv/bin/cuvee"
	@echo "make lint     ruff, mypy --strict, import directions"
	@echo "make audit    known vulnerabilities in the installed packages"
	@echo "make lock     record the versions and hashes of what is installed"
	@echo "make bench    speed, next to other engines"
	@echo "make ladder   how strong the bots are: hours of games, for docs/strength.md"
	@echo "make load     many live tables at once, for ten minutes"
	@echo "make abuse    all kinds of attackers at once, for three minutes"
	@echo "make soak     long runs of the laws"
	@echo "make screenshots  the pictures of the README"

# Where to listen: make play PORT=9000
PORT ?= 8000
play: $(VENV)/.installed
	@$(BIN)/cuvee serve --port $(PORT) --open

install: $(VENV)/.installed

$(VENV)/.made: $(LOCKS)/build.lock
	@test -n "$(PYTHON)" || { echo "Cuvée needs Python 3.11 or newer; none was found."; exit 1; }
	@echo "Making the environment $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@$(LOCKED) $(LOCKS)/build.lock
	@touch $@

$(VENV)/.installed: $(VENV)/.made $(LOCKS)/site.lock $(SOURCES)
	@echo "Building and installing Cuvée (compiled if there is a C compiler; about a minute)"
	@$(LOCKED) $(LOCKS)/site.lock
	@$(PIP) install -q --no-deps --no-build-isolation .
	@touch $@
	@$(BIN)/cuvee --version
	@$(BIN)/cuvee --version | grep -q '(compiled' || echo "No working C compiler (or CUVEE_PURE is set): this is the \
	interpreted build, complete but about 5 times slower. Install a compiler, remove $(VENV)/.installed, and run make again."

$(VENV)/.ready-to-test: $(VENV)/.made $(LOCKS)/test.lock
	@echo "Installing the tools for tests"
	@$(LOCKED) $(LOCKS)/test.lock
	@touch $@

# Browser tests need Chromium. On Debian or Ubuntu, as root, it is installed; elsewhere Playwright fetches one of its own.
$(VENV)/.browser: $(VENV)/.ready-to-test
	@if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		echo "Installing Chromium for the browser tests"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	else echo "Fetching Chromium for the browser tests"; \
		$(BIN)/playwright install chromium || { echo "There is no Chromium here and none could be fetched: install it and run make again."; exit 1; }; fi
	@touch $@

# Tests with several processes need PostgreSQL and Redis. On Debian or Ubuntu, as root, they are installed; they run in folders and
# on ports of the tests' own, never as services of the machine. Elsewhere those tests are left out with a message; CI then fails.
SERVERS_ARE_HERE := command -v redis-server >/dev/null 2>&1 && { command -v postgres >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; }
$(VENV)/.servers:
	@mkdir -p $(VENV)
	@if $(SERVERS_ARE_HERE); then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		echo "Installing PostgreSQL and Redis for the tests with several processes"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends postgresql redis-server >/dev/null \
		|| echo "They could not be installed."; fi
	@if $(SERVERS_ARE_HERE); then touch $@; \
	elif [ "$$CI" = true ]; then echo "PostgreSQL and Redis are missing and could not be installed."; exit 1; fi

lint: $(VENV)/.installed $(VENV)/.ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

# Known vulnerabilities in the installed versions. An unreachable database is not a failure; a vulnerable version is.
audit: $(VENV)/.installed $(VENV)/.ready-to-test
	$(BIN)/python .ci/audit.py

# Recorded versions stay unless they have to change; LOCK=--upgrade takes the newest of everything.
UV := .venv-lock/bin/uv
$(UV):
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip --disable-pip-version-check install -q uv==0.13.8

lock: $(UV)
	$(PYTHON) .ci/lock.py $(UV) $(LOCK)

test: lint audit $(VENV)/.browser $(VENV)/.servers
	@if $(SERVERS_ARE_HERE); then $(BIN)/python -m pytest -n 2 --dist loadgroup && $(MAKE) --no-print-directory attacks-on-servers; \
	else echo "PostgreSQL or Redis is missing: the tests with several processes (tests/servers, attacks-on-servers) are LEFT OUT."; \
	$(BIN)/python -m pytest -n 2 --ignore tests/servers; fi
	@if $(BIN)/cuvee --version | grep -q '(compiled'; then $(MAKE) --no-print-directory laws-interpreted; \
	else echo "There is only the interpreted build here (no C compiler), so it is not tested a second time."; \
	PYTHONPATH=src $(BIN)/python -m pytest --doctest-modules --ignore src/cuvee/web src/cuvee; fi

# The same tests as in tests/web/attacks, on PostgreSQL and Redis with two processes for pages and one for the house.
attacks-on-servers: $(VENV)/.installed $(VENV)/.ready-to-test $(VENV)/.servers
	CUVEE_TEST_SITE=servers $(BIN)/python -m pytest -n 2 tests/web/attacks

# The same laws and rules on the interpreted build, straight from src/, and the examples in the docstrings.
laws-interpreted: $(VENV)/.installed $(VENV)/.ready-to-test
	CUVEE_EXPECT_BUILD=interpreted PYTHONPATH=src $(BIN)/python -m pytest -n 2 --doctest-modules --ignore src/cuvee/web src/cuvee tests/kernel tests/games tests/test_laws.py

bench: $(VENV)/.installed
	$(BIN)/python bench/run.py

# Games that were played are kept, so you can stop it at any time. LADDER="--only vinhos" plays a part.
ladder: $(VENV)/.installed $(VENV)/.ready-to-test
	$(BIN)/python bench/ladder.py $(LADDER)

# LOAD="--tables 40 --seconds 60" makes it short.
load: $(VENV)/.installed $(VENV)/.ready-to-test $(VENV)/.servers
	$(BIN)/python bench/load.py $(LOAD)

# ABUSE="--quiet 20 --abuse 40" makes it short.
abuse: $(VENV)/.installed $(VENV)/.ready-to-test
	$(BIN)/python bench/abuse.py $(ABUSE)

# The pictures of the README and the docs, taken from the real site.
screenshots: $(VENV)/.installed $(VENV)/.ready-to-test $(VENV)/.browser
	$(BIN)/python docs/screenshots/make.py
	$(BIN)/python docs/screenshots/reports.py

soak: $(VENV)/.installed $(VENV)/.ready-to-test $(VENV)/.servers
	CUVEE_LAW_EFFORT=25 $(BIN)/python -m pytest -n 2 tests/test_laws.py
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m soak --ignore tests/servers
	$(BIN)/python -m pytest -s -m soak tests/servers

clean:
	rm -rf $(VENV) .venv-bench .venv-lock build dist *.egg-info src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
