"""The public path of the events of a match; they live in `program/events.py`."""

from rulelang.program.events import *  # noqa: F403
