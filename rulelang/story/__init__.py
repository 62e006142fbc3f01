"""Telling a game: log entries in, lines of English out."""

from rulelang.story.facts import Facts
from rulelang.story.tell import Story

__all__ = ["Facts", "Story"]
