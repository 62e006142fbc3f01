"""A table in the browser: people and bots at one table, each with a screen that shows what its seat may know."""
