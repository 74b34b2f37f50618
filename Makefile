# Delvebook. Every target sets up what it needs by itself; all it takes is make and Python 3.11 or newer.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# The tests start hundreds of processes. Without bytecode each of them would compile the same modules again.
unexport PYTHONDONTWRITEBYTECODE

ifeq ($(wildcard delvebook/domain/__init__.py),)
$(error This checkout has no symbolic links, which delvebook/ needs; where they are allowed, \
	say: git config core.symlinks true && git checkout HEAD -- delvebook)
endif

VENV := .venv/.installed
EXPORT_VENV := .venv-export/.installed
RESEARCH_VENV := .venv-research/.installed
MUTATION_VENV := .venv-mutation/.installed
BROWSER := .venv/.browser
CLIENTS_VENV := .venv-clients/.installed
RELEASE_VENV := .venv-release/.installed
CLIENTS := tests/clients/typescript
FIREFOX := tests/firefox
LINTERS := tests/openapi
PAGES := service/web
PY := .venv/bin/python
# AGAIN=1 runs only what failed when the target ran last; each target remembers that by itself.
# Memory that glibc keeps for each thread apart would count as taken: two such places are enough.
pytest = MALLOC_ARENA_MAX=2 $(1) -m pytest --timeout=300 -o cache_dir=.pytest_cache/$@ $(if $(AGAIN),--last-failed)
PYTEST = $(call pytest,$(PY))
COMPOSE := docker compose
# $(call given,SEED TITLE) is --seed '…' --title '…', without what is not given.
given = $(foreach name,$(1),$(if $($(name)),--$(shell tr A-Z a-z <<<$(name)) '$($(name))'))

.PHONY: help install run play demo worker up down logs test test-long test-fast test-newest stranger test-leaks leaks test-research test-exports research research-sizes codecs wheel release keep test-wheel lint-openapi \
	test-browser test-firefox pictures check lint format-check format types web-types vendor docs-test clauses dictionary events forgeries conformance differ simulate catalogues promises language twins mutate \
	golden golden-update recheck verify bench rows bench-webhooks timing bench-peers capacity costs profile shares floods lock clean test-machines chaos crash-sim fuzz sabotage test-clients \
	examples test-client client jitter

help: ## Say what there is (this)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# -- setting up ------------------------------------------------------------------------------------

install: $(VENV) ## Make .venv from the lock; the other targets do it, too
	@:

# PYTHON=… chooses another Python.
$(VENV): locks/dev.lock pyproject.toml client/VERSION .ci/venv.py
	@.ci/install $(PYTHON)

$(RESEARCH_VENV): $(VENV) locks/research.lock pyproject.toml client/VERSION .ci/venv.py
	@.venv/bin/python .ci/venv.py .venv-research locks/research.lock

$(EXPORT_VENV): $(VENV) locks/export.lock pyproject.toml client/VERSION .ci/venv.py
	@.venv/bin/python .ci/venv.py .venv-export locks/export.lock

research: $(RESEARCH_VENV) ## Make .venv-research, with PettingZoo, OpenSpiel and scikit-learn
	@:

$(MUTATION_VENV): $(VENV) locks/mutation.lock pyproject.toml client/VERSION .ci/venv.py
	@.venv/bin/python .ci/venv.py .venv-mutation locks/mutation.lock

lock: ## Write locks/ and the client's lock anew from what is declared; UPGRADE=1 takes the newest versions
	@locks/write $(if $(UPGRADE),--upgrade)

$(BROWSER): locks/browser.lock $(VENV)
	@$(PY) -m pip install --quiet --no-input --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r $<
	@touch $@

$(PAGES)/node_modules/.installed: $(PAGES)/package-lock.json
	@command -v npm >/dev/null || { echo "this needs node and npm (Debian and Ubuntu: apt install nodejs npm)" >&2; exit 1; }
	@npm ci --prefix $(PAGES) --silent --ignore-scripts
	@touch $@

$(CLIENTS_VENV): $(VENV) locks/clients.lock
	@.venv/bin/python -m venv --clear .venv-clients
	@.venv-clients/bin/python -m pip install --quiet --no-input --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
		-r locks/clients.lock
	@touch $@

$(RELEASE_VENV): $(VENV) locks/release.lock
	@.venv/bin/python -m venv --clear .venv-release
	@.venv-release/bin/python -m pip install --quiet --no-input --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
		-r locks/release.lock
	@touch $@

# Where there is no npm these suites say so themselves.
$(CLIENTS)/node_modules/.installed $(FIREFOX)/node_modules/.installed: %/node_modules/.installed: %/package-lock.json
	@if command -v npm >/dev/null; then npm ci --prefix $* --silent --ignore-scripts && touch $@; fi

$(LINTERS)/node_modules/.installed: $(LINTERS)/package-lock.json
	@command -v npm >/dev/null || { echo "this needs node and npm (Debian and Ubuntu: apt install nodejs npm)" >&2; exit 1; }
	@npm ci --prefix $(LINTERS) --silent --ignore-scripts
	@touch $@

vendor: $(PAGES)/node_modules/.installed ## Copy the libraries of the pages from their lock into service/web/static/vendor
	@cd $(PAGES)/static/vendor/lit-html && for file in $$(find . -name '*.js'); do cp ../../../node_modules/lit-html/$$file $$file; done; cp ../../../node_modules/lit-html/LICENSE LICENSE.txt

clean: ## Remove what make and the tools made: .venv, caches, builds (never .delvebook, the games)
	rm -rf .venv .venv-* .venv.lock build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# -- running ---------------------------------------------------------------------------------------

run: $(VENV) ## Run the whole service on this machine: web, follower, bots, Redis, SQLite
	@.venv/bin/delvebook run

play: $(VENV) ## Play one game in the terminal, against bots: TITLE=dungeon-raiders PLAY_LANG=ru
	@test -n '$(TITLE)' || { echo "which title? make play TITLE=dungeon-raiders" >&2; exit 2; }
	@.venv/bin/delvebook play '$(TITLE)' $(if $(PLAY_LANG),--lang '$(PLAY_LANG)')

demo: $(VENV) ## Play twenty games and more over HTTP; export, verify, forge one byte of each
	@.venv/bin/delvebook demo

worker: $(VENV) ## Run one more bot worker beside `make run`
	@.venv/bin/delvebook worker

up: ## Run the service in containers: docker compose up
	$(COMPOSE) up --build --detach

down: ## Stop the containers; the games stay in their volumes
	$(COMPOSE) down

logs: ## Follow the containers' logs
	$(COMPOSE) logs --follow --tail=100

# -- checking --------------------------------------------------------------------------------------

test: $(VENV) ## Run the tests, but for those that have a target of their own
	$(PYTEST) -n 3 --dist worksteal -m "not long"

test-long: $(VENV) ## Run the tests that start, kill and wait; the rest of what test runs
	$(PYTEST) -n 3 --dist worksteal -m long

test-fast: $(VENV) ## Run the tests of the rules: domain and contract
	$(PYTEST) -n 2 tests/domain tests/contract

test-newest: ## Run a good part of the tests on the newest Python, if it is here; ONE_IN=3 takes a third of them, NEWEST=3.12 another Python
	@NEWEST='$(NEWEST)' .ci/newest $(ONE_IN)

stranger: ## Install, play and test as a stranger: another user, empty environment and HOME, no compiler; PYTHONS="python3.11 python3.13" WHOLE=1
	@PYTHONS='$(PYTHONS)' WHOLE='$(WHOLE)' .ci/stranger

test-leaks: $(VENV) ## Look for anything a viewer may not know, in every way out
	$(PYTEST) -n 2 tests/leaks

leaks: $(VENV) ## Look for leaks in PAIRS=10000 pairs of two worlds, on SQLite and PostgreSQL; SEED=1
	$(PY) -m tests.leaks.long_run $(or $(PAIRS),10000) --seed $(or $(SEED),1)

test-research: $(RESEARCH_VENV) ## Hold every title to PettingZoo's and OpenSpiel's own tests, and learn for a minute
	$(call pytest,.venv-research/bin/python) -n 2 tests/research

test-exports: $(EXPORT_VENV) ## Export games as Parquet tables, and ask them three questions with DuckDB
	$(call pytest,.venv-export/bin/python) -n 2 tests/exports

research-sizes: $(VENV) ## Hold every view of GAMES=10000 random games of each title, or of TITLE, to its vector: SEED=any FIRST=0 ACTIONS=1000 GREEDY=4
	$(PY) -m tests.research.sizes $(call given,GAMES SEED FIRST ACTIONS GREEDY) $(TITLE)

codecs: $(VENV) ## Measure anew how many legal actions of titles share a label; a figure never gets lower
	$(PY) -m delvebook.research.codecs

wheel: $(VENV) ## Build the wheels of Delvebook and of its client into dist/
	@rm -f dist/delvebook-*.whl dist/delvebook_client-*.whl
	@$(PY) -m pip wheel --quiet --no-input --disable-pip-version-check --no-deps --no-build-isolation --no-index --wheel-dir dist . ./client
	@ls dist/*.whl

release: $(RELEASE_VENV) ## Make a release from the commit into dist/VERSION: wheels, sources, image context, parts, sums, notes
	@.venv-release/bin/python .ci/release.py

test-wheel: $(RELEASE_VENV) ## Make a release twice; install the wheel into an empty environment, run the service from it
	$(PYTEST) tests/installed

keep: $(VENV) ## Keep what this version writes and promises, once, for the tests of all later versions: VERSION=1.0
	@test -n '$(VERSION)' || { echo "which version? make keep VERSION=1.0" >&2; exit 2; }
	@$(PY) -m tests.kept '$(VERSION)'

test-client: $(VENV) ## Build the client's wheel, install it without the server, play a game from it
	$(PYTEST) tests/client/installed

client: $(VENV) ## Make the client anew: its methods from openapi.json, its sync half from its async one, its verifier from examples/
	$(PY) client/make_api.py
	$(PY) client/make_sync.py
	$(PY) client/make_chain.py
	@$(PY) -m ruff format --quiet client/delvebook_client

test-machines: $(VENV) ## Kill, stop and cut off parts of a service on several machines; needs haproxy, and as root patroni, etcd, postgresql
	$(PYTEST) -n 2 --dist worksteal -rP tests/machines

test-browser: $(BROWSER) ## Play, watch, verify and dispute in a real Chrome or Chromium
	$(PYTEST) tests/browser

test-firefox: $(VENV) $(FIREFOX)/node_modules/.installed ## Play, replay and verify a game of every title in Firefox; needs node and firefox-esr
	$(PYTEST) tests/firefox

jitter: $(VENV) ## Start games against bots on a bad network, and hold the page's store to what the service says; needs node: STARTS=2000 SEED=1 JOBS=4
	$(PY) -m tests.browser.jitter $(call given,STARTS SEED JOBS)

lint-openapi: $(VENV) $(LINTERS)/node_modules/.installed ## Look for mistakes in the OpenAPI document with Redocly and Spectral; needs node and npm
	@$(PY) -m tests.openapi build/openapi.json
	@REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(LINTERS)/node_modules/.bin/redocly lint build/openapi.json --max-problems 1000 --format stylish
	@$(LINTERS)/node_modules/.bin/spectral lint build/openapi.json --ruleset $(LINTERS)/.spectral.yaml --fail-severity hint

test-clients: $(if $(shell command -v npm),lint-openapi) $(CLIENTS_VENV) $(CLIENTS)/node_modules/.installed ## Play whole games with clients that two generators make from openapi.json
	$(PYTEST) tests/clients

pictures: $(BROWSER) ## Take the pictures of the pages anew: those of the README, and those that the browser tests compare
	$(PY) -m tests.browser.pictures

check: lint format-check types test ## Everything that must be green before a commit

lint: $(VENV) ## Look for mistakes with ruff
	$(PY) -m ruff check .

format-check: $(VENV) ## Say what `make format` would change
	$(PY) -m ruff format --check .

format: $(VENV) ## Lay out the code, and mend what ruff can mend
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

types: $(VENV) ## Check the types with mypy
	$(PY) -m mypy

web-types: $(PAGES)/node_modules/.installed ## Check the types of the pages' modules, and that vendored files are those of the lock
	@cd $(PAGES)/static/vendor/lit-html && for file in $$(find . -name '*.js'); do cmp $$file ../../../node_modules/lit-html/$$file; done
	@cd $(PAGES) && node_modules/.bin/tsc --project tsconfig.json

docs-test: $(VENV) ## Check README and docs: links, commands, generated pages
	$(PYTEST) tests/house/test_docs.py tests/house/test_clauses.py tests/house/test_events_page.py

clauses: $(VENV) ## Write docs/clauses/ anew: which test holds which clause
	$(PY) -m tests.house.clauses
	$(PY) -m tests.domain.rulesets.runebound.coverage

dictionary: $(VENV) ## Write the list of columns in docs/exports.md anew
	$(PY) -m tests.replays.test_tables

events: $(VENV) ## Write what follows from the declarations of events: docs/events.md, the client's and the browser's tables
	$(PY) -m tests.house.events

examples: $(VENV) ## Record the examples of the OpenAPI document anew, from a small story over the real API
	EXAMPLES=record $(PYTEST) tests/service/api/test_examples.py

forgeries: $(VENV) ## Write docs/forgeries.md anew: which forgery is found by whom, and as what
	PYTHONPATH=client $(PY) -m tests.replays.test_forgeries

conformance: $(VENV) ## Write the conformance kit for verifiers in other languages anew: docs/conformance/
	PYTHONPATH=client $(PY) -m tests.replays.conformance

differ: $(VENV) ## Bend honest records at random and compare all verifiers of level chain, and replay what holds: SEED=any CASES=10000
	PYTHONPATH=client $(PY) -m tests.replays.differ $(call given,SEED CASES)

# -- games and records -----------------------------------------------------------------------------

simulate: $(VENV) ## Play random whole games: SEED=any TITLE=dungeon-raiders GAMES=1000; all may be left out
	@.venv/bin/delvebook simulate $(call given,SEED TITLE GAMES)

catalogues: $(VENV) ## Look for ids and shapes that catalogues do not have in GAMES=1000 random games of each title
	@$(if $(TITLE),.venv/bin/delvebook catalogue '$(TITLE)' >/dev/null) # refuses a title that there is not
	CATALOGUE_GAMES=$(or $(GAMES),1000) $(PYTEST) --timeout=0 tests/contract/test_catalogue.py $(if $(TITLE),-k '$(TITLE)')

promises: $(VENV) ## Hold CHOICES=100000 choices of each title, or of TITLE, against what follows from them
	$(PY) -m tests.contract.promises --choices $(or $(CHOICES),100000) $(TITLE)

language: $(VENV) ## Read SENTENCES=1000000 told sentences of each title, or of TITLE, and find what no native speaker writes
	$(PY) -m tests.contract.language --sentences $(or $(SENTENCES),1000000) $(TITLE)

twins: $(VENV) ## Play GAMES=100 of each title, or of TITLE, between bots that draw among the nearly best and bots that take the best
	$(PY) -m tests.contract.twins --games $(or $(GAMES),100) $(TITLE)

mutate: $(MUTATION_VENV) ## Break a TITLE or PACKAGE in small ways, see which its tests notice: JOBS=2 SAMPLE=300 SEED=1
	@test -n '$(TITLE)$(PACKAGE)' || { echo "what? make mutate TITLE=dungeon-raiders, or PACKAGE=service/store" >&2; exit 2; }
	@.venv-mutation/bin/python -m tests.mutation '$(or $(PACKAGE),$(TITLE))' $(call given,JOBS SAMPLE SEED MODULES BUDGET) \
		$(if $(OWN),--own) $(if $(AGAIN),--again) $(if $(FIGURES),--figures)

sabotage: $(VENV) ## Break the service in declared ways, see which its tests notice: ONLY=rights SAMPLE=20 SEED=1 SECONDS_MAX=300 AGAIN=1
	$(PY) -m tests.sabotage $(call given,ONLY SAMPLE SEED) $(if $(SECONDS_MAX),--seconds '$(SECONDS_MAX)') $(if $(AGAIN),--again)

golden: $(VENV) ## Verify every golden game
	@.venv/bin/delvebook golden check

golden-update: $(VENV) ## Record what the plans of golden games name and is not recorded yet
	@.venv/bin/delvebook golden update

recheck: $(VENV) ## Say which golden records and stored games this code plays differently, or with UNDER=title@2 that version
	@.venv/bin/delvebook recheck $(call given,UNDER)

verify: $(VENV) ## Verify a record: RECORD=path/to/record.jsonl
	@test -n '$(RECORD)' || { echo "which record? make verify RECORD=path/to/record.jsonl" >&2; exit 2; }
	@.venv/bin/delvebook verify '$(RECORD)'

rows: $(VENV) ## Measure what a stored event costs in bytes, by title and type, as JSON and as it is stored
	$(PY) -m tests.bench.rows

bench-webhooks: $(VENV) ## Measure what receivers of webhooks that hang cost the others, as a ratio: REPEATS=3
	$(PY) -m tests.bench --only webhooks $(call given,REPEATS)

bench: $(VENV) ## Measure actions, replay, loading, as ratios: ONLY=http REPEATS=3; HISTORY=1 shows earlier runs
	$(PY) -m tests.bench $(call given,ONLY REPEATS) $(if $(HISTORY),--history)

timing: $(VENV) ## Measure whether the time of an answer tells a secret, and how small a difference would be found
	$(PY) -m tests.bench.secrets_in_time

bench-peers: $(VENV) ## Measure beside boardgame.io, which is installed for it; needs node and npm: REPEATS=3 BEFORE=8 BASE=COMMIT
	$(PY) -m tests.bench.peers $(call given,REPEATS BEFORE BASE)

capacity: $(VENV) ## Print what a machine carries by the arithmetic of docs/capacity.md, and simulate its queues
	$(PY) -m tests.bench.capacity

.venv/.bench: $(VENV) locks/bench.lock
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/bench.lock
	@touch $@

costs: .venv/.bench ## Measure processor time: an action against Flask's floor, playouts against chess; adds to build/bench.jsonl
	$(PY) -m tests.bench.costs

profile: .venv/.bench ## Sample where a request and a playout spend their time: build/profile/*.svg, flame graphs
	@mkdir -p build/profile
	@for what in requests playouts; do \
		.venv/bin/py-spy record --gil --rate 500 --output build/profile/$$what.svg -- $(PY) -m tests.bench.costs --only $$what --repeats 1; \
	done

shares: .venv/.bench ## Sample which parts of the program the time goes to: ONLY=web
	$(PY) -m tests.bench.shares $(call given,ONLY)

floods: $(VENV) ## Measure what crowds cost those who play: idle followers, silent, half and dripping connections, askers for checks
	$(PY) -m tests.floods

chaos: $(VENV) ## Kill, stop, slow, fill and cut the service while clients play, and compare: SEED=any MINUTES=1 STORE=sqlite DISK=256 RESTORE=1 RESULT=file
	@$(PY) -m tests.chaos $(call given,SEED MINUTES STORE DISK RESULT) $(if $(RESTORE),--restore)

crash-sim: $(VENV) ## Crash the application at every kind of write, on a disk, a clock and threads of its own: SEED=any SCHEDULES=1000 JOBS=2
	@$(PY) -m tests.crashes $(call given,SEED SCHEDULES ONLY JOBS)

.venv/.fuzz: $(VENV) locks/fuzz.lock
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/fuzz.lock
	@touch $@

fuzz: .venv/.fuzz ## Ask the real server what nobody should, and judge every answer: REQUESTS=20000 SEED=any JOBS=2
	@$(PY) -m tests.fuzz $(call given,REQUESTS SEED JOBS)
