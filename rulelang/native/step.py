"""The public path of `stepper`: tables that are played step by step; it lives in `native/host/select.py`."""

from rulelang.native.host.select import Table, stepper

__all__ = ["Table", "stepper"]
