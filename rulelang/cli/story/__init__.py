"""Telling a game: log entries in, lines of English out."""

from rulelang.cli.story.facts import Facts
from rulelang.cli.story.tell import Story

__all__ = ["Facts", "Story"]
