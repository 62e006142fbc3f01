"""Proof by play: games are played over all that a table may be, and what breaks is told as a short story.

    rules ──tables──▶ plans ──play──▶ outcome ──shrink──▶ shortest plan ──story──▶ a story and a record
          tables.py   plan.py play.py            shrink.py               story.py
                      search.py, checks.py                               step.py, parts.py

A plan is a table, a seed and a few deviations from what the seed says; it is all that a game depends on. `search`
draws plans with Hypothesis, `play` plays one and looks at it from all sides (`checks`), and `faults` lists what can be
found. `coverage` and `mutate` ask how much of the rules the tests and the search have seen.
"""
