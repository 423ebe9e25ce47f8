# The front door. `make play` and `make test` are all a newcomer needs: each sets itself up, and is quick the
# second time. Paths are relative throughout, so that the folder may have any name.

SHELL := /bin/sh
# The tests start hundreds of processes, and each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.NOTPARALLEL: # the cheapest check first, and one report at a time
.PHONY: help setup play pages test fmt lint types imports web unit look browser mutants soak screens bench features schemas lock hooks clean

BIN := .venv/bin
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
ifndef PYTHON
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c '$(NEW_ENOUGH)' 2>/dev/null && echo "$$python" && break; done)
endif
# What to pass on to pytest or to the benchmark: make unit ARGS="tests/cards -k shoe"
ARGS ?=
# Processes of the test run. CI has two cores, and a test waits half of its time: for a page, for another
# process, for a limit to pass.
JOBS ?= 4

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

setup: ## install everything into .venv, from the lock file
	@"$(PYTHON)" -c '$(NEW_ENOUGH)' 2>/dev/null || { \
		echo "Sabot needs Python 3.11 or newer; try: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@"$(PYTHON)" tools/bootstrap.py

play: setup pages ## open the casino on its port, and watch its tables: 1 to 9 change the table, q ends
	@$(BIN)/sabot play $(ARGS)

pages: setup ## build the web client into the package
	@$(BIN)/python tools/web.py

test: lint types imports web unit look ## every check and test, of the browser's as many as show every row: what CI runs

fmt: setup ## format the code, and mend what can be mended
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

lint: setup ## check format, lint and spelling
	@echo "== lint"
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/codespell

types: setup ## mypy --strict
	@echo "== types"
	@$(BIN)/mypy --strict

imports: setup ## arrows point inward: the import contracts
	@echo "== imports"
	@$(BIN)/lint-imports

unit: setup pages ## all tests and doctests; narrow with ARGS="tests/cards -k shoe"
	@echo "== unit"
	@$(BIN)/pytest -n $(JOBS) --dist worksteal --ignore=tests/browser $(ARGS)

look: setup pages ## the tests in a real browser that show every row of the features once
	@echo "== look"
	@$(BIN)/python tools/browser.py
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not wide and not timed" tests/browser $(ARGS)

browser: setup pages ## all of them: the pages in a real browser, against a real casino
	@echo "== browser"
	@$(BIN)/python tools/browser.py
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not timed" tests/browser $(ARGS)
	@$(BIN)/pytest -n 0 -m timed tests/browser $(ARGS)

web: pages ## check and test the web client
	@echo "== web"
	@cd web && npm run --silent check && npm run --silent test

mutants: setup ## plant every bug of tools/mutants.toml in a copy, and see that the tests notice
	@$(BIN)/python -m tools.mutants $(ARGS)

soak: setup mutants ## the long versions: every seed, many kills, every planted bug; minutes to hours
	@SABOT_SEEDS=20000 SABOT_FLOOR_SCRIPTS=5000 SABOT_LIVE_SEEDS=5000 SABOT_KILLS=500 $(BIN)/pytest -n $(JOBS) tests/simulation tests/crash $(ARGS)
	@SABOT_GARBAGE=1 $(BIN)/pytest -n $(JOBS) tests/bootstrap/test_garbled_columns.py $(ARGS)
	@SABOT_INCIDENTS=200 $(BIN)/pytest -n 0 tests/rehearsal/test_incidents.py $(ARGS)
	@SABOT_RECONNECTS=2000 SABOT_LATE_BETS=200000 $(BIN)/pytest -n $(JOBS) tests/client $(ARGS)
	@SABOT_WALK=1 SABOT_PAGE_ROUNDS=400 $(MAKE) browser
	@$(BIN)/python -m tools.hour
	@SABOT_FRAMES=1000000 SABOT_TWINS=25 SABOT_SIEGE_SECONDS=10 $(BIN)/pytest -n 0 tests/siege $(ARGS)

screens: setup pages ## pictures of every screen, size and phase, into docs/screens
	@$(BIN)/python -m tools.screens $(ARGS)

bench: setup ## measure against other implementations, side by side
	@$(BIN)/python -m bench $(ARGS)

schemas: setup ## write the JSON Schema of the protocol, its TypeScript types and the list of refusals anew
	@$(BIN)/python -m tools.schemas
	@$(BIN)/python tools/typescript.py

features: setup ## write docs/features.md, docs/tests.md and docs/promises.md: what is shown by which tests
	@$(BIN)/python tools/features.py
	@$(BIN)/python tools/tested.py
	@$(BIN)/python -m tools.promises

# The lock files name packages, versions and hashes, and no registry: everyone's own client knows where to ask.
COMPILE = $(BIN)/uv --quiet pip compile pyproject.toml --universal --generate-hashes --no-config \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(ARGS)

lock: setup ## write the lock files anew; ARGS=--upgrade takes newer versions
	@$(COMPILE) --output-file requirements.lock
	@$(COMPILE) --extra dev --constraints requirements.lock --output-file dev.lock
	@! grep -nE 'https?://' requirements.lock dev.lock

hooks: setup ## check each commit and push before it leaves
	@$(BIN)/pre-commit install --hook-type pre-commit --hook-type pre-push

clean: ## remove everything that setup and the checks made
	rm -rf .venv .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
