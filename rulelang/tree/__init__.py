"""A game as a tree: chance nodes, decisions, ends; what a seat knows at each, and how large it all is.

tree = rulelang.Tree(rulelang.load("kuhn"))
node = tree.root
while node.kind != "end":
    node = node.child(node.legal[0])
print(node.utilities)
"""

from __future__ import annotations

from rulelang.tree.knowledge import information
from rulelang.tree.nodes import Node, Tree
from rulelang.tree.size import Size, measure

__all__ = ["Node", "Size", "Tree", "information", "measure"]
