# Everything sets itself up: `make run` and `make test` need Python 3.11 to 3.13 and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test slow check format setup bench screens evaluate apk apk-check clean

run: setup
	@$(BIN)/python -m companion.demo

test: check
	$(BIN)/python -m pytest -n 2

slow: setup
	$(BIN)/python -m pytest -n 2 -m slow

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	  || { echo "Python 3.11, 3.12 or 3.13 is needed (PYTHON=python3.12 make setup chooses one)."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
	  || { echo "Python cannot make a virtual environment: install Debian's python3-venv."; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@sh docs/tools/system-libraries.sh
	@touch $(READY)

bench: setup
	$(BIN)/marble bench --plots docs/bench

screens: setup
	$(BIN)/python -m companion.ui.screenshots docs/screens

evaluate: setup
	$(BIN)/marble evaluate tests/photos

# The Android package: needs a JDK and downloads Android's SDK and NDK; it says what before it begins.
apk:
	@sh docs/tools/apk.sh

# Everything about the package that can be checked without them; installs buildozer outside of the repository, and
# Debian's aapt where that is possible.
apk-check: setup
	@sh docs/tools/android-manifest-tools.sh
	$(BIN)/python tests/phone_tools.py
	$(BIN)/python -m pytest -p no:xdist -m "slow or not slow" -rs $(wildcard tests/test_phone*.py)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info out
