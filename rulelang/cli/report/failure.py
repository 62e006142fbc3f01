"""A failed test on the screen: its own lines, marked where it went wrong, and what happened instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.base.columns import picture
from rulelang.base.hidden import clean
from rulelang.base.source import Span
from rulelang.cli.terminal import paint, wrap
from rulelang.engine.data import fields_json, to_json, var_name, zone_name
from rulelang.engine.testing import Failure, TestResult
from rulelang.present.english import Reader, write
from rulelang.present.faces import Faces
from rulelang.present.phrase import Noun, Phrase, Quantity, Ref, join
from rulelang.present.places import Place, read_place
from rulelang.present.vocabulary import Vocabulary
from rulelang.program import Program
from rulelang.program import events as ev

LAST = 6  # the most events before a failure that are shown


def failure_lines(program: Program, result: TestResult) -> list[str]:
    """The whole test with its failures."""
    test = result.test
    lines = [f"{paint('failed', 'bad')}: {paint(clean(test.title), 'bold')}"]
    inside = [each for each in result.failures if within(each.span, test.span)]
    lines += mark_lines(test.span, inside)
    for failure in result.failures:
        if failure not in inside:
            lines += [f"   at {failure.span!r}: {failure.message}"]
        lines += details(program, failure)
    return lines


def within(span: Span, outer: Span) -> bool:
    return span.source == outer.source and outer.start <= span.start <= outer.end


def mark_lines(span: Span, failures: Sequence[Failure]) -> Iterator[str]:
    """The lines of a test; below each failed line, the reason."""
    last = span.end_line if span.end_column > 1 else span.end_line - 1
    gutter = len(str(last))
    yield f"{' ' * gutter} ┌─ {span!r}"
    for number in range(span.line, last + 1):
        text = span.source.line(number)
        if not text.strip():
            continue
        yield f"{number:>{gutter}} │ {picture(text).text}".rstrip()
        for failure in failures:
            if failure.span.line == number:
                end = failure.span.end_column - 1 if failure.span.end_line == number else len(text.rstrip())
                left, right = picture(text).stretch(failure.span.column - 1, end)
                yield f"{' ' * gutter} │ {' ' * left}{paint('^' * (right - left), 'bad')} {failure.message}"


def details(program: Program, failure: Failure) -> Iterator[str]:
    """What was expected, what was found, and the last events before it."""
    rows = [("expected", failure.expected), ("there was", failure.actual)]
    if failure.options and ", ".join(failure.options) != failure.actual:
        rows.append(("offered", ", ".join(failure.options)))
    happened = [text for event in failure.events if (text := tell_event(program, event))]
    if happened:
        rows.append(("before it", "; ".join(happened[-LAST:])))
    for name, text in rows:
        if text:
            yield from wrap(clean(text), f"   = {name + ':':<10} ")


def tell_event(program: Program, event: ev.Event) -> str:
    """An event in the words of the game; empty if it changes nothing."""
    vocabulary = Vocabulary(program.game)
    if isinstance(event, ev.Moved):
        data = [{"kind": look[0], "fields": dict(fields_json(program, look))} for look in event.looks]
        source, target = (place(program, zone).phrase(vocabulary) for zone in (event.source, event.target))
        verb = "go" if len(data) > 1 else "goes"
        return write(join(Faces(vocabulary).several(data), verb, "from", source, "to", target), Reader())
    if isinstance(event, ev.Wrote) and "." not in event.var:
        type_ = program.game.vars[event.var].type
        value = vocabulary.value(type_, to_json(program, event.value, type_, str), event.var).name
        where = read_place(var_name(program, event.var, event.indexes)).phrase(vocabulary)
        return write(join(where, "is now", value), Reader())
    if isinstance(event, ev.Paid):
        word = vocabulary.resource(event.resource)
        amount = Quantity(event.amount if isinstance(event.amount, int) else None, Noun(word.name, word.several))
        source, target = (holder(vocabulary, event.resource, each) for each in (event.source, event.target))
        return write(join(amount, "go" if event.amount != 1 else "goes", "from", source, "to", target), Reader())
    return event.text if isinstance(event, ev.Noted) else ""


def place(program: Program, zone: int) -> Place:
    return read_place(zone_name(program, program.zones[zone]))


def holder(vocabulary: Vocabulary, resource: str, who: int | str) -> Phrase:
    return Ref(who) if isinstance(who, int) else vocabulary.pot(resource, who)
