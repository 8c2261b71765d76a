"""The commands that deploy/ gives to systemd, on PostgreSQL and a broker of their own."""

import re
import shlex
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

from tests import parts

DEPLOY = parts.ROOT / "deploy"
PORT = "8000"


def example(**values: str) -> dict[str, str]:
    """env.example as systemd reads it, with some values replaced."""
    lines = re.findall(r"^([A-Z_]+)=(.*)$", (DEPLOY / "env.example").read_text(), re.MULTILINE)
    return parts.small_environment(**dict(lines) | values)


def commands(unit: str, key: str, port: str) -> list[list[str]]:
    """What a unit starts, here instead of there."""
    text = (DEPLOY / f"stammtisch-{unit}.service").read_text()
    here = text.replace("/srv/stammtisch/.venv/run/bin", str(Path(sys.executable).parent))
    here = here.replace("%i", "1").replace("%%", "%").replace(f"--port {PORT}", f"--port {port}")
    return [shlex.split(line) for line in re.findall(rf"^{key}=(.*)$", here, re.MULTILINE)]


def test_the_units_bring_up_a_site(postgres_url: str, broker_url: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        free_port = str(found.getsockname()[1])
    environment = example(VAR=str(tmp_path), DATABASE_URL=postgres_url, REDIS_URL=broker_url)
    for command in commands("web", "ExecStartPre", free_port):
        subprocess.run(command, cwd=parts.ROOT, env=environment, check=True, capture_output=True)
    with ExitStack() as stack:
        for unit in ("web", "beat", "worker@"):
            (command,) = commands(unit, "ExecStart", free_port)
            log = tmp_path / f"{unit}.log"
            stack.enter_context(parts.process(command, log, cwd=parts.ROOT, env=environment))
        parts.wait_for(lambda: answers(free_port))
        parts.wait_for(lambda: parts.nodes(broker_url) == {"worker1", "celerybeat"})


def answers(port: str) -> bool:
    """Whether the web server does, asked as the proxy asks."""
    headers = {"Host": "cards.example.org", "X-Forwarded-Proto": "https"}
    try:
        response = urlopen(Request(f"http://127.0.0.1:{port}/healthz/", headers=headers))
    except URLError:
        return False
    with response:
        return bool(response.status == 200)
