"""Files to one game: the library it uses, and the mods and variants that change it."""

from rulelang.link.linker import Linked, link

__all__ = ["Linked", "link"]
