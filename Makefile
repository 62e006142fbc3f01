# `make run` plays a game, `make test` checks everything, `make quick` what finds most in a minute, `make bench` measures
# the engines side by side, `make pictures` takes the pictures of the README again.
# All need the network the first time only. A stamp in .venv is a copy of the
# pyproject.toml it was installed from, so a mere change of date installs nothing.

PYTHON := $(shell for p in python3.11 python3; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1 && { echo $$p; break; }; done)
GAME   ?= games/nokosu.rules
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test browser browser-test quick bench pages editors textmate-test codemirror vsix pictures policies clean

run: .venv/base
	$(BIN)/rulelang run $(GAME) $(ARGS)

test: .venv/dev browser
	$(BIN)/ruff check .
	@$(BIN)/mypy & types=$$!; $(BIN)/pytest -n 2 --dist worksteal $(ARGS); tests=$$?; wait $$types && exit $$tests

# Chromium, for the tests in a browser: without it they are left out, and nothing else fails; where CI is set, it must be
# there.
browser:
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the tests in a browser …"; \
		timeout 300 sh -c 'apt-get -qq update; apt-get -qq install -y --no-install-recommends chromium' >/dev/null 2>&1 && exit 0; \
	fi; \
	if [ -n "$$CI" ]; then echo "There is no Chromium here, and with CI set it must be; to install it: sudo apt-get install chromium" >&2; exit 1; fi; \
	echo "There is no Chromium here, so the tests in a browser are left out; to install it: sudo apt-get install chromium" >&2

# Whole games by clicking and by the keyboard; a missing browser is a failure.
browser-test: .venv/dev browser
	RULELANG_BROWSER=required RULELANG_WHOLE=1 $(BIN)/pytest tests/table/test_browser.py $(ARGS)

quick: .venv/dev
	$(BIN)/pytest -n 2 --dist worksteal $$(cat tests/quick) $(ARGS)

bench: .venv/bench
	$(BIN)/python bench/run.py $(ARGS)

# The page of error codes, and the tables of other pages that are made from the code.
pages: .venv/dev
	PYTHONPATH=tests $(BIN)/python tests/diagnostics/test_explain.py
	PYTHONPATH=tests $(BIN)/python tests/docs/test_docs.py

editors: .venv/dev
	$(BIN)/python -m rulelang.language.highlight

# The TextMate grammar in the engine of VS Code, on every rules file there is; needs node and npm.
textmate-test: .venv/dev
	npm install --prefix build/textmate --no-audit --no-fund --no-package-lock vscode-textmate@9.3.2 vscode-oniguruma@2.0.1
	NODE_PATH=$(CURDIR)/build/textmate/node_modules $(BIN)/pytest -q tests/language/test_highlight.py -k engine_of_vs_code

# The editor of the workshop, one module with its licences; needs node and npm.
codemirror:
	cd editors/codemirror && npm install --no-audit --no-fund --no-package-lock && npm run bundle && rm -rf node_modules

vsix: editors
	$(BIN)/python editors/vscode/make_vsix.py build/rulelang.vsix

pictures: .venv/dev browser
	$(BIN)/python docs/pictures/make.py
	PYTHONPATH=tests $(BIN)/python docs/pictures/table.py

# What bots have learned of bundled games, for every number of players, from so many games each; to be made anew where rules or
# features change. A table takes 15 to 100 s of one core, one of Mixed Nuts with three or more some
# minutes. In Nokosu nothing learned has helped.
LEARNED = nosh:2000 nuts:1000 pretzel:5000 sweet_nose:2000
policies: .venv/dev
	for each in $(LEARNED); do \
		game=games/$${each%:*}; \
		for players in $$($(BIN)/python -c "import rulelang; print(*rulelang.load('$$game.rules').typed.players)"); do \
			$(BIN)/rulelang learn $$game.rules --players $$players --games $(or $(GAMES),$${each#*:}) --to $$game.policy || exit; \
		done; \
	done

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
	@cmp -s pyproject.toml $@ || $(PIP) install -e '.[spiel,zoo]' \
		|| echo "OpenSpiel or PettingZoo cannot be installed here, so their tests are left out." >&2
	@cp pyproject.toml $@ && cp pyproject.toml .venv/base

# OpenSpiel has no wheel for every machine; without it `make bench` leaves its part out and tries again next time.
.venv/bench: pyproject.toml | .venv/base
	@cmp -s pyproject.toml $@ || $(PIP) install -e '.[bench]' && cp pyproject.toml $@ \
		|| echo "OpenSpiel cannot be installed here, so it is left out." >&2
