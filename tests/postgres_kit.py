"""A real PostgreSQL server in a temporary folder, for as long as somebody needs it.

    python tests/postgres_kit.py        prints its address, and ends with Ctrl-C

It never runs as root: root starts it as the user `postgres`, whom the package of the system brings along.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MISSING = "There is no PostgreSQL here, so tables are not tried in one; to install it: sudo apt-get install postgresql"


def programs() -> Path | None:
    """Where `initdb` and `postgres` are: where the system looks, or where Debian keeps them."""
    found = shutil.which("initdb")
    places = (
        [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    )
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a database in a server of its own, empty."""
    place = programs()
    if place is None:
        raise FileNotFoundError(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="rulelang-postgres-"))
    user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
    if user:
        shutil.chown(folder, "postgres", "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # What is tried is a death of our processes, not of the database: it may leave the disk to the system.
    ways = ["-h", "127.0.0.1", "-p", str(port), "-k", str(folder), "-c", "fsync=off"]
    make = [place / "initdb", "-D", folder / "data", "-A", "trust", "-U", "rulelang", "-E", "UTF8", "--no-sync"]
    try:
        subprocess.run(make, cwd=folder, check=True, stdout=subprocess.DEVNULL, **user)
        with (folder / "log").open("w") as log:
            server = subprocess.Popen(
                [place / "postgres", "-D", folder / "data", *ways], cwd=folder, stderr=log, **user
            )
        try:
            wait_for(place, folder, port, server)
            yield f"postgresql://rulelang@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # end all sessions, then itself
            server.wait(60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(place: Path, folder: Path, port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    ask = [place / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(ask).returncode != 0:
        alive = server.poll() is None and time.monotonic() < end
        assert alive, (folder / "log").read_text()
        time.sleep(0.05)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt), postgres() as address:
        print(address, flush=True)
        signal.pause()
