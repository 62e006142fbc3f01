"""Opponents: players that answer for a seat, knowing only what that seat may know.

    kinds      what may sit at a seat: `random`, `easy`, `medium`, `hard`, `bot:500`, `bot:2s`, a bot of your own
    thinking   a search: worlds that the seat cannot tell from the real one, and simulations in them
    flat       the same without a C compiler, one move deep
    plugins    bots of others: `choose(view, log, decision) -> option`
    apart      such a bot in a process of its own
    players    any of these, ready to answer
    arena      a tournament of several kinds on the same deals
    review     what each answer of a game cost

`docs/bots.md` explains how to play against them, how to write one, and how they think. Nothing is imported here, so
naming a kind does not load the search.
"""
