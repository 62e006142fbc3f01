"""What a story knows about a game besides its log: texts, vocabulary, types, and where a round begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.suites import suites
from rulelang.ir.types import bare
from rulelang.play.answers import choice_statements, choices
from rulelang.present.english import has_opposite, singular
from rulelang.present.faces import Faces
from rulelang.present.phrase import Noun, Phrase, Quantity, Ref, Series, join
from rulelang.present.places import Place
from rulelang.present.vocabulary import Vocabulary, is_piece
from rulelang.program import Program
from rulelang.program.boards import Board
from rulelang.story.boards import Spaces, lying, spaces, table_rows
from rulelang.story.lexicon import Lexicon


@attrs.frozen
class Facts:
    """`rounds`: the procedure that opens each round, None if the game has none. `numbered`: procedures that `play`
    repeats by themselves. `told_vars`: seat variables that are told when they become true, `told_numbers`: numbers that
    are told with what changes them. `families`: the family of each mechanism. `types`: the types of variables, of what
    mechanisms show, and of answers, by name.
    """

    texts: dict[str, str]
    rounds: str | None
    numbered: frozenset[str]
    families: dict[str, str]
    told_vars: frozenset[str]
    told_numbers: frozenset[str]
    types: dict[str, t.Type]
    actions: dict[tuple[str, str], ir.Action]
    places_shown: frozenset[str]
    into: dict[str, str]
    score_variable: str | None
    vocabulary: Vocabulary
    lexicon: Lexicon
    faces: Faces
    boards: dict[str, Board]
    lying: dict[str, str]
    """The board of each zone or variable that is drawn on one."""
    spaces: dict[str, Spaces]
    """By variable that says where something of a seat stands: its spaces."""
    tables: dict[str, list[str]]
    """The rows, in words, of the tables that are shown while something runs."""
    questions: dict[str, str]
    """The prompt of each choice that may be passed, if it is always the same."""

    @classmethod
    def of(cls, program: Program, names: Mapping[int, str] | None = None) -> Facts:
        """The facts of a game; at a table where players have names, their pieces are named after them."""
        game = program.game
        variables, vocabulary, lexicon = game.vars.values(), Vocabulary(game, names or {}), Lexicon.of(program)
        return cls(
            {name: proc.text for name, proc in game.procs.items()}
            | {name: menu.text for name, menu in game.menus.items()},
            opener(game),
            frozenset(names[0] for names in repeated_phases(game) if len(names) == 1),
            {instance.name: instance.family for instance in game.instances.values()},
            frozenset(var.name for var in variables if is_told(var, t.Bool, vocabulary)),
            frozenset(var.name for var in variables if is_told(var, t.Int, vocabulary)) - sums(game),
            dict(types_of(game)),
            {
                (menu.name, action.name): action
                for menu in game.menus.values()
                for action in menu.actions
            },
            frozenset(shows_of_type(game, is_place)),
            {score.name: score.into for score in game.scores.values() if score.into},
            score_variable(game),
            vocabulary,
            lexicon,
            Faces(vocabulary, lexicon.is_single),
            program.boards,
            lying(program),
            spaces(program, vocabulary),
            {
                name: table_rows(program, name, vocabulary)
                for name in game.tables
                if vocabulary.look(name).during
            },
            questions(game),
        )

    # ------------------------------------------------------------ words

    def several(self, pieces: Sequence[str], unseen: Mapping[str, int] | None = None) -> Phrase:
        """Pieces of a log in a sentence."""
        return self.faces.several(self.lexicon.pieces(pieces), unseen)

    def place(self, place: Place) -> Phrase:
        """A place without its owner: `the deck`, `stand 2`; for a group formed in play, `the package of almonds`."""
        if "(" in place.name:
            group = self.lexicon.piece(place.name)
            return Noun(self.vocabulary.piece(group["kind"], group["fields"]).name, article="the")
        return Noun(place.words(self.vocabulary), article="" if place.indexes else "the")

    def value(self, name: str, value: Any) -> Phrase:
        """The value of a variable, or an answer, by its name."""
        return self.phrase(self.types.get(name), value, name)

    def stands(self, name: str, value: Phrase) -> Phrase:
        """A variable with its value: `dealer Ann`, `still in: Ann and Ben`; `Ann’s turn`."""
        word = self.vocabulary.variable(name).name
        if word == "turn" and isinstance(value, Ref):
            return Noun(word, owner=value)
        return join(f"{word}:" if isinstance(value, Series) else word, value)

    def phrase(self, type_: t.Type | None, value: Any, name: str = "") -> Phrase:
        """A value in words: seats by name, pieces by their faces."""
        inner = type_ and bare(type_)
        if isinstance(inner, t.Seat) and isinstance(value, int):
            return Ref(value)
        if isinstance(value, list) and isinstance(inner, t.List):
            if value and all(map(is_piece, value)):
                return self.faces.several(value)
            return Series(tuple(self.phrase(inner.of, item, name) for item in value)) if value else "nothing"
        if is_piece(value):
            return self.faces.several([value])
        if inner is None or value == "?":
            return str(value)
        return self.vocabulary.value(inner, value, name).name

    def sum_name(self, score: str) -> str:
        """What a score is added to: `points`."""
        word = self.vocabulary.variable(self.into[score])
        return word.plural if self.vocabulary.look(self.into[score]).name else word.name

    def number(self, name: str, value: int) -> Phrase:
        """The number that a variable holds: `3 tricks`, or `level 3` where its name is no plural."""
        word, look = self.vocabulary.variable(name), self.vocabulary.look(name)
        one = singular(word.name)
        if one == word.name and not look.name:
            return f"{word.name} {value}"
        return Quantity(value, Noun(one, word.several))

    def can_deny(self, place: Place) -> bool:
        """Whether the rules have a sentence about its owner that can be negated: `Ann is not hungry`."""
        return place.owner is not None and has_opposite(self.vocabulary.look(place.name).says)

    def is_shown(self, name: str) -> bool:
        """Whether people are shown a zone or variable at all."""
        return not self.vocabulary.look(name).bookkeeping


def score_variable(game: ir.Game) -> str | None:
    """The variable that decides who wins, if it is a single one: the scores show it."""
    first = game.winner.criteria[0][1] if game.winner and game.winner.criteria else None
    return first.var if isinstance(first, ir.VarAt) else None


def types_of(game: ir.Game) -> Iterator[tuple[str, t.Type]]:
    yield from ((var.name, var.type) for var in game.vars.values())
    for instance in game.instances.values():
        yield from ((f"{instance.name}.{word}", expr.type) for word, expr in instance.shows.items())
    for (name, _), kind in choices(game):
        if not isinstance(kind, tuple):
            yield name, kind


def questions(game: ir.Game) -> dict[str, str]:
    """The prompts of choices that may be passed, in the game's own words and without holes."""
    found: dict[str, set[str]] = {}
    for name, stmt in choice_statements(game):
        if isinstance(stmt, ir.Choose | ir.ChooseAction) and not stmt.span.source.is_library:
            prompt = stmt.asking.prompt if isinstance(stmt, ir.Choose) else stmt.prompt
            parts = prompt.parts if prompt is not None else ()
            whole = len(parts) == 1 and isinstance(parts[0], str)
            found.setdefault(name, set()).add(str(parts[0]).rstrip(".! ") if whole else "")
    return {name: asked for name, (asked, *others) in found.items() if can_pass_on(asked) and not others}


ASKING = {"what", "which", "who", "whom", "whose", "where", "when", "how"}


def can_pass_on(asked: str) -> bool:
    """Whether a prompt names what is passed on: “Claim a goal?” does, “What do you play?” does not."""
    return bool(asked) and asked.split()[0].strip("?").lower() not in ASKING


def is_told(var: ir.VarType, kind: type[t.Type], vocabulary: Vocabulary) -> bool:
    """Whether each seat has one of it, open and with a text or look of its own: then its changes are told."""
    by_seat = len(var.indexes) == 1 and var.indexes[0].kind == "Seat"
    look = vocabulary.look(var.name)
    known = bool(var.text or look.name or look.says) and not look.bookkeeping
    return known and by_seat and isinstance(var.type, kind) and var.sight == "open"


def sums(game: ir.Game) -> set[str]:
    """Variables that scores are added to: the score tables tell them."""
    return {score.into for score in game.scores.values() if score.into}


def shows_of_type(game: ir.Game, wanted: Callable[[t.Type], bool]) -> Iterator[str]:
    """What running mechanisms show that has a wanted type, such as `Trick.leader`."""
    for instance in game.instances.values():
        yield from (f"{instance.name}.{word}" for word, expr in instance.shows.items() if wanted(expr.type))


def is_place(type_: t.Type) -> bool:
    return isinstance(type_.of if isinstance(type_, t.Optional | t.Map) else type_, t.Zone)


def opener(game: ir.Game) -> str | None:
    """The first procedure of a loop of `play` that runs at least two procedures: it begins each round."""
    return next((names[0] for names in repeated_phases(game) if len(names) > 1), None)


def repeated_phases(game: ir.Game) -> Iterator[list[str]]:
    """For each loop of `play`: the phases and mechanisms it runs, in order."""
    play = game.procs.get("play")
    for loop in loops(play.body if play else ()):
        runs = dict.fromkeys(name for name in ran(loop.body) if game.procs[name].kind in ("phase", "mechanism"))
        if runs:
            yield list(runs)


def loops(body: ir.Suite) -> Iterator[ir.For | ir.While | ir.Repeat]:
    """The loops of a body, outermost first."""
    for step in body:
        if isinstance(step, ir.For | ir.While | ir.Repeat):
            yield step
        for inner in suites(step):
            yield from loops(inner)


def ran(body: ir.Suite) -> Iterator[str]:
    """The procedures that a body runs, in order."""
    for step in body:
        if isinstance(step, ir.Run):
            yield step.proc
        for inner in suites(step):
            yield from ran(inner)
