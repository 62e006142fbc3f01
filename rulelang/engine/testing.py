"""Runs the tests in a game's file: `run_test(program, test)`.

`given` builds the position, then the procedure runs. The runner stops at every choice, even where the engine would
answer by itself, so that a script may check the options; a choice with one option is answered unless the script answers
it. The run ends with the procedure, when the script is used up and somebody must really choose, or at a final `may`
line about a question that is asked.
"""

from __future__ import annotations

from typing import Any

import attrs

from rulelang import ir
from rulelang.base.rng import Dice, stream
from rulelang.base.source import Span
from rulelang.engine.assemble import with_given
from rulelang.engine.closures import Closures
from rulelang.engine.ending import all_scores, best_seats
from rulelang.engine.errors import RuleError
from rulelang.engine.instructions import END
from rulelang.engine.patterns import find_option, fits, is_option, text
from rulelang.engine.runner import PASS, Draw, Question, Runner
from rulelang.engine.showing import compare_sides
from rulelang.engine.start import code_of, first_slots
from rulelang.ir.walk import locals_of
from rulelang.program import OVER, PC, RESULT, TESTING, TOGETHER, WINNERS, Program
from rulelang.program.events import Event


@attrs.frozen
class Failure:
    """What a test found: where, what was expected, what was there instead, and the events since the last answer."""

    span: Span
    message: str
    expected: str = ""
    actual: str = ""
    options: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()


@attrs.frozen
class TestResult:
    __test__ = False  # not a pytest test

    test: ir.Test
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        return not self.failures


class Wrong(Exception):
    """The run cannot go on: the script and the game differ."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def run_test(program: Program, test: ir.Test) -> TestResult:
    """Play a test and check its expectations. The program must be lowered with the test's players and settings."""
    play = Play(program, test)
    try:
        play.run()
    except Wrong as wrong:
        return TestResult(test, (wrong.failure,))
    except RuleError as error:
        return TestResult(test, (play.failure(error.span, f"[{error.code}] {error.message}"),))
    return TestResult(test, tuple(play.expectations()))


class Play:
    """A test being played."""

    def __init__(self, program: Program, test: ir.Test) -> None:
        self.program = program
        self.test = test
        given = tuple(stmt for suite in test.given for stmt in suite)
        self.code = with_given(code_of(program), given) if given else code_of(program)
        self.r = Runner(self.code, first_slots(self.code, 0), self.outcome)
        self.r.stops = self.r.forced = True
        self.results: list[ir.Pattern] = []
        """The chance results that are still to come."""
        self.at = 0
        self.since = 0
        policies = [line.policy for line in test.script if line.kind == "others" and line.policy]
        self.policy = policies[0] if policies else None
        self.dice = Dice(stream(self.policy[1] if self.policy else 0, 0, 1))

    # ------------------------------------------------------------ playing

    def run(self) -> None:
        s = self.r.s
        if "given" in self.code.extra:  # `given: nothing` leaves no code
            s[TOGETHER], s[TESTING], s[PC] = 1, True, self.code.extra["given"]
            self.r.advance()
        s[TOGETHER] = 0
        self.since = len(self.r.events)
        if self.test.proc is None:
            return
        make: Closures = self.code.extra["make"]
        values = tuple(make.of(argument)(s) for argument in self.test.arguments)
        self.listen()
        frame = self.code.extra["frames"][self.test.proc]
        s[PC] = frame.begin(self.r, s, values, END if frame.proc.name == "play" else 0)
        self.r.advance()
        while self.r.question is not None and self.step(self.r.question):
            pass
        self.finish()

    def step(self, question: Question) -> bool:
        """Answer the open question; False to stop here."""
        line = self.line()
        if line is None:
            return self.answer_open(question)
        if line.seat is not None and self.seat(line) != question.seat:
            return self.answer_open(question) or self.fail_stuck(question, line)
        if line.kind == "answer":
            return self.answer(question, line)
        return self.look(question, line)

    def answer(self, question: Question, line: ir.ScriptLine) -> bool:
        index = find_option(line.patterns[0], question, self.r.state)
        silent = not question.asked and (index is None or question.options[index] is PASS)
        if index is None and len(question.options) > 1:
            return self.fail_stuck(question, line)
        if index is None or silent:
            self.take(0)
            return True
        self.at += 1
        self.since = len(self.r.events)
        self.take(index)
        return True

    def look(self, question: Question, line: ir.ScriptLine) -> bool:
        """`P2 may: …`: exactly these options. `P2 may not: …`: none of these."""
        missing = [p for p in line.patterns if find_option(p, question, self.r.state) is None]
        extra = [o for o in question.options if not any(self.names(p, o, question) for p in line.patterns)]
        if line.kind == "may" and (missing or extra):
            if len(question.options) == 1 and not question.asked:
                return self.answer_open(question)
            raise Wrong(self.offer_failure(line, "other options are offered", question))
        if line.kind == "may_not" and len(missing) < len(line.patterns):
            raise Wrong(self.offer_failure(line, "what may not be offered is offered", question))
        self.at += 1
        if self.line() is None and not question.asked:
            self.take(0)  # the engine would answer by itself, with or without this line
            return True
        return self.line() is not None or self.policy is not None

    def names(self, pattern: ir.Pattern, option: Any, question: Question) -> bool:
        state = self.r.state
        return any(is_option(pattern.value, option, question, state, ordered) for ordered in (True, False))

    def answer_open(self, question: Question) -> bool:
        """Answer a question that the script does not mention, if there is one answer or a policy."""
        number = len(question.options)
        if number > 1 and self.policy is None:
            return False
        self.take(self.dice.below(number) if self.policy and self.policy[0] == "random" else 0)
        return True

    def take(self, index: int) -> None:
        self.listen()
        self.r.answer(index)

    def finish(self) -> None:
        """Fail if a part of the script is left over."""
        line = self.line()
        if line is not None and self.r.question is None:
            raise Wrong(self.failure(line.span, "the run is over before this line", expected=script_text(line)))
        if self.results:
            raise Wrong(self.failure(self.results[0].span, f"the chance result {text(self.results[0])} is not used"))

    # ------------------------------------------------------------ the script

    def line(self) -> ir.ScriptLine | None:
        """The next line about a choice."""
        script = self.test.script
        while self.at < len(script) and script[self.at].kind in ("chance", "others"):
            if script[self.at].kind == "chance":
                self.results += flat(script[self.at].patterns)
            self.at += 1
        return script[self.at] if self.at < len(script) else None

    def listen(self) -> None:
        """Collect the chance results before the next line."""
        self.line()

    def seat(self, line: ir.ScriptLine) -> int:
        assert line.seat is not None
        make: Closures = self.code.extra["make"]
        return int(make.of(line.seat)(self.r.s.copy()))

    def outcome(self, draw: Draw) -> int | None:
        """The scripted outcome of a draw: the first candidate that the next result names."""
        if not self.results:
            return None
        state, pattern = self.r.state, self.results[0]
        kind = draw.type
        for at, candidate in enumerate(draw.candidates):
            if fits(pattern, candidate, kind, state):
                if draw.n > 1 or draw.what in ("shuffle", "deal"):
                    del self.results[0]
                return at
        if draw.n == 1:
            return None
        raise Wrong(
            self.failure(pattern.span, f"chance cannot give {text(pattern)} here ({draw.what}, one of {draw.n})")
        )

    # ------------------------------------------------------------ what went wrong

    def failure(self, span: Span, message: str, expected: str = "", actual: str = "") -> Failure:
        question = self.r.question
        options = self.option_texts(question) if question is not None else ()
        return Failure(span, message, expected, actual, options, tuple(self.r.events[self.since :]))

    def offer_failure(self, line: ir.ScriptLine, message: str, question: Question) -> Failure:
        return self.failure(line.span, message, script_text(line), ", ".join(self.option_texts(question)))

    def option_texts(self, question: Question) -> tuple[str, ...]:
        state = self.r.state
        return tuple(PASS if o is PASS else str(question.offer.write(o, state)) for o in question.options)

    def fail_stuck(self, question: Question, line: ir.ScriptLine) -> bool:
        about = f"P{question.seat} is asked ({question.name})"
        said = f"P{self.seat(line)}: {script_text(line)}" if line.seat is not None else script_text(line)
        raise Wrong(self.offer_failure(line, f"{about}, and the script says {said}", question))

    # ------------------------------------------------------------ expectations

    def expectations(self) -> list[Failure]:
        s, make = self.r.s, Closures(self.program, testing=True)
        question = self.r.question if self.r.question is not None and len(self.r.question.options) > 1 else None
        known = {
            "result": s[RESULT] if self.test.proc else None,
            "winners": self.winners(),
            "options": None if question is None else len(question.options),
            "asked": None if question is None else question.seat,
        }
        for name, local in self.test.names.items():
            s[make.slot(local)] = known.get(name)
        return [failure for expr, span in self.test.expects if (failure := self.expectation(make, expr, span))]

    def expectation(self, make: Closures, expr: ir.Expr, span: Span) -> Failure | None:
        try:
            if make.of(expr)(self.r.s):
                return None
        except RuleError as error:
            return self.failure(span, f"cannot be worked out: [{error.code}] {error.message}")
        except TypeError:
            return self.failure(span, "cannot be worked out: `none` is used as a value")
        actual, expected = compare_sides(make, expr, self.r.s)
        early = self.test.proc is not None and not self.r.s[OVER] and self.test.names["winners"] in locals_of(expr)
        message = "the game has not ended, so nobody has won" if early else "this does not hold"
        return self.failure(span, message, expected, actual)

    def winners(self) -> tuple[int, ...] | None:
        """The winners of the run; if nothing was run, who would win now."""
        if self.test.proc is not None:
            winners: tuple[int, ...] = self.r.s[WINNERS] if self.r.s[OVER] else ()
            return winners
        try:
            return best_seats(self.r, all_scores(self.r, self.r.s.copy()))
        except (RuleError, TypeError):
            return None


def flat(patterns: tuple[Any, ...]) -> list[ir.Pattern]:
    """Chance results one by one; a list stands for its items."""
    found: list[ir.Pattern] = []
    for pattern in patterns:
        value = pattern.value
        if isinstance(value, tuple) and value[0] == "list":
            inner = [each if isinstance(each, ir.Pattern) else ir.Pattern(each, pattern.span) for each in value[1]]
            found += flat(tuple(inner))
        else:
            found.append(pattern)
    return found


def script_text(line: ir.ScriptLine) -> str:
    return ", ".join(map(text, line.patterns))
