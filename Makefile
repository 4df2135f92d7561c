# The usual tasks of the project. Needs Python 3.11 or newer, pip and make; the hashed locks provide
# everything else. Rare tasks are commands that the documentation of their subject names.

# The interpreter to install with. Without it, requirements/install.sh finds one.
PYTHON ?=
VENV   := .venv
PY     := $(VENV)/bin/python
PYTEST := $(PY) -m pytest -n auto --dist worksteal -q
# Slow tests wait for processes, browsers and clocks: three workers keep a core busy.
BUSY := PYTEST_XDIST_AUTO_NUM_WORKERS=$(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3)
ON_SQLITE := DATABASE_URL=sqlite:///$(CURDIR)/var/gofish.sqlite3
ON_POSTGRESQL := $(PY) -m tests.postgres --
# Another PYTHON has other stamps, so that install.sh compares versions.
STAMP  := $(subst /,-,$(PYTHON)).stamp
LOCAL  := $(VENV)/local$(STAMP)
DEV    := $(VENV)/dev$(STAMP)
NODE   := clients/node_modules/.package-lock.json
GENERATED := clients/generated
PORT   ?= 8000
REDOCLY := REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
	node clients/node_modules/.bin/redocly
BENCH  := env SERVING_PYTHON=.venv-served/bin/python $(PY) -m
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
# Without compiled modules each of the hundreds of processes that tests start takes four times as long.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := PYTHON='$(PYTHON)' requirements/install.sh

.DEFAULT_GOAL := help
.PHONY: help run test test-all test-nightly lint lint-types lint-others lint-style lint-schema lint-locks lint-web format bundles generated clients release-files lock bench train-master clean

# Install again if the interpreter is gone, as after an upgrade of the system.
ifneq ($(shell test -x $(PY) || echo gone),)
.PHONY: $(LOCAL) $(DEV)
endif

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@printf '\n%s\n' "$$($(PY) -V 2>/dev/null || echo Nothing) is in $(VENV). PYTHON=python3.12 make ... takes another Python."

run: $(LOCAL) ## Serve the API, its documentation and the admin on this machine (PORT=8000)
	@$(PY) manage.py migrate --verbosity 0
	@exec $(PY) manage.py serve --port $(PORT)

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
test-nightly: test-all ## Run all tests with many more examples

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

generated: $(DEV) ## Remake all generated files
	@mkdir -p var
	$(ON_SQLITE) $(PY) -m tests.generated
	@$(MAKE) --silent $(GENERATED)/stamp || echo 'SKIPPED the types of clients: npm cannot reach a registry'

clients: $(GENERATED)/stamp bundles ## Generate clients/generated, a Python client and TypeScript types, and build bundles/

lock: $(DEV) ## Resolve requirements/*.in again into hashed locks
	requirements/lock.sh $(VENV)/bin/uv

release-files: $(DEV) $(NODE) ## Build the packages twice, and list all parts with their licences, in dist/
	@$(INSTALL) .venv-release requirements/release.txt
	$(PY) ops/release.py dist

bench: $(DEV) ## Measure asks and states, and their SQL alone, on both databases (BENCH_FLAGS=--write: update docs/benchmarks.md)
	@$(INSTALL) .venv-served requirements/base.txt
	@mkdir -p var && rm -f var/bench.sqlite3*
	$(PY) -m tests.postgres --durable -- $(BENCH) bench.asks $(BENCH_FLAGS)
	DATABASE_URL=sqlite:///$(CURDIR)/var/bench.sqlite3 $(BENCH) bench.asks $(BENCH_FLAGS)
	$(PY) -m tests.postgres --durable -- $(BENCH) bench.growth $(BENCH_FLAGS)

train-master: $(DEV) ## Train the networks of master for half an hour (TRAIN_FLAGS="--tables classic --seats 4": only some)
	$(PY) -m bench.train_master $(TRAIN_FLAGS)

clean: ## Remove environments, caches and test databases; the local game database stays
	rm -rf $(VENV) .venv-bench .venv-kaggle .venv-release .venv-served .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis staticfiles
	rm -rf clients/node_modules bench/peers/node_modules $(GENERATED) bundles
	rm -f var/test_* var/audit.txt
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

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

$(GENERATED)/stamp: schema.yaml clients/openapi-python-client.yaml $(NODE)
	$(VENV)/bin/openapi-python-client generate --path schema.yaml --meta setup --overwrite \
		--config clients/openapi-python-client.yaml --output-path $(GENERATED)/python
	node clients/node_modules/.bin/openapi-typescript schema.yaml --default-non-nullable false \
		--output $(GENERATED)/gofish.d.ts
	cp $(GENERATED)/gofish.d.ts clients/javascript/types/api.d.ts
	@touch $@
