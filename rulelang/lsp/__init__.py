"""`rulelang lsp`: the language server, a translation between the protocol and `rulelang.language`."""
