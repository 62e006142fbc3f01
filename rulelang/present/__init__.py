"""What people read: names and looks of things, phrases put together from them, and English made of phrases."""

from rulelang.present.phrase import Clause, Noun, Phrase, Quantity, Ref, Series
from rulelang.present.vocabulary import Vocabulary, Word

__all__ = ["Clause", "Noun", "Phrase", "Quantity", "Ref", "Series", "Vocabulary", "Word"]
