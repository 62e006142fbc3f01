"""What editors ask of a rules file: how it is coloured, and (for `rulelang lsp` and the workshop) what stands where."""
