"""Positions: offsets in a text here, lines and UTF-16 columns in the protocol."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path

from rulelang.base.source import Source, Span


def position(source: Source, offset: int) -> lsp.Position:
    line, column = source.position(offset)
    before = source.line(line)[: column - 1]
    return lsp.Position(line - 1, len(before.encode("utf-16-le")) // 2)


def span_range(span: Span) -> lsp.Range:
    return lsp.Range(position(span.source, span.start), position(span.source, span.end))


def offset_at(source: Source, place: lsp.Position) -> int:
    """The offset of a position; beyond the end of a line or the text, that end."""
    if place.line >= len(source.starts):
        return len(source.text)
    line = source.line(place.line + 1)
    units = 0
    for column, letter in enumerate(line):
        if units >= place.character:
            return source.starts[place.line] + column
        units += 2 if ord(letter) > 0xFFFF else 1
    return source.starts[place.line] + len(line)


def path_of(uri: str) -> Path:
    """The file that an address names; one that cannot name any stands for a file that is not there."""
    try:
        return Path(to_fs_path(uri) or uri).resolve()
    except ValueError:
        return Path(quote(uri, safe="")).resolve()


def uri_of(path: Path | str) -> str:
    return from_fs_path(str(path)) or str(path)
