"""The process for the rules of others: what it keeps, and what becomes of requests when it cannot answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from rulelang.base.files import Unwritable, bundled_games
from rulelang.table import shelf as shelves
from rulelang.table.annex import Annex
from rulelang.table.app import forward, games_of
from rulelang.table.room import Refused
from rulelang.table.shelf import Shelf, forget_trials, uploaded
from rulelang.table.workshop import Workshop

GAME = 'rules 1\ngame "Small" for 2 players\nplay: nothing\nwinner p: most p.number\n'


def take(folder: Path, text: str = GAME) -> str:
    return asyncio.run(Shelf({}).take(folder, "Small!", text))


def test_rules_that_end_the_process_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are tried before they are listed, and what is left of a trial is removed at the next start."""
    during: list[tuple[list[str], int]] = []

    def kill(path: Path) -> None:
        during.append((list(uploaded(tmp_path)), len(list(tmp_path.iterdir()))))
        raise KeyboardInterrupt

    monkeypatch.setattr(shelves, "load", kill)
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: None)  # who is killed does not clear up
    with pytest.raises(KeyboardInterrupt):
        take(tmp_path)
    assert during == [([], 1)] and len(list(tmp_path.iterdir())) == 1 and uploaded(tmp_path) == {}
    monkeypatch.undo()
    forget_trials(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_uploaded_rules_are_described_when_they_are_taken(tmp_path: Path) -> None:
    async def taken() -> tuple[list[str], list[dict[str, Any]]]:
        shelf = Shelf({}, patience=0.0)
        both = await asyncio.gather(*(shelf.take(tmp_path, "Small!", GAME) for _ in range(2)))
        return both, await shelf.catalog()

    both, games = asyncio.run(taken())
    assert both[0] == both[1] and [game["title"] for game in games] == ["Small"] and "file" not in games[0]
    assert list(uploaded(tmp_path)) == [both[0]] and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("text", ["rules 1\n", GAME.replace("nothing", "n = 1"), "x" * (1 << 20 | 1)])
def test_rules_that_cannot_be_played_leave_nothing(tmp_path: Path, text: str) -> None:
    with pytest.raises(Refused) as refused:
        take(tmp_path, text)
    assert str(tmp_path) not in str(refused.value) and list(tmp_path.iterdir()) == []


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Unwritable("`/home/ann/x` cannot be written (no space left on device); nothing there was changed.")

    monkeypatch.setattr(shelves, "write_whole", full)
    with pytest.raises(Refused, match="the disk of this server takes nothing now"):
        take(tmp_path)
    monkeypatch.setattr("rulelang.table.workshop.write_whole", full)
    with pytest.raises(Refused, match="no space left on device"):
        asyncio.run(Workshop(tmp_path / "x.rules", Annex(tmp_path, {})).save(GAME))


def test_a_description_that_takes_long_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that fails is left out, and tried again the next time."""
    names = ["nokosu", "nosh", "nuts"]

    async def listed() -> list[list[str]]:
        slow, failing = asyncio.Event(), True

        async def describe(call: Callable[[str], dict[str, Any]], name: str) -> dict[str, Any]:
            if name == "nosh":
                await slow.wait()
            if name == "nuts" and failing:
                raise MemoryError
            return {"name": name}

        monkeypatch.setattr(asyncio, "to_thread", describe)
        shelf = Shelf({name: bundled_games()[name] for name in names}, patience=0.05)
        found = [await shelf.catalog()]
        failing = False
        slow.set()
        return [[game["name"] for game in each] for each in (*found, await shelf.catalog())]

    assert asyncio.run(listed()) == [["nokosu"], names]


class Broken(Annex):
    """An annex that does not start, or whose answers are no JSON."""

    answer: Callable[[], tuple[int, Any]] | None = None

    async def begin(self) -> None:
        if self.answer is None:
            await super().begin()

    def request(self, path: str, given: Any, limit: float) -> tuple[int, Any]:
        assert self.answer is not None
        return self.answer()


@pytest.mark.parametrize("way", ["does not start", "says nothing"])
def test_an_annex_that_does_not_answer_is_one_sentence(tmp_path: Path, way: str, monkeypatch: Any) -> None:
    annex = Broken(tmp_path, {"small": tmp_path / "small.rules"})
    if way == "does not start":
        monkeypatch.setattr("rulelang.table.annex.sys.executable", "/bin/true")
    else:
        annex.answer = lambda: (500, json.loads("Internal Server Error"))

    async def asked() -> tuple[list[Any], Any]:
        return await games_of(annex), await forward(annex, "/api/tables/x.1/record")

    games, answer = done(asked())
    assert games == [] and answer.status_code == 400 and json.loads(answer.body)["why"].endswith("says more.")


def done(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 60))
