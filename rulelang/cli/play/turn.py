"""Your turn: the table from your seat, the question, and what you may type instead of an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from rulelang.cli.play.narrowing import Choice
from rulelang.cli.play.prompt import PAGES, ask, list_choices
from rulelang.cli.play.screen import screen
from rulelang.cli.play.table import Table
from rulelang.cli.terminal import paint, say, wrap
from rulelang.engine.match import Decision
from rulelang.present.english import Reader, people, series
from rulelang.present.speech import Speech
from rulelang.story.talk import option_words, question_words

KEYS = (
    ("an option", "as it is shown takes it: `red 6`, `12`, `pass`"),
    ("a part of it", "shows only the options that hold it; Enter takes the last one left"),
    ("#3", "takes the third option of the list"),
    ("↑ ↓ Tab", "go through the options, and complete what you have begun to type"),
    ("why …", "tells why a move is not offered (`why 7 blue`), or explains the last `trick` or `score`"),
    ("hint", "tells what a bot would do in your place, from what you may know"),
    ("table, list", "shows the whole table, or all options, if the screen is too small for them"),
    ("history", "shows the story so far"),
    ("rules", "shows the rulebook"),
    ("u", "takes back your last answer, and all that came after it"),
    ("q", "quits; the game is kept and can be resumed"),
)


def your_turn(table: Table, decision: Decision) -> Literal["chosen", "undone", "quit"]:
    """Ask until you choose, undo or quit."""
    show(table, decision)
    choices = options(decision, table.speech(decision.seat))
    again = False
    while True:
        with table.interrupts.open():
            answer = ask(choices, table.display, lambda words: reason(table, words, decision.seat), again)
        again = table.display.stays
        if isinstance(answer, int):
            table.bots.hear(decision.seat, len(choices))
            table.choose(decision, answer)
            return "chosen"
        if answer in PAGES or answer == "?":
            read_page(table, decision, choices, answer)
        elif answer == "hint":
            give_hint(table, decision, choices)
        elif answer == "q":
            return "quit"
        elif answer == "u":
            if take_back(table):
                return "undone"
            say("There is nothing to take back yet.")


def read_page(table: Table, decision: Decision, choices: list[Choice], name: str) -> None:
    """Show a page. The line display asks again afterwards, which lists the options anyway."""
    display = table.display
    pages: dict[str, Callable[[], Sequence[str]]] = {
        "table": display.above,
        "history": lambda: display.told,
        "list": lambda: list_choices(choices, range(len(choices)), display.column),
        "rules": lambda: rulebook_lines(table),
        "?": lambda: explain(table, decision),
    }
    if display.stays or name != "list":
        with table.interrupts.open():
            display.page(pages[name](), newest=name == "history")
    if not display.stays:
        say_question(table, decision)


def rulebook_lines(table: Table) -> list[str]:
    """The rulebook for a terminal."""
    from rulelang.cli.options.settings import read_settings
    from rulelang.rulebook import gather, make_book, to_lines

    order = table.order
    rules = gather(order.game, order.players, order.variants, read_settings(order.settings), order.mods)
    return to_lines(make_book(rules), wrap)


def options(decision: Decision, speech: Speech) -> list[Choice]:
    """The options and how they can be typed: by label, by name, and as a test writes them."""
    words = zip(option_words(decision, speech), speech.options(decision), decision.options)
    return [Choice(word.brief, (own.name, str(option.value)), word.color) for word, own, option in words]


def give_hint(table: Table, decision: Decision, choices: Sequence[Choice]) -> None:
    """What a strong bot would do; you still choose."""
    from rulelang.bots.kinds import STRENGTHS
    from rulelang.bots.thinking import think
    from rulelang.cli.report.hint import hint_text

    table.display.busy("Thinking …")
    thought = think(table.match, decision.seat, STRENGTHS["hard"], table.match.seed)
    say("\n".join(wrap(hint_text(thought, [each.label for each in choices]))))


def reason(table: Table, words: str, seat: int) -> str:
    """Why a move cannot be made, with the rule that says so."""
    if not words:
        return "Say what: `why 7 blue`, `why trick` or `why score`."
    if words in ("trick", "score"):
        match, reader = table.match, table.reader_at(seat)
        told = match.why_trick(reader) if words == "trick" else match.why_score(seat)
        return " ".join(f"{each}." for each in told) or f"There is no {words} to speak of yet."
    found = table.match.why(words, table.reader_at(seat))
    return f"{found}." if found is not None else f"Nothing that you see is called `{words}`."


def show(table: Table, decision: Decision) -> None:
    """The table and the question."""
    view = table.match.view(decision.seat)
    table.display.table(lambda: screen(view, table.facts, table.reader_at(decision.seat)))
    say_question(table, decision)


def say_question(table: Table, decision: Decision) -> None:
    words = question_words(decision, table.speech(decision.seat), table.facts)
    table.display.pose([paint(line, "bold") for line in wrap(words)])


def explain(table: Table, decision: Decision) -> list[str]:
    """The keys, and what the rules say about the current phase."""
    wide = max(len(key) for key, _ in KEYS)
    lines = [*(line for key, text in KEYS for line in wrap(text, f"  {key:<{wide}}  ")), ""]
    for phase in table.match.view(decision.seat)["phases"]:
        if phase["text"]:
            lines += wrap(f"{table.facts.vocabulary.heading(phase['name'])}: {phase['text']}", "  ")
    return lines


def take_back(table: Table) -> bool:
    """Take back your last answer, and say what you have seen since."""
    before = table.match.log(table.reader)
    told = table.take_back()
    if told is None:
        return False
    seen = describe_seen(before[told:], table.people, table.reader_at(table.reader))
    text = f"; what you have seen since is given back too: {seen}." if seen else "."
    table.display.tell(["", *wrap(f"Your last answer is taken back{text}")])
    return True


def describe_seen(entries: Sequence[Mapping[str, Any]], mine: Sequence[int], reader: Reader) -> str:
    """What you learned after your answer, in words."""
    others = sorted({entry["seat"] for entry in entries if entry["event"] == "chose"} - set(mine))
    seen = [f"what {people(others, reader)} did"] if others else []
    kinds = {entry["event"] for entry in entries}
    seen += ["what was rolled"] if "rolled" in kinds else []
    seen += ["what was revealed"] if "showed" in kinds else []
    dealt = any(entry["event"] == "moved" and entry["pieces"] and not was_chosen(entry, entries) for entry in entries)
    return series(seen + (["where pieces went"] if dealt and not others else []))


def was_chosen(move: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a player chose this move."""
    answers = [str(entry["answer"]) for entry in entries if entry["event"] == "chose"]
    return all(any(piece in answer for answer in answers) for piece in move["pieces"])
