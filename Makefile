# The daily commands. `make check` is what .ci/run does.
.PHONY: run test lint bench screens samples check

.venv: pyproject.toml
	test -x .venv/bin/python || python3 -m venv .venv
	.venv/bin/pip install -e '.[dev]'
	touch .venv

run: .venv
	.venv/bin/inspector demo

test: .venv
	.venv/bin/python -m pytest -n 4

lint: .venv
	.venv/bin/ruff check inspector tests
	.venv/bin/ruff format --check inspector tests
	.venv/bin/mypy
	.venv/bin/lint-imports

bench: .venv
	.venv/bin/python -m tests.benchmarks

screens: .venv
	.venv/bin/python -m tests.screens

samples: .venv
	.venv/bin/python -m tests.samples

check:
	.ci/run
