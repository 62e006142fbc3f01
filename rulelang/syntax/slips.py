"""What is wrong with a line, in the language's own words.

Each common slip has a function in the table SLIPS. It looks at the tokens around the place where parsing stopped and
proposes a diagnosis with a mend: the tokens that the author most likely meant. The mend is tried by parsing the line
with it; the first slip whose mend makes the whole line readable explains the mistake. So a message is never a guess
that would not have helped. If none does, the message says what is expected at the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from rulelang.diagnostics import Diagnostic, problem
from rulelang.syntax import foreign, layout, signs, wording
from rulelang.syntax.case import Case, Mend, Slip
from rulelang.syntax.read import grammar
from rulelang.syntax.scan import TEXT, Token
from rulelang.syntax.vocabulary import FORMS, describe_expected

# In the order of trial: the certain ones first, those that would fit almost anywhere last.
SLIPS: list[Slip] = [
    layout.too_deep,
    wording.continuation_word,
    layout.indentation,
    layout.block_missing,
    layout.not_carried,
    wording.hole,
    wording.rung_text,
    wording.text_early,
    wording.rules_line,
    signs.plus_plus,
    signs.number_parts,
    signs.strange_quotes,
    signs.open_quote,
    wording.else_if,
    wording.elif_in_value,
    foreign.step_in_function,
    foreign.phrase,
    wording.for_in,
    wording.pass_step,
    wording.type_missing,
    wording.cell_type,
    signs.equals,
    foreign.keyword_missing,
    foreign.block_after_colon,
    foreign.parameter,
    signs.strange_sign,
    wording.choose_from,
    wording.row_bar,
    wording.colon,
    layout.ladder_else,
    signs.brackets,
    signs.strange_character,
    layout.not_indented,
    layout.indented_less,
    wording.reserved_word,
    wording.misspelt,
    foreign.not_given,
    layout.indented_more,
    wording.text_for_name,
    wording.name_for_text,
    wording.comprehension,
    wording.comma_in_brackets,
    wording.link,
    foreign.answer_without_when,
    foreign.wrong_sign,
    wording.comma,
    wording.colon_inside,
]


def explain(case: Case) -> tuple[Diagnostic, Mend | None]:
    """The mistake of a line, and a mend for it if there is one."""
    for slip in SLIPS:
        for proposal in slip(case):
            if proposal.mend is None:
                return proposal.diagnostic, stand_in(case)
            if case.mends(proposal.mend, proposal.sure):
                return proposal.diagnostic, proposal.mend
    for proposal in islice((each for slip in BESIDE for each in slip(case)), TRIED):
        if proposal.mend and (other := case.further(proposal.mend)) and any(map(other.mends, beside(other))):
            return proposal.diagnostic, proposal.mend
    return describe_unexpected(case), stand_in(case)


# Slips that often occur together with another one in the same line, and how many mends are tried for the first.
BESIDE: list[Slip] = [wording.misspelt, signs.strange_sign, signs.equals, wording.link]
TRIED = 12


def beside(case: Case) -> Iterator[Mend]:
    """Mends for the second of two slips."""
    return (proposal.mend for slip in BESIDE for proposal in slip(case) if proposal.mend)


def describe_unexpected(case: Case) -> Diagnostic:
    """What parsing stopped at, and what is expected there."""
    spelling = {name: word for word, name in {**grammar().tables.words, **grammar().tables.signs}.items()}
    wanted = describe_expected(case.expected_tokens(), spelling)
    token = case.token()
    if case.failure.type == "_DEDENT":
        what = "the block ends too early"
    elif not token.text:
        what = "the line ends too early"
    elif token.kind == TEXT:
        what = "unexpected text"
    else:
        what = f"unexpected `{token.text}`"
    label = "after this" if not token.text else ""
    heads = [token.text for token in outside_brackets(step_of(case)) if token.text in FORMS]
    form = f", as in `{FORMS[heads[-1]]}`" if heads else ""
    step = f"Expected {wanted}{form}." if wanted else "Take it out."
    return problem("R100", case.here, label=label, what=what, next=step)


def step_of(case: Case) -> list[Token]:
    """The tokens before the mistake that belong to its own step: after the colon of a block, only those behind it."""
    before = case.tokens[: case.index]
    colons = [i for i, token in enumerate(before) if token.text == ":"]
    return before[colons[-1] + 1 :] if colons and case.head in STAND_INS else before


def outside_brackets(some: list[Token]) -> list[Token]:
    """The tokens that are in no brackets, or in open brackets: closed brackets are complete."""
    found: list[Token] = []
    opened: list[int] = []
    for token in some:
        if token.text in (")", "]") and opened:
            del found[opened.pop() :]
            continue
        if token.text in ("(", "["):
            opened.append(len(found))
        found.append(token)
    return found


# The shortest line of its kind, by its first word: what stands between that word and the colon.
STAND_INS = {
    "if": "none", "elif": "none", "else": "", "for": "p in none", "while": "none at most 1", "repeat": "1 times",
    "each": "p in none secretly", "together": "", "phase": "P", "step": "s ( )", "menu": "M", "fn": "f ( ) -> Int",
    "setup": "", "play": "", "given": "", "when": "setup", "then": "", "test": '""', "score": "S for p", "on": "h",
    "variant": "V", "trick": "T", "auction": "A", "draft": "D", "trade": "T", "reaction": "R",
    "mechanism": "m is trick ( )",
}  # fmt: skip


def stand_in(case: Case) -> Mend | None:
    """A replacement for a line that is not understood, so that the lines below it can be parsed.

    A step after a colon becomes `nothing`, the head of a block the shortest of its kind.
    """
    found = case.tokens
    if case.below or len(found) < 2:
        return None
    for i, token in enumerate(found[:-1]):
        if token.text == ":" and token.end <= case.pos:
            mend = Mend({found[i + 1].start: (found[-1].end, ("nothing",))}, stand_in=True)
            if case.mends(mend):
                return mend
    if found[0].text in STAND_INS:
        inserted = (*re.findall(r"at most|\S+", STAND_INS[found[0].text]), ":")
        for token in reversed(found[2:]):
            mend = Mend({found[1].start: (token.end, inserted)}, stand_in=True)
            if token.text == ":" and case.mends(mend):
                return mend
    return None
