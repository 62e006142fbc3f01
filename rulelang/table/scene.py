"""A view as the page draws it: places with faces, facts in words, and the question with its options. Plain data.

Everything here is made from a view, new log entries, the rules and the names of the players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from rulelang.engine.match import Decision
from rulelang.present.english import capital, people, player, words_of
from rulelang.present.places import Place
from rulelang.present.speech import Speech
from rulelang.present.vocabulary import Word, is_piece
from rulelang.story.answers import pieces_in
from rulelang.story.boards import Drawn
from rulelang.story.glance import Glance
from rulelang.story.talk import option_words, question_words

Data = dict[str, Any]
MOST_MOVES = 60  # the most moves to animate; beyond that the page shows only the new state


@attrs.frozen
class Scene(Glance):
    """What a page draws of a view. `drawn`: faces by the text of their piece. `seen`: zones of earlier views by name,
    as data and as drawn, so that zones which a view shares with the last one are not drawn again. `owned`: the same for
    what seats have besides pieces.
    """

    drawn: dict[str, Data]
    seen: dict[str, tuple[Any, Data]] = attrs.field(factory=dict)
    owned: dict[int, tuple[Any, list[str]]] = attrs.field(factory=dict)

    def draw(self) -> Data:
        return {
            "title": self.view["title"],
            "phase": self.running(),
            "about": next((each["text"] for each in reversed(self.view["phases"]) if each["text"]), ""),
            "me": self.me,
            "seats": [self.seat(seat) for seat in self.seats],
            "places": [self.place(*pair) for pair in self.filled_zones.get(None, ())],
            "boards": [self.board(each) for each in self.boards() if each.board.name in self.facts.boards],
            "facts": list(
                dict.fromkeys([*self.lone_piece_lines(), *self.shows(), *self.variables(None), *self.pots()])
            ),
            "waiting": self.waiting(),
            "over": self.view["over"],
        }

    def seat(self, seat: int) -> Data:
        """What a seat has, and its state."""
        scores, asked = self.view["scores"], self.view["asked"]
        return {
            "seat": seat,
            "name": player(seat, self.reader.names),
            "places": [self.place(*pair) for pair in self.filled_zones.get(seat, ())],
            "facts": self.belongings(seat),
            "score": scores[seat - 1] if self.has_scores() else None,
            "asked": bool(asked) and seat in asked["seats"],
            "won": bool(self.view["winners"]) and seat in self.view["winners"],
        }

    def waiting(self) -> str:
        """A sentence about who must answer."""
        asked = self.view["asked"]
        if not asked or asked["you"]:
            return ""
        if asked["together"] and self.me in asked["seats"]:
            return "You have answered. The others are still choosing."
        who = capital(people(asked["seats"], self.reader))
        return f"{who} {'choose at the same time' if asked['together'] else 'is choosing'} …"

    def belongings(self, seat: int) -> list[str]:
        amounts = [holders.get(f"P{seat}") for holders in self.view["resources"].values()]
        now, known = (amounts, self.telling.get(seat)), self.owned.get(seat)
        if known is None or known[0] != now:
            known = self.owned[seat] = now, super().belongings(seat)
        return known[1]

    # ------------------------------------------------------------ places

    @cached_property
    def filled_zones(self) -> dict[int | None, list[tuple[Place, Mapping[str, Any]]]]:
        """The zones that hold something, by owner."""
        found: dict[int | None, list[tuple[Place, Mapping[str, Any]]]] = {}
        for place, entry in self.zones():
            if entry["size"]:
                found.setdefault(place.owner, []).append((place, entry))
        return found

    def place(self, place: Place, entry: Mapping[str, Any]) -> Data:
        """A zone: its layout, the visible pieces, and how many pieces of each kind are hidden."""
        key = self.key(place)
        known = self.seen.get(key)
        if known is None or known[0] is not entry:
            known = self.seen[key] = entry, self.draw_place(key, place, entry)
        return known[1]

    def draw_place(self, key: str, place: Place, entry: Mapping[str, Any]) -> Data:
        listed = sum(piece["fields"] is None for piece in entry["pieces"])  # a row names the unseen at their places
        hidden = entry["unseen"].items() if sum(entry["unseen"].values()) > listed else ()
        return {
            "key": key,
            "name": self.words(place),
            "row": len(place.indexes) > 1,
            "order": entry["order"],
            "size": entry["size"],
            "faces": [self.face(piece) for piece in entry["pieces"]],
            "backs": [{"number": number, **self.back(kind)} for kind, number in hidden],
        }

    def key(self, place: Place) -> str:
        indexes = [f"P{place.owner}"] if place.owner else []
        return f"{place.name}[{', '.join([*indexes, *place.indexes])}]" if indexes or place.indexes else place.name

    # ------------------------------------------------------------ boards

    def board(self, drawn: Drawn) -> Data:
        """Each cell with its name, position and signs; spaces without a position lie in a line."""
        board = drawn.board
        places = board.places or tuple((number, 1) for number in range(1, board.size + 1))
        return {
            "key": board.name,
            "name": capital(words_of(board.name)),
            "shape": board.shape,
            "cells": [
                {"name": cell, "x": x, "y": y, "on": [self.sign(word) for word in drawn.on.get(cell, ())]}
                for cell, (x, y) in zip(board.cells, places)
            ],
            "legend": [{**self.sign(word), "name": self.reader.name(seat)} for word, seat in drawn.legend],
        }

    def sign(self, word: Word) -> Data:
        return {"sign": word.brief, "color": word.color, "name": word.name}

    def cells_in(self, data: Any) -> list[str]:
        """The cells that an answer names: the answer itself, or the arguments of an action."""
        known = {cell for board in self.facts.boards.values() for cell in board.cells}
        values = list(data["arguments"].values()) if isinstance(data, dict) and "arguments" in data else [data]
        return [each for each in values if isinstance(each, str) and each in known]

    # ------------------------------------------------------------ pieces

    def face(self, piece: Mapping[str, Any]) -> Data:
        """A piece as it is drawn; the constant part of a face is computed once for all tables of a game."""
        if "pieces" in piece:
            inside = [self.face(each) for each in piece["pieces"]]
            return {**self.draw_face(piece), "inside": inside, "covered": sum(piece["unseen"].values())}
        known = self.drawn.get(piece["text"])
        if known is None:
            known = self.drawn[piece["text"]] = self.draw_face(piece)
        return known

    def draw_face(self, piece: Mapping[str, Any]) -> Data:
        """The sign on a piece, the text below it, its color and its full name."""
        kind, fields, vocabulary = piece["kind"], piece["fields"], self.facts.vocabulary
        if fields is None:
            return {"text": piece["text"], **self.back(kind)}
        word, look = vocabulary.piece(kind, fields), vocabulary.look(kind)
        sign, below = word.brief, ""
        if not (look.short or look.face or look.sign):
            tints = [
                each.brief for each in self.facts.faces.field_words(piece) if each.color and each.color == word.color
            ]
            rest = [each.brief for each in self.facts.faces.field_words(piece) if each.brief not in tints]
            sign, below = (" ".join(rest), " ".join(tints)) if rest else (word.brief, "")
        found = {"text": piece["text"], "name": word.name, "sign": sign, "below": below, "color": word.color}
        found["shape"] = self.shape(kind)
        if found["shape"] == "die":
            found["pips"] = self.pips(kind, fields)
        return found

    def back(self, kind: str) -> Data:
        return {"name": f"{self.facts.vocabulary.kind(kind).name}, face down", "back": True, "shape": self.shape(kind)}

    def shape(self, kind: str) -> str:
        """`die` for what is rolled, `group` for what holds pieces, else `card`."""
        game = self.facts.vocabulary.game
        if kind in game.groups:
            return "group"
        return "die" if game.pieces[kind].rolls else "card"

    def pips(self, kind: str, fields: Mapping[str, Any]) -> int | None:
        """The number on a die, if pips can show it and the rules have no sign for it."""
        rolls = self.facts.vocabulary.game.pieces[kind].rolls
        value = fields.get(rolls.name) if rolls else None
        plain = not self.facts.vocabulary.look(f"{kind}.{rolls.name}").rows if rolls else False
        return value if plain and isinstance(value, int) and 1 <= value <= 9 else None

    # ------------------------------------------------------------ questions

    def question(self, decision: Decision) -> Data:
        """The question: a sentence, and each option with its words, its pieces, and the steps to build it up."""
        speech = Speech(self.facts.vocabulary, self.reader)
        words = zip(option_words(decision, speech), self.view["decision"]["options"])
        return {
            "prompt": question_words(decision, speech, self.facts),
            "options": [
                {
                    "label": capital(word.brief),
                    "name": word.name,
                    "color": word.color,
                    "pieces": [piece["text"] for piece in pieces_in(option["data"])],
                    "plain": is_piece(option["data"]) or is_pieces(option["data"]),
                    "steps": steps(option["data"], self),
                    "cells": self.cells_in(option["data"]) if self.facts.boards else [],
                }
                for word, option in words
            ],
        }

    # ------------------------------------------------------------ what moved

    def moves(self, entries: Sequence[Mapping[str, Any]]) -> list[Data]:
        """Moves to animate; none if there are too many to follow."""
        found = [move for entry in entries for move in self.motion(entry)]
        return found if len(found) <= MOST_MOVES else []

    def motion(self, entry: Mapping[str, Any]) -> Iterator[Data]:
        if entry["event"] == "moved":
            seen = [self.face(piece) for piece in self.facts.lexicon.pieces(entry["pieces"])]
            hidden = [self.back(kind) for kind, number in entry["unseen"].items() for _ in range(min(number, 5))]
            for face in [*seen, *hidden]:
                yield {"from": entry["from"], "to": entry["to"], "face": face}
        elif entry["event"] == "rolled":
            yield {"roll": entry["zone"]}


def is_pieces(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and all(map(is_piece, data))


def steps(data: Any, scene: Scene) -> list[str]:
    """The items of an option that is a list, each in words: the page lets people build a long choice from them."""
    if not isinstance(data, list) or is_pieces(data):
        return []
    return [scene.facts.faces.face(item).brief if is_piece(item) else str(item) for item in data]
