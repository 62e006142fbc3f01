"""Games of rulelang as PettingZoo environments.

    from rulelang.zoo import env

    table = env("leduc", utility="margin")
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

`env` asks one agent after another (AEC); `parallel_env` asks all agents that choose at the same time at once. An agent
is a seat, `"P1"`; an action is a number of `game.actions()`; an observation is a tensor, whose schema is
`table.schema`, and a mask of the actions that are legal.
"""

from __future__ import annotations

from rulelang.base.extras import missing

try:
    import gymnasium  # noqa: F401
    import numpy  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(missing("zoo", error)) from None

from rulelang.zoo.environments import ParallelTable, Table, env, parallel_env

__all__ = ["ParallelTable", "Table", "env", "parallel_env"]
