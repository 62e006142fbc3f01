"""`python -m rulelang` is `rulelang`."""

from rulelang.cli import main

if __name__ == "__main__":
    main()
