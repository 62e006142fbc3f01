"""English: plurals, articles, verbs, lists, and phrases as text. Nothing else in rulelang inflects a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import attrs

from rulelang.base.dispatch import Total, total
from rulelang.present.phrase import Clause, Joined, Noun, Phrase, Quantity, Ref, Series, Told, Tree

# word: its plural
IRREGULAR = {
    "die": "dice", "leaf": "leaves", "half": "halves", "loaf": "loaves", "knife": "knives", "life": "lives",
    "wolf": "wolves", "thief": "thieves", "shelf": "shelves", "penny": "pence", "foot": "feet", "tooth": "teeth",
    "goose": "geese", "mouse": "mice", "man": "men", "woman": "women", "child": "children", "person": "people",
    "ox": "oxen", "index": "indices", "is": "are", "has": "have",
    **dict.fromkeys(("hero", "potato", "tomato", "echo"), ""),
}  # fmt: skip
IRREGULAR |= {word: f"{word}es" for word, several in IRREGULAR.items() if not several}
SAME = {"sheep", "fish", "deer", "series", "species", "corn", "rice", "gold", "money", "candy floss", "salmon"}
NO_PLURALS = {"has", "was", "its", "this", "as", "plus", "minus", "always", "less", "across", "towards", "yes", "does"}
SINGULARS = {several: word for word, several in IRREGULAR.items()}
THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes", "can": "can", "may": "may", "must": "must"}
SECOND = {"be": "are", "is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}
AUXILIARY = {"can": "cannot", "may": "may not", "must": "must not"}
LINKING = {"be": ("is", "are"), "are": ("is", "are"), "have": ("has", "have")}  # singular, plural
FLAT = {"floor", "plate", "table", "board", "track", "shelf", "ladder", "path", "belt", "mat", "tray", "rack"}
ORDINALS = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


# ---------------------------------------------------------------- words


@lru_cache(maxsize=1 << 12)
def words_of(identifier: str) -> str:
    """`cotton_candy`, `CottonCandy` and `COTTON_CANDY` are cotton candy; a part like `R12` stays."""
    parts = re.findall(r"[A-Z]+\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*|\d+", identifier.rpartition(".")[2])
    return " ".join(part if is_code(part) else part.lower() for part in parts) or identifier


def is_code(part: str) -> bool:
    return bool(re.fullmatch(r"[A-Z]+\d+", part))


def plural(word: str) -> str:
    """Several of a thing."""
    return change_head(word, plural_of_one)


def change_head(word: str, change: Callable[[str], str]) -> str:
    """A noun phrase with its head changed: in `slice of cake` the slice, in `corn dog` the dog."""
    head, of, rest = word.partition(" of ")
    before, space, last = head.rpartition(" ")
    return f"{before}{space}{change(last)}{of}{rest}"


def plural_of_one(word: str) -> str:
    lower = word.lower()
    if lower in SAME:
        return word
    if lower in IRREGULAR:
        return like(word, IRREGULAR[lower])
    if re.search(r"[^aeiou]y$", lower):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(s|x|z|ch|sh)$", lower) else f"{word}s"


def singular(word: str) -> str:
    """The singular of a plural; any other word stays."""
    return change_head(word, singular_of_one)


def singular_of_one(word: str) -> str:
    lower = word.lower()
    if lower in SAME or lower in NO_PLURALS or re.search(r"(ss|us|is)$", lower):
        return word
    if lower in SINGULARS:
        return like(word, SINGULARS[lower])
    if len(lower) > 4 and lower.endswith("ies"):
        return f"{word[:-3]}y"
    if re.search(r"(ss|[aeiou]nus|x|z|ch|sh)es$", lower):
        return word[:-2]
    return word[:-1] if lower.endswith("s") else word


def like(pattern: str, word: str) -> str:
    """A word with a capital where the pattern has one."""
    return capital(word) if pattern[:1].isupper() else word


def article(word: str) -> str:
    """`a card`, `an ace`, `an 8`, `a unit`."""
    lower = word.lower()
    if re.match(r"(one|once|uni[^nm]|use|eu|ufo)", lower):
        return "a"
    if re.match(r"(8|11\b|18\b|hour|hono|heir)", lower):
        return "an"
    return "an" if lower[:1] in tuple("aeiou") else "a"


def inside(place: str) -> str:
    """`in`, `on` or `among`: cards in a hand, on the floor, on belt 2, on d4, among the discards."""
    if CELL.fullmatch(place):
        return "on"
    last = next((word for word in reversed(place.partition(" of ")[0].split()) if word.isalpha()), "")
    return "among" if singular(last) != last else "on" if last.lower() in FLAT else "in"


def possessive(name: str) -> str:
    """Whose: the dealer's, the others', its."""
    known = {"it": "its", "they": "their", "you": "your"}.get(name)
    return known or (f"{name}'" if name.endswith("s") else f"{name}'s")


def third_person(verb: str) -> str:
    """`play` in the third person: plays. In `pass on it` only the first word changes."""
    first, space, rest = verb.partition(" ")
    if first in THIRD:
        return f"{THIRD[first]}{space}{rest}"
    if re.search(r"[^aeiou]y$", first):
        return f"{first[:-1]}ies{space}{rest}"
    return f"{first}{'es' if re.search(r'(s|x|z|ch|sh|o)$', first) else 's'}{space}{rest}"


def second_person(verb: str) -> str:
    """A verb in the third person changed to go with `you`: `has promised` becomes `have promised`."""
    first, space, rest = verb.partition(" ")
    if first in SECOND:
        return f"{SECOND[first]}{space}{rest}"
    if re.search(r"[^aeiou]ies$", first):
        return f"{first[:-3]}y{space}{rest}"
    if re.search(r"(ss|x|z|ch|sh|o)es$", first):
        return f"{first[:-2]}{space}{rest}"
    return f"{first[:-1] if re.search(r'[^s]s$', first) else first}{space}{rest}"


def ordinal(number: int) -> str:
    if 0 < number < len(ORDINALS):
        return ORDINALS[number]
    suffix = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


CELL = re.compile(r"[a-z]{1,2}[1-9]\d?\b")


def capital(text: str) -> str:
    """With a capital, except for the name of a cell: `d4 to d6`."""
    return text if CELL.match(text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = capital(text.strip())
    return text if not text or text[-1] in ".!?…:" else f"{text}."


def series(items: Iterable[str], last: str = "and") -> str:
    """`3`, `3 and 4`, `2, 3 and 4`."""
    words = list(items)
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def is_run(numbers: Sequence[int]) -> bool:
    """Whether they are more than two consecutive numbers, which a range can express."""
    return len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1))


def pluralize(number: int, name: str, several: str = "", style: str = "") -> str:
    """`1 card`, `3 cards`; in the style `,` also `1,000 cards`."""
    return f"{number:{style}} {name if number == 1 else several or plural(name)}"


# ---------------------------------------------------------------- phrases


THEIRS = {"your": "yours", "their": "theirs"}  # where nothing follows


def player(seat: int, names: Mapping[int, str]) -> str:
    """The name of a seat: that of the person there, else its number."""
    return names.get(seat) or f"Player {seat}"


@attrs.frozen
class Reader:
    """Who is told: the seat that is `you`, and the names of the others."""

    me: int | None = None
    names: Mapping[int, str] = attrs.field(factory=dict)

    def name(self, seat: int) -> str:
        return "you" if seat == self.me else player(seat, self.names)

    def possessive(self, seat: int) -> str:
        if seat == self.me:
            return "your"
        name = self.name(seat)
        return f"{name}’" if name.endswith("s") else f"{name}’s"


def write(phrase: Phrase, reader: Reader) -> str:
    """The phrase as text."""
    return phrase if isinstance(phrase, str) else written(phrase, reader)


written: Total[str] = total(Tree)


@written.case(Ref)
def write_ref(ref: Ref, reader: Reader) -> str:
    return reader.name(ref.seat)


@written.case(Noun)
def write_noun(noun: Noun, reader: Reader) -> str:
    if noun.owner is not None:
        whose = reader.possessive(noun.owner.seat)
        return f"{whose} {noun.name}" if noun.name else THEIRS.get(whose, whose)
    before = article(noun.name) if noun.article == "a" else noun.article
    return f"{before} {noun.name}" if before else noun.name


@written.case(Quantity)
def write_quantity(quantity: Quantity, reader: Reader) -> str:
    noun, several = quantity.noun, quantity.noun.plural or plural(quantity.noun.name)
    if quantity.number is None:
        return f"some {several}"
    if quantity.number == 1:
        return f"{article(noun.name) if quantity.one == 'a' else 1} {noun.name}"
    return f"{quantity.number or 'no'} {several}"


@written.case(Series)
def write_series(items: Series, reader: Reader) -> str:
    return series([write(item, reader) for item in items.items], items.last)


@written.case(Joined)
def write_joined(joined: Joined, reader: Reader) -> str:
    texts = [write(part, reader) for part in joined.parts]
    return beside(*texts) if joined.between == " " else joined.between.join(texts)


def beside(*texts: str) -> str:
    """Texts with spaces between them; a colon separates a number from a name that ends in one: `Ann 3`, `Player
    1: 3`.
    """
    said = ""
    for text in texts:
        between = ": " if said[-1:].isdigit() and text[:1].isdigit() else " " if said else ""
        said += f"{between}{text}"
    return said


@written.case(Told)
def write_told(told: Told, reader: Reader) -> str:
    if told.over:
        return no_longer(told.text, dict(told.holes), reader)
    return (fill_sentence if told.holds else opposite)(told.text, dict(told.holes), reader)


@written.case(Clause)
def write_clause(clause: Clause, reader: Reader) -> str:
    """`Ann plays the blue 3`, `you cannot bid`."""
    words = [write(clause.subject, reader)] if clause.subject is not None else []
    words.append(conjugate(clause.verb, is_third(clause.subject, reader), clause.negated))
    return " ".join([*words, *(write(each, reader) for each in clause.objects)])


written.seal()


def is_third(subject: Phrase | None, reader: Reader) -> bool:
    """Whether the verb is in the third person singular: one person or thing that is not the reader."""
    if isinstance(subject, Series):
        return len(subject.items) == 1 and is_third(subject.items[0], reader)
    if isinstance(subject, Ref):
        return subject.seat != reader.me
    if isinstance(subject, Quantity):
        return subject.number == 1
    return subject is not None


DONE = re.compile(r"(ed|en|ent|ept|one|aid|urnt)$")
THINGS = {"garden", "kitchen", "oven", "den", "bed", "zone", "tent", "stone", "feed", "seed", "pen", "hen", "chicken"}


def is_participle(word: str) -> bool:
    """Whether a word is a past participle: `taken`, `burnt`."""
    return bool(DONE.search(word)) and word not in THINGS


def conjugate(verb: str, third: bool, negated: bool) -> str:
    first, space, rest = verb.partition(" ")
    linking = LINKING.get(first)
    if negated and linking is not None and (first != "have" or rest.partition(" ")[0].endswith("ed")):
        return f"{linking[not third]} not{space}{rest}"
    if negated:
        return f"{AUXILIARY[first]}{space}{rest}" if first in AUXILIARY else f"{'does' if third else 'do'} not {verb}"
    if linking is not None:
        return f"{linking[not third]}{space}{rest}"
    return third_person(verb) if third else verb


def say(phrase: Phrase, reader: Reader) -> str:
    """A phrase as a whole sentence."""
    return sentence(write(phrase, reader))


# ---------------------------------------------------------------- texts of the author


def agree(number: object, text: str) -> str:
    """An author's text after a number, in agreement with that number: after 1, ` dice each` becomes ` die each`."""
    if number != 1 or isinstance(number, bool):
        return text
    return re.sub(r"^ ([^\W\d]+)", lambda found: f" {singular(found[1])}", text)


def begins(before: str) -> bool:
    """Whether a new clause begins after this text, so that a name there is its subject."""
    return not before.strip() or before.rstrip()[-1] in ":;,.–"


VERBS = re.compile(r"\b(\w+)/(\w+)")  # third person, and second person
ABOUT = re.compile(r"\{(?P<who>\w+)\} (?P<one>\w+)(?:/(?P<many>\w+))?(?P<rest>( .*)?)", re.DOTALL)


def has_opposite(text: str) -> bool:
    """Whether an author's sentence begins with a hole and its verb."""
    return ABOUT.fullmatch(text) is not None


def opposite(text: str, holes: Mapping[str, Phrase], reader: Reader) -> str:
    """The negation: for `{seat} has/have promised it`, `Ann has not promised it`."""
    who, verb, rest = parts_of(text, holes, reader)
    return write(Clause(who, f"{verb}{rest}", negated=True), reader)


def no_longer(text: str, holes: Mapping[str, Phrase], reader: Reader) -> str:
    """The fact has ended: for `{seat} is hungry`, `Ann is no longer hungry`; for `{seat} leads`, `Ann no longer
    leads`.
    """
    who, verb, rest = parts_of(text, holes, reader)
    said = conjugate(verb, is_third(who, reader), False)
    auxiliary = verb in LINKING or verb in AUXILIARY
    return f"{write(who, reader)} {f'{said} no longer' if auxiliary else f'no longer {said}'}{rest}"


def split_predicate(text: str) -> tuple[str, str] | None:
    """For `{seat} is/are hungry`, `are` and `hungry`; None if its verb is not a form of be, have or an auxiliary."""
    found = ABOUT.fullmatch(text)
    verb = (found["many"] or second_person(found["one"])) if found else ""
    plain = found is not None and not set("{/") & set(found["rest"])
    return (verb, found["rest"].strip()) if found and plain and (verb in LINKING or verb in AUXILIARY) else None


def parts_of(text: str, holes: Mapping[str, Phrase], reader: Reader) -> tuple[Phrase, str, str]:
    """The subject of an author's sentence, its verb in the second person, and the rest."""
    found = ABOUT.fullmatch(text)
    assert found is not None, text
    rest = fill(VERBS.sub(r"\2", found["rest"]), holes, reader)
    return holes[found["who"]], found["many"] or second_person(found["one"]), rest


def fill_sentence(text: str, holes: Mapping[str, Phrase], reader: Reader) -> str:
    """An author's sentence with its holes filled; if it begins with `{seat}` and that is the reader, its verbs
    agree.
    """
    first = re.match(r"\{(\w+)\} (.*)", text, re.DOTALL)
    seat = holes.get(first[1]) if first else None
    mine = isinstance(seat, Ref) and seat.seat == reader.me
    if first and mine and "/" not in text:
        return f"you {second_person(fill(first[2], holes, reader))}"
    return fill(VERBS.sub(r"\2" if mine else r"\1", text), holes, reader)


def fill(text: str, holes: Mapping[str, Phrase], reader: Reader) -> str:
    """A text with its holes filled; the rest stays."""
    return re.sub(r"\{(\w+)\}", lambda hole: write(holes[hole[1]], reader) if hole[1] in holes else hole[0], text)


def people(seats: Sequence[int], reader: Reader) -> str:
    """`Ann`, `you`, `Ann, Ben and you`."""
    return series([reader.name(seat) for seat in seats])
