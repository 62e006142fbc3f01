# `make run` plays a game, `make test` checks everything, `make quick` what finds most in a minute, `make bench` measures
# the engines side by side, `make pictures` takes the pictures of the README again.
# All need the network the first time only. A stamp in .venv is a copy of the
# pyproject.toml it was installed from, so a mere change of date installs nothing.

PYTHON := $(shell for p in python3.11 python3; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1 && { echo $$p; break; }; done)
GAME   ?= games/nokosu.rules
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test quick bench editors vsix pictures clean

run: .venv/base
	$(BIN)/rulelang run $(GAME) $(ARGS)

test: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist worksteal $(ARGS)

quick: .venv/dev
	$(BIN)/pytest -n 2 --dist worksteal $$(cat tests/quick) $(ARGS)

bench: .venv/bench
	$(BIN)/python bench/run.py $(ARGS)

editors: .venv/dev
	$(BIN)/python -m rulelang.language.highlight

vsix: editors
	$(BIN)/python editors/vscode/make_vsix.py build/rulelang.vsix

pictures: .venv/base
	$(BIN)/python docs/pictures/make.py

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find rulelang tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

.venv/made:
	@test -n "$(PYTHON)" || { echo "rulelang needs Python 3.11 or newer; install python3.11 and try again." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	@touch $@

# The wheel takes grammar/ and games/ along, so both must exist, if only empty.
.venv/base: pyproject.toml | .venv/made
	@mkdir -p grammar games
	@cmp -s pyproject.toml $@ || $(PIP) install -e '.[lsp,serve]'
	@cp pyproject.toml $@

.venv/dev: pyproject.toml | .venv/made
	@mkdir -p grammar games
	@cmp -s pyproject.toml $@ || $(PIP) install -e '.[dev]'
	@cp pyproject.toml $@ && cp pyproject.toml .venv/base

# OpenSpiel has no wheel for every machine; without it `make bench` leaves its part out and tries again next time.
.venv/bench: pyproject.toml | .venv/base
	@cmp -s pyproject.toml $@ || $(PIP) install -e '.[bench]' && cp pyproject.toml $@ \
		|| echo "OpenSpiel cannot be installed here, so it is left out." >&2
