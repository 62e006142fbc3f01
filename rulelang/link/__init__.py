"""Files to one game: the library it uses, the mods and variants that change it."""

from rulelang.link.linker import Linked, Shelf, link

__all__ = ["Linked", "Shelf", "link"]
