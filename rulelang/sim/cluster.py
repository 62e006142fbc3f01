"""Playing on a Dask cluster: the same games, by workers on other machines.

    pieces ──parcel──▶ scheduler ──▶ a worker unpacks it, which plays it ──answer──▶ tallies, each counted once

A piece is a range of games of a seed, and its tally depends on nothing else; so it does not matter which worker plays
it, or how often. If a worker dies, another one plays its pieces again. A piece is counted when its answer arrives and
is then forgotten: later answers to it are ignored.

A parcel is bytes and needs nothing but Python until a worker unpacks it, so the scheduler need not have rulelang. It
contains the texts of all rules and names the version of rulelang that packed it; a worker with another version refuses
it.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import re
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import attrs

from rulelang.base.extras import missing
from rulelang.base.frozen import Frozen, frozen
from rulelang.sim.model import ClusterError, Piece, Setup
from rulelang.sim.setup import play_chunk, prepare
from rulelang.sim.tally import Tally

ADDRESS = re.compile(r"dask://((?:\[[0-9A-Fa-f:.]+\]|[^\s/:\[\]]+):\d{1,5})/?")
CONNECT, ARRIVE, PATIENCE = 10.0, 30.0, 60.0  # seconds: for the scheduler, a first worker, a worker after the last left
LOOK = 2.0  # seconds without an answer, after which we look whether anybody is still there
FETCH = 3.0  # seconds for an answer to get here; its worker may have died since
AHEAD = 4  # pieces that are sent to a worker before it has answered
LOGGERS = ("distributed", "tornado")

SAME = "install the same rulelang on every worker and here"


@frozen
class Answer(Frozen):
    """The result of a piece, which engine played it and why not a faster one, and how long it took."""

    tally: Tally
    engine: str
    why: str
    seconds: float


# ---------------------------------------------------------------- on a worker

ONE_AT_A_TIME = threading.Lock()  # an engine has one table; a worker with several threads plays in one of them


class OtherVersion(Exception):
    """A parcel came from another rulelang; the text is the one that is here."""


def far_piece(version: str, setup: Setup, seed: int, first: int, number: int) -> Answer:
    """Plays a piece, if it was packed by this very rulelang."""
    if version != own_version():
        raise OtherVersion(own_version())
    with ONE_AT_A_TIME:
        engine = prepare(setup).engine
        began = time.perf_counter()
        tally = play_chunk(setup, seed, first, number)
        return Answer(tally, engine.name, engine.why, time.perf_counter() - began)


@cache
def own_version() -> str:
    """The number of this rulelang, and a hash of what it is made of: two of one number may still differ."""
    from importlib.metadata import version

    from rulelang.base.files import bundled_folder

    home, found = Path(__file__).resolve().parents[1], hashlib.sha256()
    files = [*home.rglob("*.py"), *(home / "std").glob("*.rules"), *bundled_folder("grammar").glob("*.lark")]
    for name, path in sorted(
        (path.name if path.suffix == ".lark" else str(path.relative_to(home)), path) for path in files
    ):
        found.update(f"{name}\0".encode() + path.read_bytes())
    return f"{version('rulelang')}+{found.hexdigest()[:8]}"


# ---------------------------------------------------------------- parcels


@attrs.frozen
class Parcel:
    """A call that is made where its bytes are unpacked."""

    call: Callable[..., Any]
    about: tuple[Any, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return self.call, self.about


def pack(call: Callable[..., Any], *about: Any) -> bytes:
    return pickle.dumps(Parcel(call, about))


# ---------------------------------------------------------------- here


def connect(address: str) -> Cluster:
    """The workers of the scheduler at `dask://host:port`; all of them have this version of rulelang. Raises
    ClusterError.
    """
    place = ADDRESS.fullmatch(address)
    if place is None:
        raise ClusterError(f"`--cluster {address}` is no address of a Dask scheduler; write dask://HOST:PORT.")
    client = client_of(place[1])
    try:
        check_workers(client, place[1])
    except BaseException:
        client.close()
        raise
    return Cluster(client, place[1])


def client_of(place: str) -> Any:
    """A connection to a scheduler. What Dask and its event loop log is told by us, or is of no use to a player: a
    Ctrl-C at the wrong moment makes them log a traceback of their own.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError(missing("dask", error)) from None
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in LOGGERS]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    made: SimpleQueue[Any] = SimpleQueue()

    def call() -> None:
        try:
            made.put(Client(f"tcp://{place}", timeout=CONNECT, set_as_default=False))
        except Exception:
            made.put(None)

    # In a thread of its own: where somebody listens who is no scheduler, Dask would wait for ever.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        threading.Thread(target=call, daemon=True).start()
        try:
            client = made.get(timeout=1.5 * CONNECT)
        except Empty:
            client = None
    if client is None:
        raise ClusterError(
            f"No Dask scheduler answers at {place}; start one there with `dask scheduler`, or check host and port."
        )
    return client


def check_workers(client: Any, place: str) -> None:
    """There are workers, and each has this very rulelang."""
    try:
        client.wait_for_workers(1, timeout=ARRIVE)
    except TimeoutError:
        raise ClusterError(
            f"The scheduler at {place} has no workers; start some with `dask worker {place} --nthreads 1`."
        ) from None
    found = client.run(pickle.loads, pack(own_version), on_error="return")
    for worker, version in sorted(found.items()):
        if isinstance(version, BaseException):
            raise ClusterError(sentence_of(version, f"the worker at {worker}"))
        if version != own_version():
            raise ClusterError(sentence_of(OtherVersion(version), f"the worker at {worker}"))


def sentence_of(error: BaseException, who: str = "a worker", what: str = "anything") -> str:
    """Why a worker does not play, and what to do."""
    from rulelang.native.host.cc import NoCompiler
    from rulelang.native.plan.nodes import Unsupported

    who = who[:1].upper() + who[1:]
    if isinstance(error, ModuleNotFoundError) and error.name == "rulelang":
        return f"{who} has no rulelang; {SAME} ({own_version()})."
    if isinstance(error, OtherVersion):
        return f"{who} has rulelang {error}, and here is {own_version()}; {SAME}."
    if (isinstance(error, ImportError) and (error.name or "").startswith("rulelang.")) or "get attribute" in str(error):
        return f"{who} has another rulelang than {own_version()}, which is here; {SAME}."
    if isinstance(error, NoCompiler | Unsupported):
        return f"{who} cannot play with this engine ({error}); leave `--engine` away."
    if type(error).__name__ == "KilledWorker":
        return f"Every worker that was given {what} has died; look at what the workers say, perhaps of memory."
    about = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return f"{who} could not play {what} ({about}); look at what the workers say."


@attrs.define
class Cluster:
    """A connection to a scheduler whose workers can play."""

    client: Any
    place: str

    def play(self, pieces: Iterable[Piece]) -> Generator[tuple[Piece, Answer], None, None]:
        """Every piece with its answer, in the order in which they arrive. Pieces are created as workers need them."""
        course = Course(self, iter(pieces))
        try:
            yield from course.answers()
        finally:
            course.cancel()

    def workers(self) -> int:
        """How many there are at the moment; they may come and go."""
        return len(self.client.nthreads())

    def close(self) -> None:
        self.client.close()


@attrs.define
class Course:
    """Pieces on their way. `open`: those without an answer, by key."""

    cluster: Cluster
    pieces: Iterator[Piece]
    name: str = attrs.Factory(lambda: f"rulelang-{uuid.uuid4().hex}")
    open: dict[tuple[int, int, int], tuple[Piece, Any]] = attrs.Factory(dict)
    done: SimpleQueue[tuple[int, int, int]] = attrs.Factory(SimpleQueue)
    given: int = 0
    fetch: float = FETCH
    workers: int = 1
    looked: float = 0.0
    heard: float = attrs.Factory(time.monotonic)

    def answers(self) -> Iterator[tuple[Piece, Answer]]:
        self.fill()
        while self.open:
            key = self.next_done()
            if key not in self.open:
                continue  # it has its answer
            piece, future = self.open[key]
            answer = self.answer(piece, future)
            if answer is None:
                self.give(piece)
                continue
            del self.open[key]
            yield piece, answer
            self.fill()

    def fill(self) -> None:
        """Gives out pieces, so that no worker waits for one."""
        self.look()
        while len(self.open) < AHEAD * max(1, self.workers):
            piece = next(self.pieces, None)
            if piece is None:
                return
            self.give(piece)

    def give(self, piece: Piece) -> None:
        parcel = pack(far_piece, own_version(), piece.setup, piece.seed, piece.first, piece.number)
        key, self.given = piece.key, self.given + 1
        future = self.cluster.client.submit(pickle.loads, parcel, key=f"{self.name}-{self.given}", pure=False)
        self.open[key] = piece, future
        future.add_done_callback(lambda _: self.done.put(key))

    def next_done(self) -> tuple[int, int, int]:
        """A finished piece; if none finishes for long, there must at least be workers."""
        while True:
            try:
                key = self.done.get(timeout=LOOK)
            except Empty:
                self.look()
                if self.workers == 0 and time.monotonic() - self.heard > PATIENCE:
                    sentence = f"The scheduler at {self.cluster.place} has lost its workers; start some, and try again."
                    raise ClusterError(sentence) from None
                continue
            self.heard = time.monotonic()
            return key

    def look(self) -> None:
        """How many workers are there now?"""
        if time.monotonic() - self.looked < LOOK:
            return
        if self.cluster.client.status != "running":
            raise self.gone_error()
        try:
            self.workers = self.cluster.workers()
        except (OSError, RuntimeError):
            raise self.gone_error() from None
        self.looked = time.monotonic()
        if self.workers:
            self.heard = self.looked

    def answer(self, piece: Piece, future: Any) -> Answer | None:
        """The answer to a piece; None if it cannot be fetched, because playing it again is then quicker than waiting.
        """
        from concurrent.futures import CancelledError

        try:
            found: Answer = future.result(timeout=self.fetch)
        except TimeoutError:
            self.fetch *= 2
            return None
        except (CancelledError, OSError):
            raise self.gone_error() from None
        except Exception as error:
            if type(error).__name__ == "FutureCancelledError":
                raise self.gone_error() from None
            raise ClusterError(sentence_of(error, what=str(piece))) from None
        if found.tally.games + found.tally.faulty != piece.number:
            raise ClusterError(f"The answer to {piece} is of another number of games; {SAME}.")
        return found

    def gone_error(self) -> ClusterError:
        return ClusterError(f"The scheduler at {self.cluster.place} does not answer any more; look whether it runs.")

    def cancel(self) -> None:
        """Nobody plays any more what is not finished."""
        futures = [future for _, future in self.open.values()]
        self.open.clear()
        if futures and self.cluster.client.status == "running":
            self.cluster.client.cancel(futures)
