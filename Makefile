# PYTHON: the interpreter that creates the environment.
# VENV: the environment; a folder that exists is used as it is, and keeps the torch that it has.
# ARGS: passed on to the command, as in: make test ARGS="tests/contract -x"
PYTHON ?= python3
VENV ?= .venv
ARGS ?=
BIN := $(VENV)/bin
# Tools run as modules: a package that the environment borrows brings no command along.
RUN = @"$(BIN)/python" -m
ENVIRONMENT = @$(PYTHON) scripts/environment.py --venv "$(VENV)"

.DEFAULT_GOAL := help
.PHONY: help demo test suite lint bench

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-6s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo:  ## Fetch the embedded model and run the main job with it
	$(ENVIRONMENT) local
	@"$(BIN)/logitrail" demo $(ARGS)

test:  ## Run all tests but the slow ones
	$(ENVIRONMENT) local test
	$(RUN) pytest $(ARGS)

suite:  ## Hold schemas, scanner, verifier and binding against outside data, and against their own past
	$(ENVIRONMENT) local test
	$(RUN) tests.suite.report
	$(RUN) tests.suite.claims_report
	$(RUN) tests.grounding.binding_cases

lint:  ## Check style, formatting and types
	$(ENVIRONMENT) local dev
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy

bench:  ## Measure decoding side by side with other libraries
	$(ENVIRONMENT) bench
	$(RUN) bench.decode $(ARGS)
