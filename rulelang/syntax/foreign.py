"""Slips in whole phrases: what other languages, and plain English, would write.

A row of PHRASES has a pattern to find in the line, its replacement, and the next step; both use the pattern's groups.
As with every slip, a row explains the mistake only if the line can be parsed with it; a row without a replacement is
for phrases that can mean several things, and needs no proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulelang.diagnostics import problem
from rulelang.diagnostics.model import alike as near_words
from rulelang.syntax.case import Case, Mend, Proposal, insert, replace
from rulelang.syntax.layout import alike
from rulelang.syntax.read import grammar
from rulelang.syntax.scan import NEXT, WORD, Token, tokens
from rulelang.syntax.wording import candidates

NAME = r"[A-Za-z_]\w*"
PLACE = rf"{NAME}(?:\[[^\]]*\])?"
OPERAND = rf"(?:{NAME}(?:\.{NAME}|\[[^\]]*\]|\([^()]*\))*|\d+)"
VERBS = "shuffle|roll|reveal|hide|move|deal|tally|run"

# pattern | its replacement (None: nothing can be tried) | the next step
# fmt: off
# ruff: noqa: E501 — a table with one row a phrase
PHRASES: list[tuple[str, str | None, str]] = [
    (r"^//.*$", None, "A comment begins with `#`."),
    (rf"^for +(?:each|every) +({NAME}) +in\b", r"for \1 in", r"Write `for \1 in …`."),
    (r"^(for|if|elif|while) *\((.*)\) *:$", r"\1 \2:", r"Take the brackets away: `\1 \2:`."),
    (rf"^for +({NAME}) +(?:from|in|=) +(\S+) +to +(\S+?) *:", r"for \1 in \2..\3:", r"Write `for \1 in \2..\3:`."),
    (rf"^if +(.+?) +then +([^=]+(?<![=!<>])\+?=(?!=) .+|(?:{VERBS}|pay|end)\b.+)$", r"if \1: \2", r"A step stands behind a colon: `if \1: \2`."),
    (rf"^({PLACE})\.({VERBS})\( *\)", r"\2 \1", r"Write `\2 \1`."),
    (r"^print *\((.*)\)$", r"note \1", r"Write `note \1`; what is worked out stands in braces, as `{points[p]}`."),
    (r"^continue$", None, "Put the steps that are left out under an `if`; `break` leaves the whole loop."),
    (r"^remove +(\S+) +from +\S+$", None, r"Say where it goes: `move \1 to ZONE`; what leaves the game goes to the `box`."),
    (r"^discard +(.+)$", None, r"Say where it goes: `move \1 to ZONE`."),
    (rf"^({PLACE}) +pays? +(.+?) +to +({PLACE})$", r"pay \2 from \1 to \3", r"Write `pay \2 from \1 to \3`."),
    (r"^roll +(\d*)[dD](\d+)$", None, r"Dice are pieces: declare `piece Die rolls face: 1..\2 in dice: \1 each` and `zone dice: set of Die, open`; then `roll dice`."),
    (r"(?<![\w.])(\d+)[dD](\d+)\b", None, r"Dice are pieces: declare `piece Die rolls face: 1..\2 in dice: \1 each` and `zone dice: set of Die, open`; `roll dice`, and read each `face`."),
    (r"= *roll +(.+)$", None, r"`roll` is a step of its own: write `roll \1`, and read each `face` below."),
    (r"^(?:die|dice) +\w+.*$", None, "Dice are pieces: `piece Die rolls face: 1..6 in dice: 2 each`, with `zone dice: set of Die, open`."),
    (r"^fn\b.*= *random\b.*$", None, "A function leaves nothing to chance: write a `step` that has `let x = random …` and `return x`."),
    (r"(?:(?<=: )|^)return +random\b.*$", None, "Write `let x = random …` on a line of its own, and `return x` below."),
    (r"(?<=[\[(,+*<>-]) *random\b", None, "`random` stands alone behind `=`: write `let x = random …` above, and use `x` here."),
    (r"^(?:if|elif|while|for|repeat)\b.*\brandom\b", None, "`random` stands alone behind `=`: write `let x = random …` above, and use `x` here."),
    (r"(?:(?<=: )|^)return +run\b.*$", None, "Write `let x = run …` on a line of its own, and `return x` below."),
    (rf"(?<!after )(?<!\w)run +({NAME}\([^()]*\))(?<=\))(?= *(?::|and\b|or\b|==|!=|[<>+*-]))", None, r"`run` stands alone behind `=`: write `let x = run \1` above, and use `x` here."),
    (rf"(?:[+-]=|\bnot\b) *run +({NAME}\([^()]*\))", None, r"`run` stands alone behind `=`: write `let x = run \1` above, and use `x` here."),
    (rf"(?:(?<=: )|^)(?:end +game,? +)?(?:and +)?({NAME}) +wins?(?: +the +game)?$", None, r"Write `end game for [\1]`."),
    (r"^end +game +(?:with|by|to|in favou?r of) +(.+)$", None, r"Write `end game for \1`."),
    (r"^end$", None, "Write `end game`; a loop is left with `break`, a phase with `stop`."),
    (r"^(roll|shuffle) +\d+ +(\w+)$", None, r"Name the place or the pieces: `\1 PLACE`."),
    (rf"^set +({PLACE}) +to +(.+)$", r"\1 = \2", r"Write `\1 = \2`."),
    (rf"^add +(\w+) +to +({PLACE})$", r"\2 += \1", r"Write `\2 += \1`."),
    (rf"^(?:call|do|start|execute) +({NAME})", r"run \1", r"Write `run \1`."),
    (rf"^(?:(?:let|var) +)?({NAME}) *= *({PLACE}) +chooses +from\b", r"\2 chooses \1 from", r"Write `\2 chooses \1 from …`."),
    (rf"^(?:may +)?chooses? +({NAME}) +from\b", r"p chooses \1 from", r"Say who is asked: `p chooses \1 from …`."),
    (rf"\b(chooses?) +at +least +(\w+) +({NAME}) +from +(.+?)(?= +(?:where|one by one)\b| *\"| *:| *$)", None, r"Offer all bags of these sizes: `\1 \3 from subsets(\4, \2..count(\4))`."),
    (rf"\b(chooses?) +(\w+) *(?:to|-|–|\.\.) *(\w+) +({NAME}) +from +(.+?)(?= +(?:where|one by one)\b| *\"| *:| *$)", None, r"Offer all bags of these sizes: `\1 \4 from subsets(\5, \2..\3)`."),
    (rf"\b(chooses?) +any +number +of +({NAME}) +from +(.+?)(?= +(?:where|one by one)\b| *\"| *:| *$)", None, r"Write `\1 up to count(\3) \2 from \3`."),
    (rf"\bchooses +({NAME}) +from\b.*:$", None, r"End the line without `:`, and use `\1` in the lines below it, not deeper. Only `may choose` has a block of its own."),
    (rf"(?:(?<=: )|^)move +all +(?:of +)?(?:the +)?({NAME})", r"move \1", r"Leave `all` out: `move \1 to …` moves all that there are."),
    (r"(?:(?<=: )|^)(?:each|every) +(?:player|seat)\b(?! +in\b).*$", None, "Go through the players: `for p in seats: deal 5 from deck to hand[p]`."),
    (r"^move +(.+?) +from +.+? +to +(?=\S)", r"move \1 to ", r"A piece is taken from where it lies: write `move \1 to …`."),
    (rf"^let +({NAME}) *: *([^=]+?) *= *(.+)$", r"var \1: \2 = \3", r"A `let` takes the type of its value; to choose the type, write `var \1: \2 = …`."),
    (r"^(?:int|bool|str|string|auto|let) +(\w+) *= *(.+)$", None, r"Write `var \1: TYPE = \2`."),
    (rf"({PLACE}) *([*/]|div|mod)= *(.+)$", r"\1 = \1 * \3", r"Write `\1 = \1 \2 …`."),
    (r"(?<=->) *\(.*?\)", None, "Give several values a type of their own: declare `type Pair = (one: Int, two: Int)`, and write `-> Pair`."),
    (rf"^(?!type\b).*?(?<!\w)\({NAME}: [^()]*\)", None, "A record is made with the name of its type, its parts in order: `Bid(5, red)`."),
    (rf"(?<== )after +(?:run +)?({NAME}\([^()]*\)) *[:,] *(.+)$", r"(\2 after run \1)", r"Write `(\2 after run \1)`."),
    (r" =([+-]) ", r" \1= ", r"Write `\1=`."),
    (r"^enum +(\w+) *(?:\{|=) *([^{}]*?) *\}?$", r"enum \1: \2", r"Write `enum \1: \2`."),
    (r"^enum +(\w+) *:?$", None, r"The members stand on the same line: `enum \1: red, blue`."),
    (rf"^(piece +{NAME}(?: *\([^()]*\))?(?: +rolls +\w+: *[^\s:]+)?)((?: +\"[^\"]*\")?) *: *(.+?\beach) +in +({NAME})", r"\1 in \4\2: \3", r"The zone stands before the colon: `piece … in \4: \3`."),
    (r"(\d+) *(?:to|or|and|-|–|—) *(\d+) players", r"\1..\2 players", r"Write `\1..\2 players`."),
    (r"^return\b", "else", "A function has lines `VALUE when CONDITION`, and `else VALUE` at the end; no `return`."),
    (r"^(var +\w+) *: *(\w+)(\[[^\]]+\])", r"\1\3: \2", r"An index stands after the name: write `\1\3: \2`."),
    (rf"^option +({NAME}) *= *(.+?)(?= *\"|$)", None, r"An option has a type: `option \1: 0..9 = \2`; to change that of a base, write `override option \1 = \2`."),
    (rf"^zone +{NAME}(?:\[.*\])? *: *\w+ of [\w |]+$", None, "Say who sees it, after a comma: `open`, `owner` or `hidden`."),
    (rf"^zone +{NAME}(?:\[.*\])? *: *([A-Z]\w*) *(?=,)", None, r"Say how the pieces lie: `set of \1`, `pile of \1`, `row of \1` or `bag of \1`."),
    (r"^piece\b.*?(\w+) *: *\{ *([^{}]*?) *\}", None, r"Name them first: `enum Kind: \2`; then write `\1: Kind`."),
    (r"(?<=: )(\d+) *(?:-|–|—|to) *(\d+)(?= *[,)=]|$)", r"\1..\2", r"Write `\1..\2`."),
    (r"\bdeal (\S+) from (\S+) to (?:each|every|all) (?:player|seat)s?$", None, r"Write `for p in seats: deal \1 from \2 to hand[p]`."),
    (r"\bdeal (\S+) from (\S+) to (?:each|every|all) (\w+)$", r"for p in seats: deal \1 from \2 to \3[p]", r"Write `for p in seats: deal \1 from \2 to \3[p]`."),
    (rf"^resource +{NAME}\[.*\] *: *\w+$", None, "Say who sees it, after a comma: `open` or `owner`."),
    (r"= *(.+?) if (.+) else (.+)$", r"= if \2 then \1 else \3", r"Write `if \2 then \1 else \3`."),
    (r"^(.+?) +if +(.+)$", r"\1 when \2", r"Write `\1 when \2`."),
    (r"^(.+?) +if +(.+)$", r"if \2: \1", r"The condition stands first: `if \2: \1`."),
    (r"= *(.+?) *\? *(.+?) *: *(.+)$", r"= if \1 then \2 else \3", r"Write `if \1 then \2 else \3`."),
    (r"(\S+) *(<=?) *(\S+) *(<=?) *(\S+?)(?= |:|$)", r"\1 \2 \3 and \3 \4 \5", r"Compare two at a time: `\1 \2 \3 and \3 \4 \5`."),
    (rf"({OPERAND}) *== *({OPERAND}) *== *({OPERAND})", r"\1 == \2 and \2 == \3", r"Compare two at a time: `\1 == \2 and \2 == \3`."),
    (r"^[^|]+(?:\|[^|]+)+$", r"| \g<0> |", r"A row begins and ends with a bar: `| \g<0> |`."),
    (rf"({PLACE}) is empty\b", r"empty(\1)", r"Write `empty(\1)`."),
    (rf"({PLACE}) is not empty\b", r"not empty(\1)", r"Write `not empty(\1)`."),
    (r" is not (?!in\b)", " != ", "Write `!=`."),
    (r" (?:is|equals) (?=\S)", " == ", "Write `==`."),
    (r" [xX] (?=[\w(])", " * ", "Write `*`."),
    (r"\b(?:the|an?) (?=[A-Za-z_])", "", "Leave it out: names stand alone."),
]
# fmt: on
ROWS = [(re.compile(pattern), put, step) for pattern, put, step in PHRASES]


def phrase(case: Case) -> Iterator[Proposal]:
    """A phrase of another language."""
    if case.below or not case.tokens:
        return
    line = case.text[case.begin : case.tokens[-1].end]
    for pattern, put, step in ROWS:
        for match in pattern.finditer(line):
            start, end = match.start() + case.begin, match.end() + case.begin
            start += len(match[0]) - len(match[0].lstrip())
            written = match[0].strip()
            shown = written if len(written) < 40 else f"{written[:36]} …"
            diagnostic = problem("R113", case.span(start, start + len(written)), sign=shown, next=match.expand(step))
            if put is None:
                yield Proposal(diagnostic, None)
            else:
                inserted = match.expand(put)
                texts = tuple(token.text for token in tokens(inserted, 0, len(inserted)))
                yield Proposal(diagnostic, Mend({start: (end - len(match[0]) + len(match[0].rstrip()), texts)}))


DECLARED = {"var": "var leader: Seat = P1", "const": "const HAND = 5", "fn": "fn value(c: Card) -> Int = c.number",
            "zone": "zone hand[Seat]: set of Card, owner", "phase": "phase Deal:"}  # fmt: skip


STEPS = ("for", "while", "repeat", "if", "var", "return", "move", "deal", "pay", "roll", "shuffle", "note", "run")


def step_in_function(case: Case) -> Iterator[Proposal]:
    """A step among the lines of a function, which must be values."""
    if case.below or not case.tokens or case.head not in STEPS or not {"ELSE", "LET"} & case.expected_tokens(case.begin):
        return
    if "MOVE" not in case.expected_tokens(case.begin):
        step = "A function works out one value: `sum(… for x in LIST)`, `VALUE when CONDITION`; steps stand in a `step`."
        yield Proposal(problem("R113", case.at(case.tokens[0]), sign=case.head, next=step), None)


def keyword_missing(case: Case) -> Iterator[Proposal]:
    """A declaration without its keyword, or a phase that is named but not run."""
    first = case.tokens[0] if case.tokens else None
    if case.below or first is None or first.kind != WORD or first.text in grammar().tables.words:
        return
    expected = case.expected_tokens(first.start)
    if "RUN" in expected and re.search(rf"^(?:phase|trick|auction|draft|trade|reaction) +{first.text}\b", case.text, re.M):
        yield run_missing(case, first)
    if any(case.mends(replace(first, word)) for _, word in near_words(first.text, candidates(expected))):
        return  # the keyword is there, misspelt
    for word, form in DECLARED.items():
        if word.upper() in expected and "NAME" not in expected:
            step = f"Write it as in `{form}`."
            diagnostic = problem("R116", case.at(first), label="before this", word=word, next=step)
            yield Proposal(diagnostic, insert(first.start, word))
    if "RUN" in expected and not case.token().text and case.tokens[-1].text == ")":
        yield run_missing(case, first)


def run_missing(case: Case, first: Token) -> Proposal:
    step = f"Write `run {case.text[first.start : case.tokens[-1].end]}`."
    diagnostic = problem("R116", case.at(first), label="before this", word="run", next=step)
    return Proposal(diagnostic, insert(first.start, "run"))


def parameter(case: Case) -> Iterator[Proposal]:
    """A parameter or a variable without its type, or with the type before the name."""
    if "COLON" not in case.expected_tokens() or case.token(-1).kind != WORD:
        return
    name, here = case.token(-1), case.token()
    inside = any(token.text == "(" for token in case.tokens[: case.index])
    if inside and here.kind == WORD:
        step = f"The name stands first: write `{here.text}: {name.text}`."
        diagnostic = problem("R119", case.span(name.start, here.end), name=here.text, help=step)
        yield Proposal(diagnostic, replace(name, here.text, ":", name.text, last=here))
    if (inside and here.text in (")", ",")) or (case.head == "var" and here.text == "="):
        step = f"Write it after a colon: `{name.text}: Seat` for a player, `{name.text}: Int` for a number."
        diagnostic = problem("R119", case.at(name), name=name.text, help=step)
        yield Proposal(diagnostic, insert(case.pos, ":", "Int", stand_in=True))


# Signs that are confused: the written one, and the intended one.
SWAPPED = {"=": ":", ":": "=", "|": ",", ";": ",", "and": ",", ",": "then"}


def wrong_sign(case: Case) -> Iterator[Proposal]:
    """`=` for `:`, `|` for `,` and the like: at the place, or the last one before it."""
    here = [case.token()] if case.token().text in SWAPPED else []
    before = [token for token in case.tokens[1 : case.index] if token.text in (":", "=")][-1:]
    for token in [*here, *before]:
        meant = SWAPPED[token.text]
        diagnostic = problem("R113", case.at(token), sign=token.text, next=f"Write `{meant}`.")
        yield Proposal(diagnostic, replace(token, meant))


def block_after_colon(case: Case) -> Iterator[Proposal]:
    """`phase A: for p in seats: …`: a statement with its own block needs its own line, and so does an action."""
    colons = [token for token in outside_brackets(case.tokens[:-1]) if token.text == ":"]
    before = [token for token in colons if token.end <= case.pos]
    if case.below or not before:
        return
    first = case.tokens[case.tokens.index(before[-1]) + 1]
    diagnostic = problem("R133", case.at(first), word=first.text)
    behind = colons[colons.index(before[-1]) :]
    for number in range(1, len(behind) + 1):
        ends = [case.tokens[case.tokens.index(token) + 1].start for token in behind[:number]]
        below = dict.fromkeys(lines_below(case), case.failure.line.levels[-1] + number)
        yield Proposal(diagnostic, Mend({end: (end, ("\0_NL:", "\0_INDENT:")) for end in ends}, below))


def lines_below(case: Case) -> list[int]:
    """The starts of the lines that belong to the same block as what follows the colon."""
    after = NEXT.match(case.text, case.line_end(case.pos))
    levels = case.failure.line.levels
    if after is None or case.tokens[-1].text == ":":
        return []
    deeper = after.end() - case.text.rfind("\n", 0, after.end()) - 1 > levels[-1]
    return alike(case.text, after.end()) if deeper else []


def outside_brackets(line: list[Token]) -> Iterator[Token]:
    depth = 0
    for token in line:
        depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if depth == 0:
            yield token


def not_given(case: Case) -> Iterator[Proposal]:
    """A step in a test that is not under `given:`."""
    if not case.index and not case.below and case.tokens and "GIVEN" in case.expected_tokens():
        step = "In a test, what is there before it begins stands under `given:`, indented."
        diagnostic = problem("R116", case.at(case.tokens[0]), label="before this", word="given:", next=step)
        yield Proposal(diagnostic, insert(case.begin, "given", ":"))


ANSWER = re.compile(r"(?:P\d+|chance|others)(?: +may(?: +not)?)? *:")


def answer_without_when(case: Case) -> Iterator[Proposal]:
    """An answer in a test that is not under `when`."""
    if not case.below and case.tokens and ANSWER.match(case.text, case.begin):
        step = "In a test, answers stand under the line `when …:` that asks for them, indented."
        yield Proposal(problem("R116", case.at(case.tokens[0]), label="before this", word="when", next=step), None)
