"""Faults that were put in on purpose: each is found, and told in a story that fits on a screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulelang.base.source import read_source
from rulelang.diagnostics import CODES
from rulelang.engine import effects
from rulelang.engine.errors import IllegalChoice
from rulelang.engine.match import Match as Core
from rulelang.play import match as match_module
from rulelang.play.match import Game
from rulelang.program import BANK
from rulelang.prove import checks, differential
from rulelang.prove import search as search_module
from rulelang.prove.search import Effort, Result, search
from rulelang.prove.story import Story
from rulelang.prove.tables import Rules

FOLDER = Path(__file__).parents[1] / "faults"

# the mod: the code it is found by
MODS = {
    "leak": "R706",
    "no_option": "R601",
    "endless": "R702",
    "overflow": "R605",
    "overdraft": "R602",
    "empty_deal": "R603",
    "ties": "R614",
    "twice": "R614",
}


def found(name: str, **effort: Any) -> tuple[Rules, Result]:
    rules = Rules(read_source(FOLDER / f"{name}.rules"))
    return rules, search(rules, Effort(**{"games": 100, "shrinking": 60_000, **effort}))


def story(rules: Rules, result: Result) -> Story:
    assert result.failure is not None
    game = rules.game(result.failure.plan.table)
    assert game is not None
    return Story.of(result.failure, game)


def is_short(told: Story) -> bool:
    lines = told.lines()
    return len(lines) < 25 and all(len(line) <= 100 for line in lines)


def test_the_sound_game_holds() -> None:
    _, result = found("market", games=40)
    assert result.passed and result.games == 40 and not result.warnings


@pytest.mark.few(1)
@pytest.mark.parametrize("name", MODS)
def test_a_fault_in_the_rules(name: str) -> None:
    rules, result = found(name, budget=1000)
    told = story(rules, result)
    assert told.fault.code == MODS[name] and is_short(told)
    assert told.outcome.plan.table.players == 2


def test_the_same_search_tells_the_same_story() -> None:
    """Shrinking is bounded by what is played, not by the clock: cut short it ends at the same game, too."""
    for shrinking in (500, 20_000):
        first, second = (found("no_option", shrinking=shrinking)[1].failure for _ in range(2))
        assert first is not None and second is not None and first.plan == second.plan


def test_the_record_of_a_fault_leads_to_it() -> None:
    from rulelang.play.errors import BadRecord

    rules, result = found("ties")
    told = story(rules, result)
    with pytest.raises(BadRecord, match="Of equals the first leads"):
        told.game.replay(told.record())
    assert told.parts() == ["champion is P2", "first(highest(for p in seats by count(taken[p]))) is P1"]


def test_a_phase_that_is_never_reached() -> None:
    _, result = found("unreachable", games=30)
    assert result.passed and [each.code for each in result.warnings] == ["R710"]
    assert "phase `Bonus`" in result.warnings[0].title


# ---------------------------------------------------------------- faults of the engine


def mint(monkeypatch: pytest.MonkeyPatch) -> None:
    """An effect that makes a coin out of nothing."""
    usual = effects.pay_amount

    def generous(r: Any, s: Any, resource: Any, amount: int, source: int, target: int, stmt: Any) -> None:
        usual(r, s, resource, amount, source, target, stmt)
        if amount == 5 and source > 0:
            s[resource.slot(target)] += 1

    monkeypatch.setattr(effects, "pay_amount", generous)


def share(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clone whose events are those of its original."""
    usual = Core.clone

    def careless(self: Core) -> Core:
        other = usual(self)
        other.runner.events = self.runner.events
        return other

    monkeypatch.setattr(Core, "clone", careless)


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """An option that is offered, and refused when it is taken."""
    usual = Core.index

    def fussy(self: Core, answer: Any) -> int:
        index = usual(self, answer)
        question = self.runner.question
        if question is not None and len(question.options) > 4 and index == len(question.options) - 2:
            raise IllegalChoice("not today")
        return index

    monkeypatch.setattr(Core, "index", fussy)


def part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generated Python with random numbers of its own."""
    usual = differential.generated_python
    other = {"generated Python": lambda program, build: lambda seed, _: usual(program, build)(seed, 1)}
    monkeypatch.setattr(search_module, "PYTHON", other)


def stumble(monkeypatch: pytest.MonkeyPatch) -> None:
    """An effect that does not get to its end."""

    def clumsy(*_: Any) -> None:
        raise ZeroDivisionError("nobody to share with")

    monkeypatch.setattr(effects, "pay_amount", clumsy)


def believe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any answer is taken for one that is offered."""
    usual = Core.index

    def credulous(self: Core, answer: Any) -> int:
        try:
            return usual(self, answer)
        except IllegalChoice:
            return 0

    monkeypatch.setattr(Core, "index", credulous)


def peep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views of seats that show all there is."""
    usual = match_module.view

    def careless(match: match_module.Match, seat: int | None, last: Any = None) -> dict[str, Any]:
        return {**usual(match, seat, last), "all": list(match.core.runner.s) if seat else []}

    monkeypatch.setattr(match_module, "view", careless)


def whisper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is paid depends on what nobody has seen."""
    usual = effects.pay_amount

    def telling(r: Any, s: Any, resource: Any, amount: int, source: int, target: int, stmt: Any) -> None:
        odd = s[r.program.var_slot("goal", ())] % 2
        usual(r, s, resource, amount, source, BANK if odd else target, stmt)

    monkeypatch.setattr(effects, "pay_amount", telling)


def swap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample that has gone on."""
    usual = match_module.sample
    monkeypatch.setattr(checks, "is_watched", lambda program: True)

    def hasty(match: match_module.Match, seat: int, seed: int) -> match_module.Match:
        found = usual(match, seat, seed)
        found.choose(0)
        return found

    monkeypatch.setattr(match_module, "sample", hasty)


def misremember(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that gives the deal of another seed."""
    monkeypatch.setattr(Game, "replay", lambda self, record: self.start(seed=record["seed"] + 1))


ENGINE = [
    (stumble, "R701"),
    (refuse, "R703"),
    (believe, "R704"),
    (peep, "R705"),
    (misremember, "R707"),
    (share, "R708"),
    (mint, "R709"),
    (part, "R711"),
    (whisper, "R712"),
    (swap, "R713"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("break_it", "code"), ENGINE)
def test_a_fault_of_the_engine(
    break_it: Callable[[pytest.MonkeyPatch], None], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_it(monkeypatch)
    rules, result = found("market")
    told = story(rules, result)
    assert told.fault.code == code and is_short(told)


def test_every_code_of_the_search_is_found_by_a_fault() -> None:
    known = {*MODS.values(), *(code for _, code in ENGINE), "R710"}
    assert {code for code in CODES if code.startswith("R7")} <= known
