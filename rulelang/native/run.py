"""The public path of `fastest`: the fastest engine for whole games; it lives in `native/host/select.py`."""

from rulelang.native.host.select import fastest

__all__ = ["fastest"]
