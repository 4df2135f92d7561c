# All tasks of the project. Needs Python 3.11 or newer, pip and make; the hashed locks provide everything else.

# The interpreter to install with. Without it, requirements/install.sh finds one.
PYTHON ?=
VENV   := .venv
PY     := $(VENV)/bin/python
PYTEST := $(PY) -m pytest -n auto --dist worksteal -q
# Slow tests wait for processes, browsers and clocks: two workers keep a core busy.
BUSY := PYTEST_XDIST_AUTO_NUM_WORKERS=$(shell expr $$(getconf _NPROCESSORS_ONLN) \* 2)
ON_SQLITE := DATABASE_URL=sqlite:///$(CURDIR)/var/gofish.sqlite3
ON_POSTGRESQL := $(PY) -m tests.postgres --
# Another PYTHON has other stamps, so that install.sh compares versions.
STAMP  := $(subst /,-,$(PYTHON)).stamp
LOCAL  := $(VENV)/local$(STAMP)
DEV    := $(VENV)/dev$(STAMP)
NODE   := clients/node_modules/.package-lock.json
PEERS  := bench/peers/node_modules/.package-lock.json
GENERATED := clients/generated
BENCH  := .venv-bench/bench$(STAMP)
SERVED := .venv-served/base$(STAMP)
RELEASE := .venv-release/release$(STAMP)
PORT   ?= 8000
REDOCLY := REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
	node clients/node_modules/.bin/redocly
BENCH_ENV = env DJANGO_SETTINGS_MODULE=gofish_api.settings SERVING_PYTHON=.venv-served/bin/python
BENCH_LIVE = $(BENCH_ENV) $(PY) -m bench.live
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
# Without compiled modules each of the hundreds of processes that tests start takes four times as long.
unexport PYTHONDONTWRITEBYTECODE
# Runs what follows `--` with the compiled engine, or with pure Python where it cannot be compiled.
COMPILED := $(PY) clients/python-local/compiled.py
# The packages of the benchmarks, OpenSpiel among them.
WITH_SPIEL = $$(.venv-bench/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
INSTALL := PYTHON='$(PYTHON)' requirements/install.sh

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-scenarios test-nightly compiled test-compiled test-bridges test-kaggle lint lint-types lint-others lint-style lint-schema lint-locks lint-web format bundles generated api-changelog release-schema release-dump release-files clients lock bench bench-engine bench-environments bench-live bench-hostile bench-peers bench-scale bench-web arena rate-check train-expert train-values analysis-check hooks clean

# Install again if the interpreter is gone, as after an upgrade of the system.
ifneq ($(shell test -x $(PY) || echo gone),)
.PHONY: $(LOCAL) $(DEV)
endif

# A target is in the group of the last line that begins with `##@`.
help: ## List the targets
	@awk -F ':.*## ' '/^##@ / {print "\n" substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@printf '\n%s\n' "$$($(PY) -V 2>/dev/null || echo Nothing) is in $(VENV). PYTHON=python3.12 make ... takes another Python."

##@ Run
run: $(LOCAL) ## Serve the API, its documentation and the admin on this machine (PORT=8000)
	@$(PY) manage.py migrate --verbosity 0
	@exec $(PY) manage.py serve --port $(PORT)

##@ Test
test: $(DEV) ## Run the quick tests on SQLite, and those of its SQL and locks on PostgreSQL
	@mkdir -p var
	$(ON_SQLITE) $(PYTEST) -m 'not slow'
	$(ON_POSTGRESQL) $(PYTEST) -m 'postgresql and not slow'

test-all: test ## Run all tests, and those that use a database on both
	@$(MAKE) --silent bundles || echo 'SKIPPED the TypeScript tools and bundles/: npm cannot reach a registry'
	$(BUSY) $(ON_SQLITE) $(PYTEST) -m slow
	$(BUSY) $(ON_POSTGRESQL) $(PYTEST) -m '(django_db or postgresql) and (slow or not postgresql)'

test-nightly: export HYPOTHESIS_PROFILE = nightly
test-nightly: export PYTEST_ADDOPTS = -o faulthandler_timeout=0
test-nightly: test-all test-bridges test-kaggle ## Run all tests with many more examples

test-scenarios: $(DEV) ## Run the scenarios in SCENARIOS=FILE, or those of the project
	$(PY) -m pytest tests/engine/test_scenarios.py -q

compiled: $(DEV) ## Compile the engine, the bots and the value models outside the checkout, for arena, train-expert and the SDK
	@$(COMPILED)

test-compiled: compiled ## Run the tests of the engine, of the bots and of luck with the compiled engine
	@mkdir -p var
	@$(ON_SQLITE) $(COMPILED) -- \
		$(PYTEST) -o django_find_project=false tests/engine tests/bots \
		tests/analysis/test_luck.py

test-bridges: $(DEV) $(BENCH) ## Run the tests of the OpenSpiel game, with the OpenSpiel of the benchmarks
	PYTHONPATH=$(WITH_SPIEL) $(PY) -m pytest -q tests/bots/test_open_spiel_game.py

# The lock of the project has other versions of some packages that Kaggle pins.
test-kaggle: $(DEV) ## Run the tests of the environment of Kaggle, with its packages in .venv-kaggle
	@test -e .venv-kaggle/bin/pytest || { $(PY) -m venv .venv-kaggle \
		&& .venv-kaggle/bin/pip install --quiet './clients/python-local[kaggle]' pytest hypothesis; }
	LITELLM_LOCAL_MODEL_COST_MAP=True PYTHONPATH=. .venv-kaggle/bin/python -m pytest -q -c /dev/null \
		--rootdir=. --noconftest -p no:cacheprovider tests/bots/test_kaggle_env.py

##@ Change
lint: $(DEV) ## Check style, types, import layers, migrations, the API schema and the locks
	@$(MAKE) --silent $(NODE) || echo 'SKIPPED installing redocly: npm cannot reach a registry'
	@$(MAKE) --no-print-directory --keep-going --jobs=2 lint-types lint-others

# Takes as long as all other checks together.
lint-types: $(DEV)
	$(PY) -m mypy .

lint-others: lint-style lint-schema lint-locks lint-web

lint-style: $(DEV)
	$(PY) -m tests.words
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run

lint-schema: $(DEV)
	@mkdir -p var
	$(ON_SQLITE) $(PY) -m tests.generated --check
	@test -e $(NODE) && $(REDOCLY) lint --config clients/redocly.yaml schema.yaml \
		|| { test ! -e $(NODE) && echo 'SKIPPED redocly: npm cannot reach a registry'; }
	@test ! -e tests/contract/released.json \
		|| $(PY) -m tests.contract.changes tests/contract/released.json schema.yaml

lint-web: $(DEV)
	@if test ! -e $(NODE); then echo 'SKIPPED tsc and the layers of web/: npm cannot reach a registry'; \
	else $(MAKE) --silent $(GENERATED)/stamp && cp $(GENERATED)/gofish.d.ts clients/javascript/types/api.d.ts \
	&& node clients/node_modules/.bin/tsc --project clients/web.tsconfig.json \
	&& node clients/node_modules/.bin/depcruise --config clients/web_layers.cjs web; fi

lint-locks: $(DEV)
	@! grep -nE '://|^ *(-i|-f|--(extra-)?index-url|--find-links)[ =]' requirements/*.in requirements/*.txt \
		|| { echo 'requirements/ contains the address of a package index. Run: make lock'; exit 1; }
	@! grep -n '"resolved"' clients/package-lock.json bench/peers/package-lock.json \
		|| { echo 'A lock of npm contains the address of a registry. Run npm install there, which removes it'; exit 1; }
	@$(VENV)/bin/pip-audit --disable-pip --require-hashes --requirement requirements/base.txt \
		--progress-spinner off --timeout 10 >var/audit.txt 2>&1; \
	if grep -q '^Found ' var/audit.txt; then cat var/audit.txt; exit 1; \
	elif ! grep -q '^No known' var/audit.txt || grep -q 'could not be audited' var/audit.txt; \
	then echo 'SKIPPED pip-audit: the list of known vulnerabilities cannot be reached'; \
	else echo 'pip-audit: no known vulnerabilities'; fi

format: $(DEV) ## Rewrite the code in the project's format
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bundles: $(NODE) ## Build bundles/, the modules of the web client in few files
	@node clients/bundle_web.mjs

generated: $(DEV) ## Remake all generated files: examples, schema.yaml, tables of the docs, permissions, types of clients
	@mkdir -p var
	$(ON_SQLITE) $(PY) -m tests.generated
	@$(MAKE) --silent $(GENERATED)/stamp || echo 'SKIPPED the types of clients: npm cannot reach a registry'

release-schema: $(DEV) ## Store the schema as the released one, which later ones are compared with
	$(PY) -m tests.contract.changes --write schema.yaml

api-changelog: $(DEV) ## Print what is new in the API since the released schema, as Markdown
	@$(PY) -m tests.contract.api_changelog

release-dump: $(DEV) ## Dump databases of this code, which later code is tested with (VERSION=0.1.0)
	$(PY) -m tests.releases.make $(VERSION)

release-files: $(DEV) $(NODE) $(RELEASE) ## Build the packages twice, and list all parts with their licences, in dist/
	$(PY) ops/release.py dist

clients: $(GENERATED)/stamp bundles ## Generate clients/generated, a Python client and TypeScript types, and build bundles/

lock: $(DEV) ## Resolve requirements/*.in again into hashed locks
	requirements/lock.sh $(VENV)/bin/uv

hooks: $(DEV) ## Run lint before every commit
	$(VENV)/bin/pre-commit install

clean: ## Remove environments, caches and test databases; the local game database stays
	rm -rf $(VENV) .venv-bench .venv-kaggle .venv-release .venv-served .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis staticfiles
	rm -rf clients/node_modules bench/peers/node_modules $(GENERATED) bundles
	rm -f var/test_* var/audit.txt
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

##@ Measure
bench: $(DEV) $(SERVED) ## Measure asks and states, and their SQL alone, on both databases (BENCH_FLAGS=--write: update docs/benchmarks.md)
	@mkdir -p var && rm -f var/bench.sqlite3*
	$(PY) -m tests.postgres --durable -- $(BENCH_ENV) $(PY) -m bench.asks $(BENCH_FLAGS)
	DATABASE_URL=sqlite:///$(CURDIR)/var/bench.sqlite3 $(BENCH_ENV) $(PY) -m bench.asks $(BENCH_FLAGS)
	$(PY) -m tests.postgres --durable -- $(BENCH_ENV) $(PY) -m bench.growth $(BENCH_FLAGS)

bench-engine: $(BENCH) $(DEV) ## Compare the engine, pure and compiled, with OpenSpiel
	.venv-bench/bin/python -m bench.engine
	$(COMPILED) -- .venv-bench/bin/python -m bench.engine

bench-environments: $(BENCH) $(DEV) ## Compare the environments for learning with OpenSpiel's loop
	$(COMPILED) -- sh -c "PYTHONPATH=\$$PYTHONPATH:$(WITH_SPIEL) $(PY) -m bench.environments"

bench-live: $(DEV) $(SERVED) ## Measure streams on SQLite, then on PostgreSQL with one and two servers
	@mkdir -p var && rm -f var/bench.sqlite3*
	DATABASE_URL=sqlite:///$(CURDIR)/var/bench.sqlite3 $(BENCH_LIVE)
	$(PY) -m tests.postgres -- $(BENCH_LIVE)
	$(PY) -m tests.postgres -- $(BENCH_LIVE) --servers 2 --reconnect 0.02

bench-hostile: $(DEV) $(SERVED) ## Measure how attackers within the rate limits slow down asks (BENCH_FLAGS=--write: update docs/costs.md)
	@mkdir -p var && rm -f var/bench.sqlite3*
	DATABASE_URL=sqlite:///$(CURDIR)/var/bench.sqlite3 $(BENCH_ENV) $(PY) -m bench.hostile $(BENCH_FLAGS)
	$(PY) -m tests.postgres --durable -- $(BENCH_ENV) $(PY) -m bench.hostile $(BENCH_FLAGS)

bench-peers: $(DEV) $(SERVED) ## Compare moves at four seats with boardgame.io (BENCH_FLAGS=--write: update docs/benchmarks.md)
	@$(MAKE) --silent $(PEERS) || true
	$(PY) -m tests.postgres --durable -- $(BENCH_ENV) $(PY) -m bench.peers.compare $(BENCH_FLAGS)

bench-scale: $(DEV) ## Play 1,000 games on several processes with injected faults, and verify every log (SCALE="--games 100")
	$(PY) -m tests.postgres -- env DJANGO_SETTINGS_MODULE=gofish_api.settings $(PY) -m bench.scale $(SCALE)

bench-web: $(DEV) ## Measure how long a slow phone waits for the table (BENCH_FLAGS=--write: update docs/benchmarks.md)
	@mkdir -p var
	DATABASE_URL=sqlite:///$(CURDIR)/var/gofish.sqlite3 $(PY) -m bench.loading $(BENCH_FLAGS)

arena: $(DEV) ## Let the bots play each other: share of the wins by preset and seats
	$(COMPILED) -- $(PY) -m bench.arena $(ARENA)

rate-check: $(DEV) ## Compare how well rating systems predict fresh games of the bots (RATE_CHECK=--write: update docs/ratings.md)
	$(PY) -m bench.rate_check $(RATE_CHECK)

train-expert: $(DEV) ## Train the network of the expert bot again (takes a while)
	$(COMPILED) -- $(PY) -m bench.train_expert $(TRAIN)

train-values: $(DEV) ## Train the value models of the analysis again; goes on where it was interrupted
	$(PY) -m bench.train_values $(TRAIN)

analysis-check: $(DEV) ## Measure accuracy by player, luck and times of the analysis (CHECK="--games 10000")
	$(PY) -m bench.analysis_check $(CHECK)

$(LOCAL): requirements/local.txt requirements/base.txt
	@$(INSTALL) $(VENV) $<
	@touch $@

$(DEV): requirements/dev.txt $(addprefix requirements/,$(addsuffix .txt,base local learn otel data))
	@$(INSTALL) $(VENV) $<
	@touch $(LOCAL) $@

# The lock in clients/ lists the npm packages; node itself is a Python package.
$(NODE): clients/package.json clients/package-lock.json $(DEV)
	@cd clients && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# boardgame.io, which a benchmark compares with.
$(PEERS): bench/peers/package.json bench/peers/package-lock.json $(DEV)
	@cd bench/peers && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(GENERATED)/stamp: schema.yaml clients/openapi-python-client.yaml $(NODE)
	$(VENV)/bin/openapi-python-client generate --path schema.yaml --meta setup --overwrite \
		--config clients/openapi-python-client.yaml --output-path $(GENERATED)/python
	node clients/node_modules/.bin/openapi-typescript schema.yaml --default-non-nullable false \
		--output $(GENERATED)/gofish.d.ts
	cp $(GENERATED)/gofish.d.ts clients/javascript/types/api.d.ts
	@touch $@

# A server installation without development tools.
$(SERVED): requirements/base.txt
	@$(INSTALL) .venv-served $<
	@touch $@

$(RELEASE): requirements/release.txt
	@$(INSTALL) .venv-release $<
	@touch $@

$(BENCH): requirements/bench.txt requirements/base.txt
	@$(INSTALL) .venv-bench $<
	@touch $@
