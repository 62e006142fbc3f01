"""Editor support for rules files: highlighting, and (for `rulelang lsp` and the workshop) queries about positions."""
