"""Proof by play: searches for a game that breaks the rules, over all possible tables, and reports it as a short story.

    rules ──tables──▶ plans ──play──▶ outcome ──shrink──▶ shortest plan ──story──▶ a story and a record
          tables.py   plan.py play.py            shrink.py               story.py
                      search.py, checks.py                               step.py, parts.py

A plan is a table, a seed and a few deviations from what the seed says; a game depends on nothing else. `search` draws
plans with Hypothesis, `play` plays one and checks it against all laws (`checks`), and `faults` lists what can be found.
`coverage` and `mutate` measure how much of the rules the tests and the search have covered.
"""
