# Needs make and Python 3.11 or newer; the tests of the page scripts need Node 18.18 too. Versions come from constraints.txt.
PYTHON ?= python3
ARGS ?=
EXPLOIT ?=
# Tests of servers and browsers wait for them about a third of the time: three workers keep two cores busy.
WORKERS ?= 3
# A file stays on one worker (its fixtures are made once), and the longest come first (tests/conftest.py).
PYTEST := pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

DEV := .venv
PLAY := .venv-play
BIN := $(DEV)/bin
CODE := src tests $(wildcard benchmarks examples scripts)

export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_BUILD_CONSTRAINT := $(PIP_CONSTRAINT)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play setup test suite docs notebooks scripts coverage check style types arrows dead bench bench-web arena soak soak-web soak-fair soak-league soak-coaches golden shelf calibration format pin clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAY)/ready ## play in the browser: starts the server and prints its address (ARGS="..." for `fieldhouse serve`)
	@$(PLAY)/bin/fieldhouse serve $(ARGS)

setup: $(DEV)/ready ## make .venv with everything that development needs

test: $(DEV)/ready ## all checks and all tests; the twenty slowest are named at the end
	@scripts/real-parts
	@$(MAKE) --no-print-directory -j 2 style arrows dead
	@$(MAKE) --no-print-directory -j 2 types suite

suite: $(DEV)/ready ## the tests alone (ARGS="..." for pytest)
	$(BIN)/$(PYTEST) --durations=20 --durations-min=1 $(ARGS)

docs: $(DEV)/ready ## build the site into build/docs, warnings as errors; `fieldhouse serve` shows it under /docs
	$(BIN)/python -m sphinx -q -W --keep-going -j 2 -d build/doctrees docs build/docs $(ARGS)
	@echo "build/docs/index.html"

notebooks: $(DEV)/ready ## run the notebooks of docs/notebooks and keep what they show
	$(BIN)/python scripts/notebooks.py $(ARGS)

scripts: $(DEV)/ready ## the page scripts: types (tsc), style (ESLint) and unit tests (node --test)
	@scripts/real-parts
	$(BIN)/pytest -n0 -q -s tests/scripts $(ARGS)

coverage: $(DEV)/ready ## the tests again with branch coverage (tests marked `slow` run untraced: it is five times slower)
	$(BIN)/$(PYTEST) --cov --cov-report=term $(ARGS)

check: $(DEV)/ready ## style, types, arrows and dead code, side by side
	@$(MAKE) --no-print-directory -j 2 types style arrows dead

style: $(DEV)/ready ## ruff: style and format
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(DEV)/ready ## mypy --strict over everything
	$(BIN)/mypy

arrows: $(DEV)/ready ## which package may import which
	$(BIN)/lint-imports --no-logo

dead: $(DEV)/ready ## code that nobody uses
	$(BIN)/vulture

bench: $(DEV)/ready ## how fast the games run in bulk
	$(BIN)/python benchmarks/bench.py $(ARGS)

bench-web: $(DEV)/ready ## how many tables one server holds
	$(BIN)/python benchmarks/bench_web.py $(ARGS)

arena: $(DEV)/ready ## coaches against coaches, and habits against coaches (EXPLOIT="--games squares"), with confidence intervals
	$(BIN)/python benchmarks/arena.py $(ARGS)
	$(BIN)/python benchmarks/exploit.py $(EXPLOIT)

soak: $(DEV)/ready ## 10,000 random walks through every game (ARGS="walks first-seed game ..."), looking for a broken promise
	$(BIN)/python benchmarks/soak_walks.py $(ARGS)

soak-web: $(DEV)/ready ## kill the server under load and jobs, 20 times and 10,000 answers long, and look for all it had acknowledged
	$(BIN)/python benchmarks/soak_web.py $(ARGS)

soak-fair: $(DEV)/ready ## one visitor, then ten, do everything costly at once: how long does everybody else wait?
	$(BIN)/python benchmarks/soak_fair.py $(ARGS)

soak-league: $(DEV)/ready ## kill the processes that simulate a season, 20 times, and compare the digests
	$(BIN)/python benchmarks/soak_league.py $(ARGS)
	$(BIN)/python benchmarks/soak_league.py --processes 4 $(ARGS)

soak-coaches: $(DEV)/ready ## games of coaches for as long as you like, points and yards added up after each
	$(BIN)/python benchmarks/soak.py $(ARGS)
	$(BIN)/python benchmarks/soak_cardbowl.py $(firstword $(ARGS))

golden: $(DEV)/ready ## write the golden records and playthroughs again
	$(BIN)/python scripts/golden.py $(ARGS)

shelf: $(DEV)/ready ## make the tables that the package brings (ARGS=--anew: all of them)
	$(BIN)/python scripts/shelf.py $(ARGS)

calibration: $(DEV)/ready ## try every value that the package brings on 20,000 games, and draw it (over an hour of processor)
	for game in fastdrive redboar thegrid cardbowl; do $(BIN)/fieldhouse values $$game --retry --tried 20000 --seconds 1e9 --table --svg docs/img/values-$$game.svg $(ARGS); done

format: $(DEV)/ready ## put the code into the house style
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

pin: ## write constraints.txt again from the newest versions
	rm -rf .venv-pin
	$(PYTHON) -m venv .venv-pin
	PIP_CONSTRAINT= .venv-pin/bin/python -m pip install -qq -U pip
	PIP_CONSTRAINT= PIP_BUILD_CONSTRAINT= .venv-pin/bin/pip install -qq -e '.[all]' --group dev --group docs
	.venv-pin/bin/pip freeze --all --exclude-editable | grep -v '^setuptools' | tr 'A-Z_' 'a-z-' | sort > constraints.txt
	rm -rf .venv-pin

clean: ## remove the virtual environments and everything made by tools
	rm -rf $(DEV) $(PLAY) .venv-pin node_modules build dist htmlcov .coverage .coverage.* .hypothesis
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# A virtual environment is ready when its stamp is newer than what it was made from.
$(DEV)/ready: WHAT := -e '.[all]' --group dev --group docs
$(PLAY)/ready: WHAT := -e '.[web]'
$(DEV)/ready $(PLAY)/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Fieldhouse needs Python 3.11 or newer: make PYTHON=...")'
	@echo "Installing into $(@D) ..."
	@test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install -qq -U pip # dependency groups want 25.1
	@$(@D)/bin/python -m pip install -qq $(WHAT)
	@touch $@
