"""Start a server, and say where it is."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import attrs
import uvicorn

from rulelang.base.extras import missing
from rulelang.table.annex import Annex
from rulelang.table.app import LARGEST, make_app
from rulelang.table.hub import Hub
from rulelang.table.room import Refused, Settings, digest, new_token
from rulelang.table.shelf import Shelf
from rulelang.table.store import BadStore, Store
from rulelang.table.workshop import Workshop

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANYWHERE = ("0.0.0.0", "::")
NEVER = 1 << 30
SWITCH = 0.0005  # seconds: the disk thread has little to do, and answers wait for it


class CannotServe(Exception):
    """A server cannot start; the message is a sentence about the reason."""


@attrs.frozen
class Plan:
    """`public`: the address that others use to reach the server, if a proxy stands before it. `keep`: days to keep a
    table that nobody touches. `edit`: the file that is being written. `uploads`: whether others may send rules; None
    means only if nobody else can reach the server.
    """

    host: str = "127.0.0.1"
    port: int = 7480
    db: str = ""
    public: str = ""
    keep: float = 30.0
    edit: Path | None = None
    uploads: bool | None = None

    @property
    def takes_rules(self) -> bool:
        if is_shared(self.db):  # uploads are kept beside a file
            return False
        return self.uploads if self.uploads is not None else self.host in LOOPBACK and not self.public


def is_shared(db: str) -> bool:
    """Is this the address of a database that several processes may share?"""
    return db.startswith(("postgresql://", "postgres://"))


def open_store(db: str, place: str = "") -> Store:
    """`place`: where the other processes of a shared database reach this one."""
    if not is_shared(db):
        return Store(db)
    try:
        from rulelang.table.postgres import Postgres
    except ImportError as error:
        lacking = ImportError(name=error.name or "psycopg_binary")
        raise BadStore(missing("postgres", lacking)) from None
    return Postgres(db, place)


def default_file() -> str:
    """The default file for tables."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(Path.home(), ".local", "share")
    return os.path.join(base, "rulelang", "tables.db")


def start(
    plan: Plan, files: dict[str, Path], games: list[str], tell: Callable[[str], None], show: Callable[[str], None]
) -> None:
    """Serve until stopped. `tell` gets lines for the console, `show` the link to open."""
    with tempfile.TemporaryDirectory(prefix="rulelang-") as folder:
        serve_from(plan, files, games, tell, show, Path(folder))


def serve_from(
    plan: Plan,
    files: dict[str, Path],
    games: list[str],
    tell: Callable[[str], None],
    show: Callable[[str], None],
    folder: Path,
) -> None:
    """`folder`: for files that need not outlive the server, since a workshop writes nothing but its file."""
    if plan.uploads and is_shared(plan.db):
        raise CannotServe("Rules of guests need a file of tables; leave out --uploads, or name a file with --db.")
    listener = listen(plan)
    db = plan.db or (str(folder / "tables.db") if plan.edit is not None else default_file())
    hub = Hub(open_store(db, address(attrs.evolve(plan, public=""), listener)), Shelf.of(files))
    link = address(plan, listener)
    edited = {plan.edit.stem: plan.edit} if plan.edit is not None else {}
    beside = folder if plan.edit is not None else Path(f"{db}.rules")
    annex = Annex(beside, edited, plan.edit) if edited or plan.takes_rules else None
    workshop = Workshop(plan.edit, annex) if plan.edit is not None and annex is not None else None
    if workshop is not None:
        tell(f"{workshop.path.name}: write it at {link}/edit#{workshop.key}")
    names = frozenset(name for name in (plan.host, host_of(plan.public), socket.gethostname().lower()) if name)
    names |= {f"{socket.gethostname().lower()}.local"}
    app = make_app(hub, names, plan.keep * 86400, annex, workshop, plan.takes_rules)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    opened = f"{link}/edit#{workshop.key}" if workshop is not None else ""
    asyncio.run(run(uvicorn.Server(config), hub, listener, link, games, tell, show, opened))
    hub.store.close()


async def run(
    server: uvicorn.Server,
    hub: Hub,
    listener: socket.socket,
    link: str,
    games: list[str],
    tell: Callable[[str], None],
    show: Callable[[str], None],
    opened: str = "",
) -> None:
    """Set up a table for each named game, then serve. `opened`: the link of the workshop, if there is one."""
    first = opened or link
    for number, name in enumerate(games):
        table, token = await hub.create(Settings(name))
        await hub.shelf.game(Settings(name))
        mine = f"{link}/t/{table}#{token}"
        first = first if number or opened else mine
        tell(f"{name}: open {mine}\n  That link makes you the host. Your friends open {link}/t/{table}")
    tell(f"All games: {link}")
    kept = f"Tables are kept in {hub.store.path}. Stop with Ctrl-C; they come back with the next start."
    tell("Stop with Ctrl-C. The rules stay; tables of a workshop do not." if opened else kept)
    show(first)
    gc.collect()
    gc.freeze()  # games and code are never collected
    gc.set_threshold(2_000, NEVER)  # short pauses: only `sweep_for_ever` collects the older generations
    sys.setswitchinterval(SWITCH)
    await server.serve([listener])


def listen(plan: Plan) -> socket.socket:
    """Bind the port now, so that the printed link is right."""
    family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
    # A socket that declares TCP sends each frame at once; otherwise the second of two waits for the ack of the first.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((plan.host, plan.port))
    except OSError as error:
        listener.close()
        why = (error.strerror or str(error)).lower()
        place = f"{plan.host} port {plan.port}"
        raise CannotServe(f"Cannot listen on {place} ({why}); try --port 0 for any free port.") from None
    listener.listen(1024)
    return listener


def address(plan: Plan, listener: socket.socket) -> str:
    """How others reach the server."""
    if plan.public:
        return plan.public.rstrip("/")
    host = own_address() if plan.host in ANYWHERE else plan.host
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"


def own_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def host_of(url: str) -> str:
    from urllib.parse import urlsplit

    return urlsplit(url).hostname or ""


def new_host_key(db: str, table: str) -> str:
    """A new host key for a table, for whoever has access to the file or the database; the old one is no longer valid. A
    server that has the table loaded applies the new key by itself.
    """

    async def renew() -> str:
        file = open_store(db or default_file())
        try:
            if await file.read(table) is None:
                raise Refused(f"There is no table `{table}` in {file.path}.")
            token = new_token()
            await file.leave_word(table, digest(token))
            return token
        finally:
            file.close()

    return asyncio.run(renew())
