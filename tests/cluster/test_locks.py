"""requirements/run.txt alone is enough to play: pytest brings packages that would hide a gap."""

import subprocess
from pathlib import Path

from tests import parts

PYTHON = parts.ROOT / ".venv" / "run" / "bin" / "python"


def test_broker_and_worker_run_from_the_run_lock_alone(tmp_path: Path) -> None:
    subprocess.run(["make", "--silent", ".venv/run/stamp"], cwd=parts.ROOT, check=True)
    environment = parts.small_environment(VAR=str(tmp_path))

    def run(*words: str) -> None:
        subprocess.run([str(PYTHON), *words], cwd=parts.ROOT, env=environment, check=True)

    run("manage.py", "migrate", "--verbosity", "0")
    log = tmp_path / "worker.log"
    with (
        parts.broker_at(tmp_path / "broker" / "socket"),
        parts.worker(environment, log, python=str(PYTHON)),
    ):
        run("-m", "celery", "--app", "league.celery", "call", "league.tasks.tick")
        parts.wait_for(lambda: "succeeded" in log.read_text())
    assert "ERROR" not in log.read_text()
