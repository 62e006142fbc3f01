"""`python -m rulelang` is `rulelang`."""

import sys

from rulelang.cli import main

if __name__ == "__main__":
    sys.exit(main())
