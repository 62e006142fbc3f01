"""Sentences of a rulebook: persons, amounts, capitals and end marks. Words are inflected by `present.english`.

A sentence of the rulebook is a text with three marks: `**bold**`, `*slanted*` and `[a link](#place)`. A text from the
rules is kept from being read as marks by `plain`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from rulelang.base.escape import markdown_text
from rulelang.present.english import article, plural, singular, third_person
from rulelang.present.english import series as listed
from rulelang.present.english import words_of as words

__all__ = [
    "IT", "THEY", "WORKED_OUT", "YOU", "Person", "a", "bare_list", "capital", "head_of", "is_plural", "listed", "own",
    "person", "plain", "plural", "sentence", "singular", "small", "some", "spans", "title", "words",
]  # fmt: skip

WORKED_OUT = ": "  # between what there is some of and a number that takes words
plain = markdown_text


def title(name: str) -> str:
    """A name as a heading: Pick dice."""
    return capital(words(name))


def capital(text: str) -> str:
    """With a capital letter at the front, behind any mark."""
    if re.match(r"\*\w\*", text):
        return text  # a letter that stands for something
    found = re.match(r"[*\[“(]*", text)
    at = found.end() if found else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def small(text: str) -> str:
    """With a small letter at the front, unless the first word is a name or an initial."""
    first = re.match(r"\w+", text)
    if not first or (len(first[0]) > 1 and not first[0].istitle()) or first[0] == "I":
        return text
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = capital(text.strip().replace("if it is not so that ", "unless "))
    return text if not text or re.search(r"[.:!?…][”*)]*$", text) else f"{text}."


def is_plural(noun: str) -> bool:
    return singular(noun) != noun


def a(noun: str) -> str:
    """With its article."""
    return f"{article(noun.lstrip('*'))} {noun}"


def some(number: str, noun: str) -> str:
    """`3 coins`, `1 coin`, `as many coins as there are players`."""
    if number.startswith("the number of "):
        return f"as many {noun if is_plural(noun) else plural(noun)} as there are {bare_list(number[14:])}"
    worked_out = number.startswith(("the ", "[")) and " " in number[4:]
    if worked_out or " − " in number:
        return f"{noun if is_plural(noun) else plural(noun)}{WORKED_OUT}{number}"
    return f"{number} {singular(noun) if number == '1' else noun if is_plural(noun) else plural(noun)}"


def bare_list(many: str) -> str:
    """`the dice in the middle` without its article."""
    return re.sub("^(all the|all|the) ", "", many)


def spans(numbers: Sequence[int]) -> str:
    """`3`, `3 and 4`, `2–5`."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return listed(map(str, numbers))


def head_of(many: str) -> str:
    """The word that is counted: of `dice in the middle that are red`, dice."""
    return re.split(r" (?:of|in|that|whose|who|where|from)\b", many)[0]


def own(name: str) -> str:
    """Whose: the dealer's, the others', its."""
    if name == "it":
        return "its"
    return f"{name}'" if name.endswith("s") else f"{name}'s"


@attrs.frozen
class Person:
    """A player in a sentence: you, they, the dealer."""

    name: str
    own: str
    object: str
    many: bool
    """Takes the verb of several: you are, they are."""

    def verb(self, verb: str) -> str:
        """`choose` as this person does it."""
        if self.many:
            return "are" if verb == "be" else verb
        return third_person(verb)

    def does(self, verb: str) -> str:
        return f"{self.name} {self.verb(verb)}"


YES = "*yes*"  # what a question of yes or no was answered with
IT = Person("it", "its", "it", False)
YOU = Person("you", "your", "you", True)
THEY = Person("they", "their", "them", True)


def person(name: str) -> Person:
    return Person(name, own(name), name, False)
