"""The public path of `fastest`: the fastest engine for whole games; it lives in `native/host/playout.py`."""

from rulelang.native.host.playout import fastest

__all__ = ["fastest"]
