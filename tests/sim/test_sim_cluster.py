"""Simulations on a Dask cluster: the same figures, whatever happens to workers; nothing lost, nothing counted twice."""

from __future__ import annotations

import builtins
import os
import pickle
import socket
import threading
from collections import Counter
from concurrent.futures import CancelledError

import attrs
import pytest
from cli_kit import GUESS, NOT_COMPILED, rulelang, terminal
from native_kit import needs_c

from rulelang.native.host import cc
from rulelang.sim import cluster as clusters
from rulelang.sim.cluster import Answer, Cluster, connect, far_piece, own_version, pack
from rulelang.sim.compare import play_sides
from rulelang.sim.report import engine_line, report_of
from rulelang.sim.run import ClusterError, Piece, Run, simulate
from rulelang.sim.setup import play_chunk, prepare, setup_of
from rulelang.sim.tally import Tally


@pytest.fixture(autouse=True)
def folder(two_games):
    """Everything happens in a folder with two small games; nothing is compiled."""
    return two_games


# ---------------------------------------------------------------- workers that can be told what to do


class Crew:
    """Two workers on this machine, each with two threads."""

    def __init__(self, local, client):
        self.local, self.client = local, client

    @property
    def address(self) -> str:
        return self.local.scheduler_address.replace("tcp://", "dask://")

    def pids(self) -> dict[str, int]:
        """The process of each worker; both are there."""
        self.client.wait_for_workers(2, timeout=60)
        return self.client.run(os.getpid)

    def do(self, code: str, *workers: str) -> None:
        """Every worker runs a line of Python, or only these do."""
        self.client.run(exec, code, {}, workers=list(workers) or None)

    def idle(self) -> bool:
        return not any(key.startswith("rulelang-") for key in self.local.scheduler.tasks)


@pytest.fixture(scope="module")
def crew(tmp_path_factory):
    distributed = pytest.importorskip("distributed")
    home, here = tmp_path_factory.mktemp("workers"), os.getcwd()
    os.chdir(home)  # nothing of a test's folder is found from there
    try:
        options = {"n_workers": 2, "threads_per_worker": 2, "host": "127.0.0.1"}
        options |= {"dashboard_address": "127.0.0.1:0", "scheduler_kwargs": {"dashboard": False}}
        with (
            distributed.LocalCluster(**options, local_directory=str(home), silence_logs=50) as local,
            distributed.Client(local, set_as_default=False) as client,
        ):
            os.chdir(here)
            crew = Crew(local, client)
            crew.do(f"import os; os.environ.update(RULELANG_CC='no-such-compiler', XDG_CACHE_HOME={str(home)!r})")
            yield crew
    finally:
        os.chdir(here)


@pytest.fixture
def workers(crew):
    """The cluster as a simulation uses it."""
    crew.pids()
    cluster = connect(crew.address)
    yield cluster
    cluster.close()


@pytest.mark.parametrize(
    "words",
    [
        ["sim", "guess.rules", "-n", 300, "--players", "2..3"],
        ["sim", "breaks.rules", "-n", 30],
        ["compare", "guess.rules", "--set", "top=3", "-n", 30],
        ["sweep", "guess.rules", "--set", "top=2..4", "-n", 12],
    ],
    ids=lambda words: words[1] if words[0] == "sim" else words[0],
)
def test_the_same_command_says_the_same(crew, words):
    crew.pids()
    near, far = rulelang(*words), rulelang(*words, "--cluster", crew.address)
    assert (far.code, far.out, far.err) == (near.code, near.out, near.err.removeprefix(NOT_COMPILED))


def test_rules_come_along_with_the_files_they_stand_on(workers, folder):
    """A mod, the game it extends, and a module beside it: workers have none of them."""
    text = GUESS.replace("rules 1\n", "rules 1\nuse parts.far\n").replace("fn distance", "fn gone")
    (folder / "parts").mkdir()
    (folder / "parts/far.rules").write_text(
        "rules 1\nfn distance(p: Seat) -> Int = if said[p] > goal then said[p] - goal else goal - said[p]\n"
    )
    (folder / "base.rules").write_text(text)
    (folder / "more.rules").write_text('rules 1\nmod "More" extends base\noverride option top: 2..40 = 3\n')
    setup = setup_of("more.rules", engine="python")
    run = simulate(setup, 5, 100, workers)
    assert not run.failure and run.tally == simulate(setup, 5, 100).tally


@needs_c
def test_each_worker_plays_with_what_it_has(crew):
    setup, (one, other) = setup_of("guess.rules", options={"top": 9}), sorted(crew.pids())
    crew.do("import rulelang.native.host.cc as here; here.FLAGS = ('-O0', '-shared', '-fPIC', '-w')", one)
    crew.do("import os; os.environ.pop('RULELANG_CC', None)", one)
    try:
        parcel = pack(far_piece, own_version(), setup, 3, 0, 200)
        asked = [crew.client.submit(pickle.loads, parcel, workers=[each], pure=False) for each in (one, other)]
        answers = [each.result(timeout=120) for each in asked]
    finally:
        crew.do("import os; os.environ['RULELANG_CC'] = 'no-such-compiler'", one)
    assert [each.engine for each in answers] == ["c", "python"]
    assert answers[0].tally == answers[1].tally == play_chunk(setup, 3, 0, 200)


def test_the_report_names_every_engine():
    setup, why = setup_of("guess.rules"), "no C compiler is installed"
    for engines, line in (
        ({"c": ""}, "Played by generated C."),
        ({"python": why}, f"Played by generated Python: {why}."),
        ({"python": why, "c": ""}, f"Played by generated C: on some workers by generated Python ({why})."),
    ):
        assert engine_line(report_of(Run(setup, 7, 5, play_chunk(setup, 7, 0, 5), engines=engines))) == line


def test_ctrl_c_cancels_what_is_outstanding(crew, folder):
    crew.pids()
    with terminal(folder, "sim", "guess.rules", "-n", 10**9, "--cluster", crew.address) as screen:
        screen.wait(r"games/s")
        screen.type("\x03")
        screen.wait(r"Stopped: [\d,]+ of 1,000,000,000 games were finished, and count\.")
        screen.wait(r"Player 1 +\d\d\.\d %")
        assert screen.end() == 130
        assert "Traceback" not in screen.seen
    wait_for(crew.idle)


def test_what_fails_in_the_event_loop_of_dask_is_not_shown(workers, caplog):
    """A Ctrl-C while Dask begins to wait makes its own callback fail."""
    workers.client.loop.add_callback(lambda: 1 // 0)
    workers.workers()  # an answer comes only after the callback has failed
    assert not caplog.records


def wait_for(happens) -> None:
    waiting = threading.Event()
    for _ in range(600):
        if happens():
            return
        waiting.wait(0.05)
    raise AssertionError("it did not happen")


# ---------------------------------------------------------------- workers that cannot play


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ("sys.modules['rulelang'] = None", "has no rulelang; install the same rulelang on every worker and here"),
        ("here.own_version = lambda: '0.0.9+old'", "has rulelang 0.0.9+old, and here is"),
        ("del here.own_version", "has another rulelang than"),
    ],
)
def test_workers_that_are_refused(crew, spoil, sentence):
    one = min(crew.pids())
    crew.do("import rulelang.sim.cluster as here; here.kept = here.own_version", one)
    crew.do(f"import sys, rulelang.sim.cluster as here; {spoil}", one)
    try:
        said = rulelang("sim", "guess.rules", "-n", 5, "--cluster", crew.address)
    finally:
        crew.do("import sys; sys.modules['rulelang'] or sys.modules.pop('rulelang')", one)
        crew.do("import sys; here = sys.modules['rulelang.sim.cluster']; here.own_version = here.kept", one)
    assert said.code == 2 and said.out == ""
    assert f"rulelang sim: the worker at {one} {sentence}" in said.err and said.err.count("\n") == 1


def test_a_worker_of_another_version_that_comes_later_is_refused_too(crew, workers):
    """It is told after the report of what is finished."""
    crew.do("import rulelang.sim.cluster as here; here.kept = here.own_version; here.own_version = lambda: 'old'")
    try:
        run = simulate(setup_of("guess.rules", engine="python"), 3, 100, workers)
    finally:
        crew.do("import rulelang.sim.cluster as here; here.own_version = here.kept")
    assert run.stopped and run.finished == 0
    assert run.failure == f"A worker has rulelang old, and here is {own_version()}; {clusters.SAME}."


# ---------------------------------------------------------------- workers that die


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


# The second piece that this worker plays from now on is its last, and nobody hears what it came to. (It has two
# threads, so it is given two at once, and both are its own.)
DIES = """
import os, signal
import rulelang.sim.cluster as here
plain, played = here.play_chunk, []
def dying(*about):
    found = plain(*about)
    played.append(about)
    if len(played) == 2:
        with open({log!r}, "w") as file:
            file.write(f"{{about[2]}} {{about[3]}}")
        os.kill(os.getpid(), signal.SIGKILL)
    return found
here.play_chunk = dying
"""


def test_a_worker_that_dies_loses_nothing_and_nothing_is_counted_twice(crew, workers, folder, monkeypatch):
    setup, log = setup_of("guess.rules", engine="python"), folder / "last"
    before = crew.pids()
    crew.do(DIES.format(log=str(log)), min(before))
    heard, plain = [], Cluster.play

    def listening(self, pieces):
        for piece, answer in plain(self, pieces):
            heard.append((piece.first, piece.number))
            yield piece, answer

    monkeypatch.setattr(Cluster, "play", listening)
    run = simulate(setup, 3, 4000, workers)
    assert not run.failure and run.tally == simulate(setup, 3, 4000).tally
    assert tuple(map(int, log.read_text().split())) in heard  # what died with the worker was played again
    assert Counter(game for first, number in heard for game in range(first, first + number)) == Counter(range(4000))
    wait_for(lambda: gone(before[min(before)]))


def test_a_worker_killed_during_a_comparison(crew, workers):
    setups = [setup_of("guess.rules", options={"top": top}, engine="python") for top in (3, 4)]
    victim = max(crew.pids().values())
    told = []

    def kill(finished):
        told.append(finished)
        if len(told) == 5:
            os.kill(victim, 9)

    far, near = play_sides(setups, 7, 60, workers, kill), play_sides(setups, 7, 60)
    assert far.batches == near.batches and [run.tally for run in far.runs] == [run.tally for run in near.runs]
    assert len(told) == len(set(told)) == 120 and told[-1] == 120
    wait_for(lambda: gone(victim))


# ---------------------------------------------------------------- no cluster at all


@pytest.mark.parametrize("address", ["tcp://here:8786", "dask://here", "here:8786", "dask://", "dask://a b:1"])
def test_addresses_that_are_none(address):
    for verb in (["sim"], ["compare", "--set", "top=3"], ["sweep", "--set", "top=2..3"]):
        said = rulelang(verb[0], "guess.rules", *verb[1:], "--cluster", address)
        assert said.code == 2 and said.out == ""
        assert said.err.startswith(
            f"rulelang {verb[0]}: `--cluster {address}` is no address of a Dask scheduler; write"
        )


def test_jobs_and_a_cluster():
    said = rulelang("sim", "guess.rules", "--jobs", 2, "--cluster", "dask://127.0.0.1:8786")
    assert said.code == 2 and "give one of them" in said.err


def test_without_dask(monkeypatch):
    plain = builtins.__import__

    def without(name, *about):
        if name.partition(".")[0] == "distributed":
            raise ModuleNotFoundError("No module named 'distributed'", name="distributed")
        return plain(name, *about)

    monkeypatch.setattr(builtins, "__import__", without)
    said = rulelang("sim", "guess.rules", "--cluster", "dask://127.0.0.1:8786")
    assert said.code == 2 and "pip install 'rulelang[dask]'" in said.err and said.err.count("\n") == 1


def test_nobody_or_somebody_else_answers(monkeypatch):
    """A port that nobody listens at, and one where what is said is not Dask's."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        open_port = silent.getsockname()[1]
        said = rulelang("sim", "guess.rules", "--cluster", f"dask://127.0.0.1:{open_port}")
        assert said.code == 2 and f"no Dask scheduler answers at 127.0.0.1:{open_port}; start one" in said.err
    said = rulelang("sim", "guess.rules", "--cluster", f"dask://127.0.0.1:{open_port}")
    assert said.code == 2 and f"no Dask scheduler answers at 127.0.0.1:{open_port}; start one" in said.err
    assert said.err.count("\n") == 1


# ---------------------------------------------------------------- what a scheduler may do


class Future:
    """A piece that is done at once, with an answer or an error."""

    def __init__(self, answer):
        self.answer = answer

    def add_done_callback(self, call):
        call(self)
        call(self)  # told twice

    def result(self, timeout):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Client:
    """A scheduler in this process. `spoil` changes the answers."""

    status = "running"

    def __init__(self, spoil=lambda number, answer: answer, workers=2):
        self.spoil, self.given, self.workers, self.cancelled = spoil, 0, workers, []

    def nthreads(self):
        return dict.fromkeys(range(self.workers), 1)

    def submit(self, call, parcel, key, pure):
        self.given += 1
        return Future(self.spoil(self.given, attrs.evolve(call(parcel), seconds=0.0)))

    def cancel(self, futures):
        self.cancelled += futures


def test_an_answer_that_is_told_twice_counts_once():
    setup = setup_of("guess.rules", engine="python")
    run = simulate(setup, 3, 500, Cluster(Client(), "here:1"))
    assert run.tally == simulate(setup, 3, 500).tally and not run.failure


def test_an_answer_that_cannot_be_fetched_is_asked_for_again():
    """Its worker has died after it was done."""
    setup, client = setup_of("guess.rules", engine="python"), Client()
    client.spoil = lambda number, answer: TimeoutError() if number in (2, 5) else answer
    run = simulate(setup, 3, 500, Cluster(client, "here:1"))
    assert run.tally == simulate(setup, 3, 500).tally and not run.failure


class KilledWorker(Exception):
    """Named as Dask's."""


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        (CancelledError(), "The scheduler at here:1 does not answer any more"),
        (OSError("gone"), "The scheduler at here:1 does not answer any more"),
        (KilledWorker("k"), "Every worker that was given games 4 to 11 has died"),
        (
            cc.NoCompiler("none is here"),
            "A worker cannot play with this engine (none is here); leave `--engine`",
        ),
        (ValueError("a\nb"), "A worker could not play games 4 to 11 (ValueError: a b)"),
        (Answer(Tally({0: 1}), "python", "", 0.0), "The answer to games 4 to 11 is of another number of games"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_failure_on_the_way_keeps_what_is_finished(spoilt, sentence):
    """The fifth piece fails; with one worker they have 1, 1, 1, 1, 8 … games."""
    setup = setup_of("guess.rules", engine="python")
    client = Client(lambda number, answer: spoilt if number == 5 else answer, workers=1)
    run = simulate(setup, 3, 500, Cluster(client, "here:1"))
    assert run.stopped and run.failure.startswith(sentence)
    assert run.tally == play_chunk(setup, 3, 0, run.finished) and 0 < run.finished < 500
    assert client.cancelled  # what was outstanding


def test_workers_that_all_leave(monkeypatch):
    monkeypatch.setattr(clusters, "LOOK", 0.01)
    monkeypatch.setattr(clusters, "PATIENCE", 0.05)
    monkeypatch.setattr(Future, "add_done_callback", lambda self, call: None)
    run = simulate(setup_of("guess.rules", engine="python"), 3, 50, Cluster(Client(workers=0), "here:1"))
    assert run.failure == "The scheduler at here:1 has lost its workers; start some, and try again."


def test_a_failure_is_told_after_the_report(monkeypatch):
    client = Client(lambda number, answer: OSError("gone") if number == 3 else answer)
    client.close = lambda: None
    monkeypatch.setattr("rulelang.sim.cluster.connect", lambda address: Cluster(client, "here:1"))
    said = rulelang("sim", "guess.rules", "-n", 100, "--cluster", "dask://here:1")
    assert said.code == 1 and "Stopped: " in said.out and "of 100 games were finished, and count." in said.out
    assert said.err == "rulelang: The scheduler at here:1 does not answer any more; look whether it runs.\n"


def test_an_interrupt_while_adding_leaves_the_sum_whole():
    class Interrupting(dict):
        def items(self):
            yield next(iter(super().items()))
            raise KeyboardInterrupt

    setup = setup_of("guess.rules", engine="python")

    def spoil(number, answer):
        return answer if number < 3 else Answer(Tally(Interrupting(answer.tally.row)), "python", "", 0.0)

    run = simulate(setup, 3, 100, Cluster(Client(spoil), "here:1"))
    assert run.stopped and not run.failure and run.tally == play_chunk(setup, 3, 0, run.finished)


def test_pieces_say_what_they_are():
    piece = Piece(setup_of("guess.rules"), 7, 4096, 1024, 2)
    assert piece.key == (2, 4096, 1024) and str(piece) == "games 4,096 to 5,119"
    assert str(Piece(piece.setup, 7, 4096, 1)) == "game 4,096"


def test_a_setup_of_many_values_is_made_ready_once_each():
    """A sweep goes through all its values for every batch."""
    assert prepare.cache_info().maxsize >= 61


def test_bad_addresses_raise_before_anything_is_imported():
    with pytest.raises(ClusterError):
        connect("nowhere")
