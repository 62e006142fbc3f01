"""Boards: named cells, their coordinates, and their neighbours. Cells are numbered from 1, row by row from the bottom
left; everything is computed once, when a game is loaded.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from itertools import pairwise, product

import attrs

At = tuple[int, int]
"""A column and a row, from 1."""
Ways = tuple[At, ...]
SQUARE: Ways = ((1, 0), (0, 1), (1, 1), (1, -1))  # one direction of each line through a cell
HEX: Ways = ((1, 0), (0, 1), (1, -1))
STRAIGHT: dict[str, Ways] = {"square": SQUARE[:2], "hex": HEX, "hexagon": HEX}


@attrs.frozen
class Board:
    """`places`: the coordinates of each cell; empty for spaces that only have names. `links`: the neighbours of each
    cell.
    """

    name: str
    shape: str
    cells: tuple[str, ...]
    places: tuple[At, ...]
    links: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        return len(self.cells)

    @cached_property
    def by_place(self) -> dict[At, int]:
        return {at: number for number, at in enumerate(self.places, 1)}

    @cached_property
    def axes(self) -> tuple[tuple[int, ...], ...]:
        """For each direction of lines, the cell after each cell; 0 at the end of a line."""
        if self.shape in ("path", "ring"):
            last = 1 if self.shape == "ring" else 0
            return (tuple(number + 1 if number < self.size else last for number in range(1, self.size + 1)),)
        ways = SQUARE if self.shape == "square" else HEX if self.places else ()
        return tuple(tuple(self.by_place.get((x + dx, y + dy), 0) for x, y in self.places) for dx, dy in ways)

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """The cells that touch each cell, also at its corners."""
        if self.shape != "square":
            return self.links
        return tuple(self.near(at, tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))) for at in self.places)

    def near(self, at: At, steps: Ways) -> tuple[int, ...]:
        found = [self.by_place.get((at[0] + dx, at[1] + dy), 0) for dx, dy in steps if (dx, dy) != (0, 0)]
        return tuple(sorted(number for number in found if number))

    def distances(self, start: int) -> dict[int, int]:
        """The distance in steps to every reachable cell."""
        found, front = {start: 0}, deque([start])
        while front:
            cell = front.popleft()
            for other in self.links[cell - 1]:
                if other not in found:
                    found[other] = found[cell] + 1
                    front.append(other)
        return found

    def lines_from(self, start: int) -> dict[int, tuple[int, ...]]:
        """The cells in a straight line with one, and the cells between."""
        found: dict[int, tuple[int, ...]] = {}
        for ahead in self.axes:
            back = {after: number for number, after in enumerate(ahead, 1) if after}
            for onward in ({n: after for n, after in enumerate(ahead, 1) if after}, back):
                passed: list[int] = []
                cell = onward.get(start, 0)
                while cell and cell != start:
                    if cell not in found or len(passed) < len(found[cell]):
                        found[cell] = tuple(passed)
                    passed.append(cell)
                    cell = onward.get(cell, 0)
        return found

    # ------------------------------------------------------------ what rules look up

    def lookup(self, what: str) -> dict[tuple[object, ...], object]:
        """A table for lookups in the rules, by cell or by coordinates."""
        numbers = range(1, self.size + 1)
        if what in ("column", "row"):
            return {(number,): self.places[number - 1][what == "row"] for number in numbers}
        if what in ("neighbours", "around"):
            known = self.links if what == "neighbours" else self.around
            return {(number,): known[number - 1] for number in numbers}
        if what == "distance":
            return {(one, two): far for one in numbers for two, far in self.distances(one).items()}
        if what == "between":
            lines = {one: self.lines_from(one) for one in numbers}
            return {(one, two): lines[one].get(two, ()) for one in numbers for two in numbers}
        if what == "in_line":
            lines = {one: self.lines_from(one) for one in numbers}
            return {(one, two): two in lines[one] for one in numbers for two in numbers}
        assert what in ("at", "perhaps"), what
        if not self.places:
            return {(number,): number for number in numbers}
        wide, high = max(x for x, _ in self.places), max(y for _, y in self.places)
        box = product(range(1, wide + 1), range(1, high + 1))
        cells: dict[tuple[object, ...], object] = {at: self.by_place.get(at) for at in box}
        return cells if what == "perhaps" else {at: cell for at, cell in cells.items() if cell is not None}


def connected(start: tuple[int, ...], among: tuple[int, ...], links: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The cells of `among` that are connected, from neighbour to neighbour, with the `start` cells in it."""
    free = set(among)
    front = [cell for cell in start if cell in free]
    free.difference_update(front)
    found = set(front)
    while front:
        near = {other for cell in front for other in links[cell - 1]} & free
        free -= near
        found |= near
        front = list(near)
    return tuple(sorted(found))


def longest_line(cells: tuple[int, ...], axes: tuple[tuple[int, ...], ...]) -> int:
    """The length of the longest straight line of adjacent cells."""
    held, best = set(cells), 0
    for ahead in axes:
        for cell in held:
            length, after = 1, ahead[cell - 1]
            while after in held and length < len(held):
                length, after = length + 1, ahead[after - 1]
            best = max(best, length)
    return best


# ---------------------------------------------------------------- shapes


def grid(name: str, shape: str, width: int, height: int) -> Board:
    """A board of rows and columns, or a hexagon with a number of cells along each side."""
    if shape in ("path", "ring"):
        return path(name, shape, width)
    if shape == "hexagon":
        side = width
        places = tuple(
            (x, y)
            for y in range(1, 2 * side)
            for x in range(1, 2 * side)
            if side + 1 <= x + y <= 3 * side - 1
        )
    else:
        places = tuple((x, y) for y in range(1, height + 1) for x in range(1, width + 1))
    names = tuple(f"{letters(x)}{y}" for x, y in places)
    board = Board(name, shape, names, places, ())
    steps = tuple((sign * dx, sign * dy) for dx, dy in STRAIGHT[shape] for sign in (1, -1))
    return attrs.evolve(board, links=tuple(board.near(at, steps) for at in places))


def path(name: str, shape: str, length: int) -> Board:
    numbers = range(1, length + 1)
    steps = [*pairwise(numbers), *([(length, 1)] if shape == "ring" and length > 2 else [])]
    return spaces(name, shape, tuple(map(str, numbers)), steps)


def spaces(name: str, shape: str, names: tuple[str, ...], steps: list[tuple[int, int]]) -> Board:
    """Spaces connected as given; every connection goes both ways."""
    links: list[set[int]] = [set() for _ in names]
    for one, two in steps:
        links[one - 1].add(two)
        links[two - 1].add(one)
    return Board(name, shape, names, (), tuple(tuple(sorted(each)) for each in links))


def letters(number: int) -> str:
    """a to z, then aa, ab …"""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("a") + rest) + found
    return found
