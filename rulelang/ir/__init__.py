"""The typed game: the result of `check`, and the starting point of every back end.

Names are resolved, types known, mechanisms expanded: an instance `trick Trick` is the procedure `Trick`, its hooks are
functions and steps `Trick.strength`, `Trick.won`, its own zones and variables `Trick.laid`, `Trick.led`. The game is
not yet specialised: `Const` stands for options, constants and `players`, whose values are known when a game is loaded.

Values at run time: integers, booleans, seats (1..n), enum members (1..k), pieces (ids from 0), rows (from 0), zones
(ids of zone instances), holders (a seat 1..n, or a negative id), `None` for none, tuples for lists, tuples and maps (a
map by Seat has one entry per seat, in seat order).
"""

from rulelang.ir.appearance import Appearance as Appearance
from rulelang.ir.data import *  # noqa: F403
from rulelang.ir.declarations import *  # noqa: F403
from rulelang.ir.expressions import *  # noqa: F403
from rulelang.ir.statements import *  # noqa: F403
