"""A finished game again: the frames that a seat would have been sent after each answer."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulelang.table.room import Refused, Room
from rulelang.table.scene import Data
from rulelang.table.viewer import Viewer

TOGETHER = 20  # frames per bundle


def frames_of(room: Room, seat: int | None) -> Iterator[list[Data]]:
    """All frames, in bundles; the last bundle is empty."""
    if room.match is None or not room.match.over:
        raise Refused("A game can be replayed when it is over.")
    again = attrs.evolve(room, match=None, acts=[], undone={})
    again.start_match(room.match.seed)
    viewer, frames = Viewer(again, seat), list[Data]()
    frames.append(viewer.whole())
    for answer in room.acts:
        again.choose(*answer)
        frame = viewer.refresh()
        if frame is not None:
            frames.append(frame)
        if len(frames) >= TOGETHER:
            yield frames
            frames = []
    yield from ([frames] if frames else [])
    yield []
