"""Functions of generated C that can wait for an answer: coroutines.

Such a function has a frame: the locals that are live at one of its stops. Where it waits, or calls a function that may
wait, it saves them there; a question leaves all functions by `longjmp`. To continue, each function is called again,
restores its locals and jumps to where it was. Nothing in the rules may call itself, so no function is active twice.

All its locals are declared at the top, so that no jump skips an initialization.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs


@attrs.define
class Frame:
    """A function that can wait. `stops`: by number from 1, the locals that are kept there; not all of those may be the
    function's own. `locals`: what is declared at its head, and the types; `sizes`: of those that are arrays.
    """

    function: str
    stops: list[list[str]] = attrs.Factory(list)
    locals: dict[str, str] = attrs.Factory(dict)
    sizes: dict[str, int] = attrs.Factory(dict)

    # ------------------------------------------------------------ while the function is written

    def local(self, type_: str, name: str) -> str:
        """The name of a local, which is declared at the head."""
        self.locals[name] = type_
        return name

    def stop(self, alive: Iterable[str]) -> int:
        """A new place to go on from."""
        self.stops.append(list(alive))
        return len(self.stops)

    def keep(self, name: str, since: int) -> None:
        """Keeps a local at all stops that were added after the first `since`."""
        for stop in self.stops[since:]:
            stop.append(name)

    def save_macro(self, stop: int) -> str:
        """The text that saves what is alive at a stop; what that is, is said when the function is whole."""
        return f"SAVE_{self.function}_{stop}"

    # ------------------------------------------------------------ when it is whole

    def own(self, locals_: Mapping[str, str]) -> None:
        """Leaves out what is not kept by the function itself. `locals_`: what it declares by other means.

        With a value that was worked out early, it is kept whether that went wrong.
        """
        self.locals = {**locals_, **self.locals}
        alive = [{each for name in stop for each in (name, f"{name}_bad")} for stop in self.stops]
        self.stops = [sorted(names & self.locals.keys()) for names in alive]

    @property
    def names(self) -> set[str]:
        return {name for stop in self.stops for name in stop}

    @property
    def saves(self) -> list[str]:
        """By stop, how its locals are saved."""
        rows = enumerate(self.stops, 1)
        return [
            f"#define {self.save_macro(at)} {self.copy_fields(names, 'f->', '')}f->pc = {at};" for at, names in rows
        ]

    @property
    def resume_lines(self) -> list[str]:
        """The beginning of the function: it goes on if it waited."""
        lines = [f"    struct F_{self.function} *const f = &work->state.frame_{self.function};"]
        lines += ["    switch (resuming ? f->pc : 0) {"]
        for at, names in enumerate(self.stops, 1):
            lines.append(f"    case {at}: {self.copy_fields(names, '', 'f->')}goto L{at};")
        return [*lines, "    }"]

    @property
    def member(self) -> str:
        """The frame as a member of a struct."""
        kept = "".join(f" {self.locals[name]} {name}{self.size(name)};" for name in sorted(self.names))
        return f"struct F_{self.function} {{ I pc;{kept} }} frame_{self.function};"

    def size(self, name: str) -> str:
        return f"[{self.sizes[name]}]" if name in self.sizes else ""

    def copy_fields(self, names: list[str], to: str, source: str) -> str:
        return "".join(
            f"memcpy({to}{name}, {source}{name}, sizeof {name}); "
            if name in self.sizes
            else f"{to}{name} = {source}{name}; "
            for name in names
        )
