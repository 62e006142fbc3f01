"""How each construct that may open a block is written: its first line, as a template, and its contents.

A field of `inside` that is a list, a ladder or table rows becomes a block after a colon; a single value goes on the
first line after `joined`. The fields in `after` follow on their own lines, as an `else` does.
"""

from __future__ import annotations

import attrs

from rulelang.syntax import nodes as n


@attrs.frozen
class Block:
    """The first line of a construct, and the fields that follow it."""

    head: str
    inside: tuple[str, ...]
    joined: str = ""
    after: tuple[str, ...] = ()


def body(head: str, *after: str) -> Block:
    return Block(head, ("body",), "", after)


DOC = "[ {text:q}][ {tags:t}]"

# fmt: off
BLOCKS = {
    # statements
    n.If:           body("if {condition}[ {tags:t}]", "elifs", "otherwise"),
    n.Elif:         body("elif {condition}[ {tags:t}]"),
    n.Else:         body("else[ {tags:t}]"),
    n.For:          body("for {name} in {source}[~where {condition}][ {tags:t}]"),
    n.While:        body("while {condition} at most {bound}[ {tags:t}]"),
    n.Repeat:       body("repeat {number} times[ {tags:t}]"),
    n.RepeatOn:     body("repeat[ {tags:t}]"),
    n.RepeatAtMost: body("repeat at most {number} times[ {tags:t}]"),
    n.MayChoose:    body("{seat:9}[ secretly{secretly:?}] may choose[ {quantity}] {name} from {source}[{guard}]"
                         "[ one by one{one_by_one:?}][ {prompt:q}][ {tags:t}]", "otherwise"),
    n.YesOrNo:      body("{seat:9}[ secretly{secretly:?}] may {prompt:q}[ {tags:t}]", "otherwise"),
    n.EachSecretly: body("each {seat} in {seats} secretly[ {tags:t}]"),
    n.Together:     body("together[ {tags:t}]"),
    # data
    n.ConstByPlayers: Block("const by players" + DOC, ("rows",)),
    n.Piece:        Block("piece {name}{fields:()}[ rolls {rolls}][ in {home}]" + DOC, ("made",), ": "),
    n.Table:        Block("table {name}" + DOC, ("rows",)),
    n.Spaces:       Block("board {name}" + DOC, ("rows",)),
    n.Grid:         Block("table {name}{indexes:[]}: {type}" + DOC, ("rows",)),
    n.ExtendRows:   Block("table {name}", ("rows",)),
    n.Look:         Block("look {name}[ {text:q}][ {parts:.}]", ("rows",)),
    # rules
    n.Fn:           Block("fn {name}{params:(,)} -> {type}" + DOC, ("value",), " = "),
    n.Step:         body("step {name}{params:(,)}[ -> {type}]" + DOC),
    n.Phase:        body("phase {name}{params:()}[ until {until}]" + DOC),
    n.Setup:        body("setup" + DOC),
    n.Play:         body("play" + DOC),
    n.Menu:         Block("menu {name}{params:()}[ by {key}][ when {condition}]" + DOC, ("actions", "finally_")),
    n.Action:       body("{name}[ for {key}]{binders:()}[{guard}][ {label:q}][ {tags:t}]"),
    n.Finally:      body("then"),
    n.Score:        Block("score {name} for {seat}[ into {into}]" + DOC, ("lines",)),
    n.Weave:        body("{when} {target}"),
    # families
    n.Mechanism:    Block("mechanism {name} is {family}{type_params:[]}{params:(,)}[ -> {type}]" + DOC, ("parts",)),
    n.OnHook:       body("on {name}{params:()}" + DOC),
    n.Instance:     Block("{family} {name}[ is {mechanism}]" + DOC, ("bindings",)),
    n.Bind:         Block("{name}{params:()}" + DOC, ("value",), " = "),
    n.BindOn:       body("on {name}{params:()}[ {tags:t}]"),
    # change and proof
    n.Variant:      Block("variant {name}[ excludes {excludes}]" + DOC, ("changes",)),
    n.Test:         Block("test {title:q}[ {tags:t}][ for {players} players][ with {settings}]", ("parts",)),
    n.Given:        body("given"),
    n.When:         Block("when {target}", ("script",)),
}

# What precedes a declaration on the same line.
PREFIXES = {
    n.Override:       ("override ", "declaration"),
    n.Extend:         ("extend ", "declaration"),
    n.OverrideAction: ("override action {menu}.", "action"),
}
# fmt: on
