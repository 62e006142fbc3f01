"""How each construct is written, as a table of templates.

    {name}      the field of that name, as it is        {name:7}    an expression that binds at least so tightly
    [ … ]       only if the fields in it are there      {text:q}    in quotes
    ~           a space that may become a line break    {on:?}      nothing; for a [ … ] that depends on it

Lists: {x} with commas, {x:.} with spaces, {x:(*)} in brackets between which lines may be broken, {x:()} likewise or
nothing for none, {x:(,)} for parameters; the same with square brackets. What a template cannot say is a
function in `writing`.
"""

from __future__ import annotations

from rulelang.syntax import nodes as n

# How tightly an operator binds; in brackets anything is allowed.
IF, OR, AND, NOT, COMPARE, RANGE, SUM, TERM, UNARY, POSTFIX, ATOM = range(11)
PLACE = 11  # a postfix, or `reveal` and a postfix
RIGHT = 12  # after the `=` of a statement, where `reveal … to …` needs no parentheses

# fmt: off
EXPRESSIONS = {
    n.Name:     (ATOM,    "{name}"),
    n.Players:  (ATOM,    "players"),
    n.Number:   (ATOM,    "{value}"),
    n.Negative: (ATOM,    "-{value}"),
    n.Text:     (ATOM,    "{value:q}"),
    n.None_:    (ATOM,    "none"),
    n.True_:    (ATOM,    "true"),
    n.False_:   (ATOM,    "false"),
    n.Original: (ATOM,    "original"),
    n.List:     (ATOM,    "{items:[*]}"),
    n.Call:     (POSTFIX, "{function:9}{arguments:(*)}"),
    n.Index:    (POSTFIX, "{value:9}{indexes:[*]}"),
    n.Field:    (POSTFIX, "{value:9}.{name}"),
    n.Minus:    (UNARY,   "-{value:8}"),
    n.SpanOf:   (RANGE,   "{low:6}..{high:6}"),
    n.Compare:  (COMPARE, "{left:5} {op} {right:5}"),
    n.IsIn:     (COMPARE, "{left:5} in {right:5}"),
    n.NotIn:    (COMPARE, "{left:5} not in {right:5}"),
    n.NotExpr:  (NOT,     "not {value:3}"),
    n.AndExpr:  (AND,     "{left:2}~and {right:3}"),
    n.OrExpr:   (OR,      "{left:1}~or {right:2}"),
    n.IfExpr:   (IF,      "if {condition:1}~then {then:1}~else {otherwise}"),
    n.AfterRun: (ATOM,    "({value} after run {target:9})"),
    n.RevealValue: (IF,   "reveal {value}[ to {to}]"),
}

BINARY = {
    "+":   (SUM,  "{left:6} + {right:7}"),
    "-":   (SUM,  "{left:6} - {right:7}"),
    "*":   (TERM, "{left:7} * {right:8}"),
    "div": (TERM, "{left:7} div {right:8}"),
    "mod": (TERM, "{left:7} mod {right:8}"),
}

PARTS = {
    n.Binder:        "{name} in {source}",
    n.Comprehension: "[{element}~]for {binders}[~where {condition}][ by {key}]",
    n.TypeName:      "{name}",
    n.TypeRange:     "{low}..{high}",
    n.TypeList:      "list of {of}",
    n.TypeMap:       "map {key} to {of}",
    n.TypeZone:      "zone of {of}",
    n.Optional:      "{of}?",
    n.Union:         "{parts:|}",
    n.Param:         "{name}: {type}",
    n.Record:        "{fields:()}",
    n.AnyType:       "{name}",
    n.OrderedType:   "{name} ordered",
    n.HasType:       "{name} has {field}",
    n.Family:        "{name}",
    n.Removable:     "{name}",
    n.Refill:        ", refill from {source:9}",
    n.Copies:        "{number} each[~where {condition}]",
    n.Show:          "{name} = {value}",
    n.Most:          "most {value}",
    n.Least:         "least {value}",
    n.Setting:       "{name}[ = {value}]",
    n.Guard:         "~where {condition}[ else {reason:q}]",
    n.Exactly:       "{number}",
    n.UpTo:          "up to {number}",
    n.Transfer:      "{pieces} to {target:11}[ at {place}]",
    n.Passed:        "pass",
    n.NoCell:        "-",
    n.HeaderCell:    "{name}[: {type}]",
    n.LookWord:      "{name}",
    n.LookText:      "{word} {text:q}",
    n.LookColor:     "color {color}",
    n.LookDuring:    "during {procs}",
    n.LookBookkeeping: "bookkeeping",
}

STATEMENTS = {
    n.Line:         "{statement}[ {tags:t}]",
    n.RunValue:     "run {target:9}",
    n.Random:       "random {choices}",
    n.OrRandom:     "{given:1}~or random {choices}",
    n.Let:          "let {name} = {value:12}",
    n.LocalVar:     "var {name}[: {type}] = {value:12}",
    n.Assign:       "{target:9} = {value:12}",
    n.Augment:      "{target:9} {op} {value}",
    n.Run:          "run {targets:9}",
    n.Resolve:      "resolve {menu:9}[ else {fallback}]",
    n.Move:         "move {transfers}",
    n.Deal:         "deal [up to {up_to:?}]{number} from {source:11} to {target:11}[ at {place}]",
    n.Shuffle:      "shuffle {what:11}",
    n.Roll:         "roll {pieces}",
    n.Reveal:       "reveal {what}[ to {to}]",
    n.Hide:         "hide {what}",
    n.Unreveal:     "unreveal {what}",
    n.Pay:          "pay [up to {up_to:?}]{amount} {resource} from {source:11} to {target:11}",
    n.Form:         "form {group}{fields:(*)} from {pieces} to {target:11}",
    n.Tally:        "tally {score}[ for {seat}]",
    n.Swap:         "swap {left:9}, {right:9}",
    n.Return:       "return[ {value}]",
    n.Break:        "break",
    n.Stop:         "stop",
    n.Nothing:      "nothing",
    n.OriginalStmt: "original",
    n.EndGame:      "end game[ for {winners}]",
    n.Put:          "put {pieces} into {target:9}",
    n.Note:         "note {text:q}",
    n.Require:      "require {condition}[ {text:q}]",
    n.Choose:       "{seat:9}[ secretly{secretly:?}] chooses[ {quantity}] {name} from {source}[{guard}]"
                    "[ one by one{one_by_one:?}][ {prompt:q}]",
    n.ChooseAction: "{seat:9}[ secretly{secretly:?}] chooses from {menus}[ {prompt:q}][ else {fallback}]",
    n.MayChooseAction: "{seat:9} may choose from {menus}[ {prompt:q}][ else {fallback}]",
    n.EachChooses:  "each {seat} in {seats} secretly chooses[ {quantity}] {name} from {source}[{guard}]"
                    "[ one by one{one_by_one:?}][ {prompt:q}]",
}

# What is written on one line and opens no block.
LINES = {
    n.Hole:         "...",
    n.Version:      "rules {number}",
    n.Game:         "game {title:q} for {players} players[ {text:q}][ {tags:t}]",
    n.ModHead:      "mod {title:q} extends {base:name}[ {text:q}]",
    n.Use:          "use {modules}",
    n.Breaks:       "breaks {tests:q}",
    n.Ruling:       "ruling {text:q}[ {tags:t}]",
    n.Credits:      "credits {text:q}",
    n.Option:       "option {name}: {type} = {default}[~where {condition}][ {text:q}][ {tags:t}]",
    n.Const:        "const {name}[: {type}] = {value}[ {text:q}][ {tags:t}]",
    n.Enum:         "enum {name}[ {text:q}][ {tags:t}]: {members}",
    n.TypeAlias:    "type {name} = {type}[ {text:q}][ {tags:t}]",
    n.Zone:         "zone {name}{indexes:[]}: {order} of {of}, {sight}[{refill}][ {text:q}][ {tags:t}]",
    n.Resource:     "resource {name}{holders:[]}: {total}, {sight}[ {text:q}][ {tags:t}]",
    n.Var:          "var {name}{indexes:[]}: {type}[ = {start}][, {sight}][ {text:q}][ {tags:t}]",
    n.Board:        "board {name}: {shape} {width}[ by {height}][ {text:q}][ {tags:t}]",
    n.Group:        "group {name}{fields:()} of {of}, at most {stock}[ {text:q}][ {tags:t}]",
    n.Winner:       "winner {seat}: {criteria:then}[ {text:q}][ {tags:t}]",
    n.Limit:        "end after {number} {proc}[ for {winners}][ {text:q}][ {tags:t}]",
    n.Ends:         "end when {condition}[ {text:q}][ {tags:t}]",
    n.Invariant:    "invariant {title:q}[ {tags:t}][ during {during}]: {condition}",
    n.Need:         "need {name}{params:()} -> {type}[ {text:q}][ {tags:t}]",
    n.Hook:         "hook {name}{params:()} -> {type} = {value}[ {text:q}][ {tags:t}]",
    n.Shows:        "shows {shows}",
    n.LookRow:      "{key}[ {text:q}][ {parts:.}]",
    n.LadderLet:    "let {name} = {value}",
    n.Rung:         "{value} when {condition}[ {reason:q}][ {tags:t}]",
    n.Otherwise:    "else {value}[ {reason:q}][ {tags:t}]",
    n.ScoreLine:    "{label:q}: {value}[ when {condition}][ {tags:t}]",
    n.OverrideOption: "override option {name} = {value}",
    n.OverrideGame: "override game for {players} players",
    n.RemoveAction: "remove action {menu}.{name}",
    n.RemoveScore:  "remove score {score} {label:q}",
    n.RemoveInvariant: "remove invariant {title:q}",
    n.RemoveTest:   "remove test {title:q}",
    n.RemoveDecl:   "remove {kind} {name}",
    n.Target:       "{what:9}",
    n.Answer:       "{seat}: {value}",
    n.ExactlyThese: "{seat} may: {values}",
    n.NoneOfThese:  "{seat} may not: {values}",
    n.Chance:       "chance: {results}",
    n.Policy:       "others: {seed:policy}",
    n.Expect:       "expect {condition}",
    n.ExpectSees:   "expect {seat} sees {what:9}",
    n.ExpectBlind:  "expect {seat} cannot see {what:9}",
}
# fmt: on
