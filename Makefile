# `make run` opens readq on the bundled lists, `make test` runs the tests; both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

# Where Python is told to keep no bytecode, each process that a test starts would compile all of readq again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint screenshots bench bench-triage campaign clean attack random

run: $(STAMP)
	@$(BIN)/readq demo

test: $(STAMP)
	@$(BIN)/python -m pytest -q -n 6 --dist worksteal

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports

# Every screen in every size and look, into screenshots/; README's few into data/pictures/ with `make screenshots ONLY=--readme`.
screenshots: $(STAMP)
	@$(BIN)/python -m tests.pictures.make $(ONLY)

bench: $(STAMP)
	@$(BIN)/python -m pytest -q tests/benchmarks --benchmark-columns=min,median,rounds

# READQ_ASREVIEW=PYTHON names a Python with asreview 3, to compare with it on the same simulations.
bench-triage: $(STAMP)
	@$(BIN)/python -m tests.benchmarks.triage_ranking
	@$(BIN)/python -m tests.benchmarks.triage_stopping

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || { rm -rf $(VENV); $(PYTHON) -m venv $(VENV) || $(PYTHON) -m virtualenv $(VENV); } || \
	  { echo "readq needs Python 3.11 or newer with its venv module (on Debian: apt install python3-venv)" >&2; exit 1; }
	@echo "Setting up $(VENV) ..." >&2
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable . --group test --group lint >&2
	@$(BIN)/python -m compileall -q src
	@touch $@

# READQ_ATTACK=FOLDER has hostile files in folders by kind.
attack: $(STAMP)
	@$(BIN)/python -m tests.campaign.attack $(READQ_ATTACK)

# A reader who presses anything, at full size: EVENTS=100000 SEED=1. Few pictures a second leave more time for keys.
random: $(STAMP)
	@TEXTUAL_FPS=5 $(BIN)/python -m tests.benchmarks.random_session $(or $(EVENTS),100000) --seed $(or $(SEED),1)

# Reads 100,000 records of conferences where they are at hand (READQ_CORPUS); takes some minutes.
.PHONY: bench-duplicates
bench-duplicates: $(STAMP)
	@$(BIN)/python -m tests.benchmarks.duplicates

campaign: $(STAMP)
	@$(BIN)/python -m tests.campaign.whole

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache
