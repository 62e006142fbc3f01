"""The tree: one frozen class per construct of the grammar. A rule `some_thing` builds the class `SomeThing`."""

from rulelang.syntax.nodes.base import Hole, Node, Tags, Word
from rulelang.syntax.nodes.blocks import *  # noqa: F403
from rulelang.syntax.nodes.changes import *  # noqa: F403
from rulelang.syntax.nodes.data import *  # noqa: F403
from rulelang.syntax.nodes.declarations import *  # noqa: F403
from rulelang.syntax.nodes.expressions import *  # noqa: F403
from rulelang.syntax.nodes.looks import *  # noqa: F403
from rulelang.syntax.nodes.mechanisms import *  # noqa: F403
from rulelang.syntax.nodes.statements import *  # noqa: F403

__all__ = ["Hole", "Node", "Tags", "Word"]
