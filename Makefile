# Everything a newcomer types. `make` alone lists it.
PYTHON ?= python3
ARGS ?=
FUZZ ?= 20
COMPILE = ../.venv/lock/bin/uv pip compile --quiet --universal --generate-hashes --no-header \
    --no-config --python-version 3.11 --upgrade

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check fuzz lock shots bench bench-peers bench-bots bench-league bench-ladder careful

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## */make \1 \t/p' $(MAKEFILE_LIST) | expand -t 18

run: .venv/run/stamp  ## the site with a demo club; ARGS="--port 8123" passes arguments on
	@exec .venv/run/bin/python manage.py up --demo $(ARGS)

test: .venv/run/stamp .venv/test/stamp  ## the whole suite; ARGS="tests/games -k trick" picks from it
	@exec .venv/test/bin/python -m pytest --numprocesses auto --dist loadgroup $(ARGS)

check: .venv/test/stamp  ## style, types and the direction of imports
	.venv/test/bin/ruff check .
	.venv/test/bin/ruff format --check .
	.venv/test/bin/mypy --strict --no-warn-unused-configs games bots docs league/formats league/scoring
	.venv/test/bin/mypy league tests
	.venv/test/bin/python -m pytest -q tests/test_imports.py

fuzz: .venv/test/stamp  ## the rules engine under new random play, minutes long; FUZZ=100 for longer
	@FUZZ=$(FUZZ) .venv/test/bin/python -m pytest -q tests/games/test_fuzz.py \
	    tests/games/test_fuzz_parsers.py $(ARGS)

shots: .venv/test/stamp  ## the pictures in docs/img anew, from a demo that is being played
	@.venv/test/bin/python docs/shots.py

careful: .venv/test/stamp  ## how well the bot careful plays, into docs/careful.md; half an hour
	@.venv/test/bin/python -m docs.careful $(ARGS)

bench: .venv/run/stamp  ## how fast the engine is, into docs/performance.md; a minute
	@.venv/run/bin/python -m docs.bench

bench-peers: .venv/peers/stamp  ## the same beside other libraries, in an environment of their own
	@PYGAME_HIDE_SUPPORT_PROMPT=1 .venv/peers/bin/python -W ignore -m docs.bench_peers

bench-bots: .venv/run/stamp .venv/peers/stamp  ## what a sandbox costs; ARGS="--matches 1000" for longer
	@.venv/run/bin/python -m docs.bench_bots $(ARGS)

bench-league: .venv/run/stamp  ## draws and standings of large tournaments; five minutes
	@.venv/run/bin/python -m docs.bench_league

bench-ladder: .venv/run/stamp  ## whether a ladder slows down as it grows; two minutes, 3 GB for a while
	@.venv/run/bin/python -m docs.bench_ladder

lock: .venv/lock/stamp  ## requirements/*.txt anew from requirements/*.in
	cd requirements && $(COMPILE) run.in --output-file run.txt
	cd requirements && $(COMPILE) test.in --output-file test.txt
	cd requirements && $(COMPILE) --no-deps peers.in --output-file peers.txt

# Runtime, tests and peers have an environment each. One is made anew when its lock is newer than its
# stamp, so a second `make run` does nothing here.
.venv/%/stamp: requirements/%.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	    { echo 'Stammtisch needs Python 3.11 or newer: name one with "make PYTHON=/path/to/python3 ...".' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo 'Python cannot make virtual environments here: sudo apt install python3-venv' >&2; exit 1; }
	@echo 'Installing requirements/$*.txt into .venv/$* (a minute at most, once).'
	@$(PYTHON) -m venv --clear .venv/$*
	@.venv/$*/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
	    --require-hashes -r requirements/$*.txt
	@touch $@

.venv/lock/stamp:
	$(PYTHON) -m venv --clear .venv/lock
	.venv/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	touch $@
