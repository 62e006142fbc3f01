"""The words of the language, and how to say what is expected."""

from __future__ import annotations

from collections.abc import Iterable

# Words that cannot be names: each occurs at a place where a name could stand too.
# fmt: off
RESERVED = frozenset({
    "and", "break", "deal", "div", "each", "elif", "else", "false", "for", "form", "from", "hide", "if", "in", "let",
    "list", "map", "mod", "move", "none", "not", "note", "nothing", "on", "or", "original", "pass", "pay", "play",
    "players", "put", "random", "repeat", "require", "resolve", "return", "reveal", "roll", "run", "setup", "shuffle",
    "stop", "swap", "tally", "then", "together", "true", "unreveal", "var", "while", "zone",
})
# fmt: on

# Words of other languages, and ours for them.
FOREIGN = {
    "def": ("fn",), "function": ("fn",), "func": ("fn",), "elseif": ("elif",), "elsif": ("elif",), "foreach": ("for",),
    "null": ("none",), "nil": ("none",), "loop": ("repeat",), "skip": ("nothing",), "print": ("note",),
    "switch": ("if",), "import": ("use",), "include": ("use",), "class": ("piece",), "begin": ("setup",),
    "variable": ("var",), "constant": ("const",), "assert": ("require", "expect"), "select": ("chooses",),
    "picks": ("chooses",), "run": ("when",), "unless": ("if",), "draw": ("deal",), "card": ("piece",),
    "round": ("phase",), "procedure": ("step",), "deck": ("zone",), "highest": ("most",), "lowest": ("least",),
    "until": ("while",), "say": ("note",), "check": ("require", "expect"), "after": ("then",),
}  # fmt: skip

# Words that join the parts of a line.
LINKS = {
    "from", "to", "into", "in", "of", "then", "else", "each", "times", "chooses", "is", "for", "players", "by",
    "where", "when", "extends", "rolls", "with",
}  # fmt: skip

# How lines are written, by their first or characteristic word.
FORMS = {
    "game": 'game "Title" for 2..4 players',
    "mod": 'mod "Title" extends base',
    "option": "option rounds: 1..12 = 4",
    "look": 'look coins "coin" color yellow',
    "enum": "enum Color: red, blue",
    "piece": "piece Card(color: Color) in deck: 2 each",
    "zone": "zone hand[Seat]: set of Card, owner",
    "resource": "resource coins[Seat]: 200, open",
    "board": "board Grid: square 8 by 8",
    "group": "group Pack(kind: Kind) of Card, at most 40",
    "score": "score Points for p: ",
    "fn": "fn value(c: Card) -> Int = c.number",
    "var": "var points[Seat]: Int = 0",
    "const": "const HAND = 5",
    "phase": 'phase Deal "Deal the cards":',
    "step": "step pay_out(p: Seat):",
    "menu": "menu Actions(p: Seat):",
    "test": 'test "A title" for 3 players:',
    "invariant": 'invariant "Nobody is in debt": all(points[p] >= 0 for p in seats)',
    "winner": "winner p: most points[p]",
    "move": "move card to hand[p]",
    "deal": "deal 5 from deck to hand[p]",
    "pay": "pay 2 coins from bank to p",
    "form": "form Pack(k) from cards to packs[p]",
    "put": "put Card(red, 3) into hand[P1]",
    "chooses": "p chooses card from hand[p]",
    "choose": "p may choose card from hand[p]:",
    "for": "for p in seats:",
    "each": "each p in seats secretly:",
    "repeat": "repeat 3 times:",
    "while": "while not empty(deck) at most 40:",
    "if": "if a then b else c",
    "mechanism": "mechanism sealed is auction(lot: Card)",
    "list": "list of Card",
    "map": "map Seat to Int",
}

PLAIN = {
    "NAME": "a name",
    "INT": "a number",
    "TEXT": "a text in quotes",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "AUGMENT": "`+=`",
    "COMPARE": "`==`",
    "CONST_BY_PLAYERS": "`const by players`",
    "END_WHEN": "`end when`",
    "END_AFTER": "`end after`",
    "END_GAME": "`end game`",
    "AT_MOST": "`at most`",
    "UP_TO": "`up to`",
    "MAY_CHOOSE": "`may choose`",
    "MAY_NOT": "`may not`",
    "CANNOT_SEE": "`cannot see`",
    "ONE_BY_ONE": "`one by one`",
    "CHANCE": "`chance:`",
    "OTHERS": "`others:`",
}
PHRASE_WORDS = {
    "CONST_BY_PLAYERS": "const by players", "END_WHEN": "end when", "END_AFTER": "end after", "END_GAME": "end game",
    "AT_MOST": "at most",
    "UP_TO": "up to", "MAY_CHOOSE": "may choose", "MAY_NOT": "may not", "CANNOT_SEE": "cannot see",
    "ONE_BY_ONE": "one by one", "CHANCE": "chance", "OTHERS": "others",
}  # fmt: skip
VALUE = {"NAME", "INT", "LPAR", "LSQB", "NONE", "TRUE"}
OPERATORS = {
    "PLUS", "MINUS", "STAR", "DIV", "MOD", "COMPARE", "AND", "OR", "IN", "NOT", "DOTS", "DOT", "LPAR", "LSQB",
}  # fmt: skip
# Where nearly any declaration or step may begin, a list of words would not help.
BEGINNINGS = (
    ({"ENUM", "ZONE", "PHASE"}, "a declaration, which begins with a word such as `var`, `phase` or `fn`"),
    ({"LET", "MOVE", "DEAL"}, "a step, such as `move`, `deal`, `if` or `p chooses`"),
)
SHOWN = 4  # alternatives that are named


def describe_expected(expected: Iterable[str], spelling: dict[str, str]) -> str:
    """What may stand at a place, in a few words, the most helpful first: signs and words, names, then the rest."""
    types = set(expected) - {"TAG"}
    phrases = []
    for some, what in BEGINNINGS:
        if types >= some:
            return what
    if types >= VALUE:
        phrases.append("a value")
        types -= {*VALUE, *OPERATORS, "FALSE", "TEXT", "ORIGINAL", "PLAYERS", "IF"}
    elif len(types & OPERATORS) > 5:
        types -= OPERATORS
    phrases += [say(name, spelling) for name in sorted(types, key=lambda name: (rank(name), name))]
    if "the end of the line" in phrases and len(phrases) > SHOWN:
        phrases = [*phrases[: SHOWN - 1], "the end of the line"]
    shown = phrases[:SHOWN]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} or {shown[-1]}"


def say(name: str, spelling: dict[str, str]) -> str:
    return PLAIN.get(name) or f"`{spelling.get(name, name.lower())}`"


def rank(name: str) -> int:
    order = ("EQUAL", "COLON", "RPAR", "RSQB", "FROM", "TO", "IN", "NAME", "TEXT", "COMMA")
    if name in order:
        return order.index(name)
    return 40 if name.startswith("_") or name == "$END" else 30 if name in ("HOLE", "DOT") else 20
