"""Slips in words: misspelt, missing, reserved or out of place; and the small signs between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulelang.diagnostics import problem
from rulelang.diagnostics.model import alike
from rulelang.syntax.case import Case, Mend, Proposal, after, insert, last_line, replace
from rulelang.syntax.read import grammar
from rulelang.syntax.scan import JOINING, NUMBER, PHRASES, TEXT, WORD, Token, tokens
from rulelang.syntax.vocabulary import FOREIGN, FORMS, LINKS, PHRASE_WORDS, RESERVED

LOOKED_AT = 40  # how many tokens before a mistake may be misspelt; the first two of the line may be as well


def else_if(case: Case) -> Iterator[Proposal]:
    if case.token().text == "if" and case.token(-1).text == "else":
        first, last = case.token(-1), case.token()
        yield Proposal(problem("R117", case.span(first.start, last.end)), replace(first, "elif", last=last), sure=True)


def elif_in_value(case: Case) -> Iterator[Proposal]:
    """`if a then b elif c then d`: in a value, `if` follows `else`."""
    if case.token().text == "elif" and "ELSE" in case.expected_tokens():
        step = "In a value, write `else if`: `if a then b else if c then d else e`."
        diagnostic = problem("R113", case.at(case.token()), sign="elif", next=step)
        yield Proposal(diagnostic, replace(case.token(), "else", "if"), sure=True)


def for_in(case: Case) -> Iterator[Proposal]:
    if case.token(-2).text in ("for", "each") and case.token(-1).kind == WORD:
        token, name = case.token(), case.token(-1).text
        if alike(token.text, ["in"]):
            yield Proposal(problem("R108", case.at(token), word=token.text, near="in"), replace(token, "in"))
        diagnostic = problem("R118", case.at(token), name=name)
        yield Proposal(diagnostic, replace(token, "in"), sure=token.text in (":", "=", "of", "from"))
        yield Proposal(diagnostic, insert(case.pos, "in"))


def pass_step(case: Case) -> Iterator[Proposal]:
    for offset in (0, -1):
        token = case.token(offset)
        if token.text == "pass":
            yield Proposal(problem("R123", case.at(token)), replace(token, "nothing"))


def type_missing(case: Case) -> Iterator[Proposal]:
    """A function without a result type."""
    words = [token.text for token in case.tokens[:3]]
    at = next((i for i, word in enumerate(words) if word in ("fn", "need", "hook")), None)
    if at is None or at + 1 >= len(case.tokens) or "ARROW" not in case.expected_tokens():
        return
    name = case.tokens[at + 1]
    diagnostic = problem("R119", case.at(name), name=name.text, label="what does it give?")
    if case.token().text == ":":
        yield Proposal(diagnostic, replace(case.token(), "->"))
    yield Proposal(diagnostic, insert(case.pos, "->"))
    yield Proposal(diagnostic, insert(case.pos, "->", "Int", stand_in=True))


def choose_from(case: Case) -> Iterator[Proposal]:
    """`p chooses Swaps(p)`, where `from` is missing."""
    for i, token in enumerate(case.tokens):
        if token.text in ("chooses", "choose") and i + 1 < len(case.tokens):
            after = case.tokens[i + 1]
            rest = case.text[after.start : case.end].split("#")[0].strip()
            diagnostic = problem("R124", case.at(after), next=f"Write `{token.text} from {rest}`.")
            yield Proposal(diagnostic, insert(after.start, "from"))
            if after is case.token() and case.expected_tokens() == {"FROM"}:
                yield Proposal(diagnostic, None)


def rung_text(case: Case) -> Iterator[Proposal]:
    """`0 "ones are free" when c.rank == 1`: the text of a rung belongs behind its condition."""
    text, following = case.token(), case.token(1)
    if text.kind == TEXT and following.text == "when":
        step = f"Write it behind the condition: `… when … {text.text}`."
        diagnostic = problem("R100", case.here, what="the text stands before its condition", next=step)
        last = case.tokens[-1]
        yield Proposal(diagnostic, Mend({text.start: (text.end, ()), last.end: (last.end, (text.text,))}))


def text_early(case: Case) -> Iterator[Proposal]:
    """`phase Race "Run" until over:`: a text stands at the end of its line, or of the head of its block."""
    if case.below:
        return
    for text in (case.token(), case.token(-1)):
        if text.kind == TEXT:
            behind = case.tokens[case.tokens.index(text) + 1 :]
            ends = [token.start for token in behind[1:] if token.text in (":", "=")] + [case.tokens[-1].end]
            for end in ends:
                shown = " ".join(case.text[text.end : end].split())
                step = f"It comes later: `… {shown} {text.text}`."
                diagnostic = problem("R100", case.at(text), what="this text stands too early", next=step)
                yield Proposal(diagnostic, Mend({text.start: (text.end, ()), end: (end, (text.text,))}))


def cell_type(case: Case) -> Iterator[Proposal]:
    """`table PRICE[1..3]:` without what a cell holds."""
    if case.head == "table" and case.failure.type == "_NL" and case.token(-1).text == ":" and len(case.tokens) > 3:
        head = case.text[case.begin : case.tokens[-1].start].strip()
        step = f"Say what a cell holds: `{head}: Int:`."
        diagnostic = problem("R119", case.at(case.tokens[1]), name=case.tokens[1].text, help=step)
        yield Proposal(diagnostic, insert(case.pos, "Int", ":", stand_in=True))


def colon(case: Case) -> Iterator[Proposal]:
    if case.failure.type == "_NL":
        span = case.here
        yield Proposal(problem("R101", span, label="after this"), insert(case.pos, ":"))


def colon_inside(case: Case) -> Iterator[Proposal]:
    if case.token().text and case.token(-1).text != ":":
        yield Proposal(problem("R101", case.at(case.token(-1)), label="after this"), insert(case.pos, ":"))


def row_bar(case: Case) -> Iterator[Proposal]:
    if case.head == "|" and case.failure.type == "_NL":
        yield Proposal(problem("R122", case.here, label="the row ends here"), insert(case.pos, "|"))


def reserved_word(case: Case) -> Iterator[Proposal]:
    """A reserved word where a name is needed."""
    for token in case.tokens[: case.index + 1]:
        if token.kind == WORD and (token.text in RESERVED or token.text in grammar().tables.words):
            diagnostic = problem("R112", case.at(token), word=token.text, other=f"the_{token.text}")
            yield Proposal(diagnostic, replace(token, f"\0NAME:{token.text}"))


def misspelt(case: Case) -> Iterator[Proposal]:
    """A word that resembles one that is allowed there: of several, the one with the fewest letters to change."""
    found: list[Spelling] = []
    before = case.tokens[: case.index + 1]
    for token in [*before[:-LOOKED_AT][:2], *before[-LOOKED_AT:]]:
        if token.kind == WORD:
            expected = case.expected_tokens(token.start)
            words = candidates(expected) - {token.text}
            ours = [word for word in FOREIGN.get(token.text.lower(), ()) if word in words]
            near = [(0, ours[0])] if ours else alike(token.text, words)
            found += [Spelling(distance, -token.start, word, token, replace(token, word)) for distance, word in near]
            found += misspelt_phrases(case, token, expected)
    for each in sorted(found, key=lambda each: each[:3]):
        token = each.token
        yield Proposal(problem("R108", case.at(token), word=token.text, near=each.word), each.mend)
    for each in found:
        if each.distance == 0 and each.token is before[0] and each.word in FOREIGN.get(each.token.text.lower(), ()):
            yield Proposal(problem("R108", case.at(each.token), word=each.token.text, near=each.word), None)


class Spelling(NamedTuple):
    """A likely correction of a word, the likeliest first."""

    distance: int
    ahead: int
    word: str
    token: Token
    mend: Mend


def misspelt_phrases(case: Case, first: Token, expected: set[str]) -> Iterator[Spelling]:
    """Phrases such as `may choose` with one misspelt word, which is marked."""
    at = case.tokens.index(first)
    for kind in expected & set(PHRASE_WORDS):
        words = PHRASE_WORDS[kind].split()
        there = case.tokens[at : at + len(words)]
        wrong = [i for i, token in enumerate(there) if token.text != words[i]]
        if len(there) == len(words) and len(wrong) == 1:
            (i,) = wrong
            for distance, word in alike(there[i].text, [words[i]]):
                mend = replace(first, f"\0{kind}:{PHRASE_WORDS[kind]}", last=there[-1])
                yield Spelling(distance, -there[i].start, word, there[i], mend)


def words_by_terminal() -> dict[str, str]:
    return {name: word for word, name in grammar().tables.words.items()} | PHRASE_WORDS


def candidates(expected: set[str]) -> set[str]:
    spelling = words_by_terminal()
    return {spelling[name] for name in expected if name in spelling}


ABOVE = re.compile(r"(?:#[^\n]*)?\r?\n[\t ]+")


def continuation_word(case: Case) -> Iterator[Proposal]:
    """A misspelt word that continues the line above: in the line of the mistake, or in the one below it."""
    ends = case.failure.type == "_NL" and not case.below
    begin = (case.line_end(case.pos) if ends else case.text.rfind("\n", 0, case.pos)) + 1
    line = tokens(case.text, begin, case.line_end(begin))
    above = last_line(case.text, begin)
    if not line or not above or line[0].kind != WORD or line[0].text in {*grammar().tables.words, *PHRASES}:
        return
    word, end = line[0], after(case.text, above)
    if (between := ABOVE.match(case.text, end)) and between.end() == word.start:
        for _, near in sorted(alike(word.text, JOINING)):
            yield Proposal(problem("R108", case.at(word), word=word.text, near=near), Mend({end: (word.end, (near,))}))


def text_for_name(case: Case) -> Iterator[Proposal]:
    token = case.token()
    if token.kind == TEXT and "NAME" in case.expected_tokens():
        name = re.sub(r"\W+", "_", token.text.strip('"')).strip("_") or "name"
        name = name if not name[0].isdigit() else f"n{name}"
        yield Proposal(problem("R127", case.at(token), name=name), replace(token, f"\0NAME:{name}"))


def name_for_text(case: Case) -> Iterator[Proposal]:
    """Words without quotes where a text is needed."""
    if "TEXT" not in case.expected_tokens() or case.token().kind not in (WORD, NUMBER):
        return
    last = case.index
    ends = []
    while last < len(case.tokens) and case.tokens[last].kind in (WORD, NUMBER):
        ends.append(case.tokens[last])
        last += 1
    first = case.token()
    for end in [*reversed(ends)][:8]:
        quoted = f'"{case.text[first.start : end.end]}"'
        yield Proposal(problem("R128", case.span(first.start, end.end), text=quoted), replace(first, quoted, last=end))


def comprehension(case: Case) -> Iterator[Proposal]:
    """`count(c in hand where …)`, `any(c.rank > 3 c in hand)`: a comprehension has `for` before its variable."""
    openings = [i for i, token in enumerate(case.tokens[: case.index]) if token.text in ("(", "[")]
    for at in [*(i + 1 for i in reversed(openings)), case.index]:
        name, word = (*case.tokens[at : at + 2], None, None)[:2]
        if name and word and name.kind == WORD and word.text == "in":
            shown = f"Write `for {name.text} in …`."
            diagnostic = problem("R116", case.at(name), label="before this", word="for", next=shown)
            yield Proposal(diagnostic, insert(name.start, "for"))


def link(case: Case) -> Iterator[Proposal]:
    """A missing connecting word, such as `from` and `to` in a deal."""
    expected = case.expected_tokens()
    words = sorted((candidates(expected) & LINKS) - ({"players"} if "INT" in expected else set()))
    heads = [token.text for token in case.tokens[: case.index] if token.text in FORMS]
    place = "before this" if case.token().text else "after this"
    shown = f"Write it as in `{FORMS[heads[-1]]}`." if heads else f"Put it in {place}."
    for word in words:
        yield Proposal(problem("R116", case.here, label=place, word=word, next=shown), insert(case.pos, word))
    if candidates(expected) == set(words) and len(words) == 1 and case.token().text:
        yield Proposal(problem("R116", case.here, label="before this", word=words[0], next=shown), None)
    missing = [word for word in words if heads and word in FORMS[heads[-1]].split()]
    if missing and not case.token().text and "NAME" not in expected:
        yield Proposal(problem("R116", case.here, label="after this", word=missing[0], next=shown), None)


def comma_in_brackets(case: Case) -> Iterator[Proposal]:
    return comma(case) if case.failure.opened else iter(())


def comma(case: Case) -> Iterator[Proposal]:
    if case.token().text and "COMMA" in case.expected_tokens():
        yield Proposal(problem("R129", case.here, label="before this"), insert(case.pos, ","))


def hole(case: Case) -> Iterator[Proposal]:
    if case.token().text == "...":
        yield Proposal(problem("R130", case.at(case.token())), None)


def rules_line(case: Case) -> Iterator[Proposal]:
    if case.head == "rules" and case.index == 0:
        yield Proposal(problem("R132", case.at(case.tokens[0])), None)
