"""Steps of play in words: each statement is an entry of a list, with its substatements below it."""

from __future__ import annotations

import attrs

from rulelang import ir
from rulelang.ir import types as t
from rulelang.ir.types import bare
from rulelang.ir.walk import is_get
from rulelang.rulebook import choices, conditions, moving, predicates
from rulelang.rulebook.english import Count, Fact, Things, is_plural, person, small, words
from rulelang.rulebook.model import Item, Ref
from rulelang.rulebook.naming import Teller, name_text
from rulelang.rulebook.phrases import target_name, var_place
from rulelang.rulebook.quantifiers import each_of, plain_fn
from rulelang.rulebook.running import loop_head, run_text
from rulelang.rulebook.telling import STEPS, clause, head, head_steps, noun, steps, steps_naming, when, who

STOP = ": stop repeating."
MANY = 100  # nobody counts that far: such a number only makes sure that a game ends


# ---------------------------------------------------------------- values


def assign(tell: Teller, statement: ir.Assign) -> str:
    target, value = statement.target, statement.value
    if isinstance(target, ir.LocalTarget):
        return set_local(tell, target.local, value)
    if not isinstance(target, ir.VarTarget):
        return ""
    if tell.is_bookkeeping(target.var):
        return ""
    declared = tell.game.vars[target.var]
    place = ir.VarAt(declared.type, statement.span, target.var, target.indexes)
    if isinstance(value, ir.Op) and value.op in ("add", "sub") and value.arguments[0] == place:
        return change(tell, place, value.op, value.arguments[1])
    if isinstance(declared.type, t.Bool):
        known = tell.known.value(value)
        if known is not None:
            return becomes(predicates.state(tell, place, True), bool(known[0]))
        now = predicates.state(tell, place, True)
        return f"if {clause(tell, value)}, {becomes(now, True)}; otherwise {becomes(now, False)}"
    said = var_place(tell, place)
    if isinstance(declared.type, t.List):
        return set_list(tell, place, said, value)
    if tell.known.value(value) == (None,):
        return f"there is no {said.removeprefix('the ')} now" if said.startswith("the ") else f"clear {said}"
    if isinstance(bare(declared.type), t.Seat) and not target.indexes and not has_cases(tell, value):
        return f"{who(tell, value).does('become')} {said}"
    if has_cases(tell, value):
        return f"now {said} {'are' if is_plural(said) else 'is'} {noun(tell, value)}"
    return f"set {said} to {noun(tell, value)}"


def has_cases(tell: Teller, value: ir.Expr) -> bool:
    """`if C then a else b`, or a function that is told by such a formula."""
    fn = plain_fn(tell, value)
    return isinstance(fn.body if fn is not None else value, ir.If)


def set_list(tell: Teller, place: ir.VarAt, said: str, value: ir.Expr) -> str:
    """A list that is assigned, or appended to."""
    op = value.op if isinstance(value, ir.Op) else ""
    if isinstance(value, ir.ListOf) and not value.items:
        return f"empty {said}"
    if isinstance(value, ir.Op) and op in ("join", "without") and value.arguments[0] == place:
        what = object_of(tell, value.arguments[1])
        return f"add {what} to {said}" if op == "join" else f"take {what} off {said}"
    return f"set {said} to {noun(tell, value)}"


def object_of(tell: Teller, value: ir.Expr) -> str:
    """What is added or removed; a player as an object."""
    items = value.items if isinstance(value, ir.ListOf) else ()
    if len(items) == 1 and isinstance(bare(items[0].type), t.Seat):
        person_ = who(tell, items[0])
        return "yourself" if person_.name == "you" else person_.object
    if isinstance(bare(value.type), t.Seat):
        return "yourself" if who(tell, value).name == "you" else who(tell, value).object
    return noun(tell, value)


def becomes(state: str, holds: bool) -> str:
    """`they are hungry`, as it begins or ends: they are now hungry."""
    if isinstance(state, Fact):
        return state.now(holds)
    return f"from now on {state}" if holds else f"it is no longer so that {state}"


def change(tell: Teller, place: ir.VarAt, op: str, by: ir.Expr) -> str:
    verb, joint = ("add", "to") if op == "add" else ("take", "off")
    return f"{verb} {noun(tell, by)} {joint} {noun(tell, place)}"


def set_local(tell: Teller, local: ir.Local, value: ir.Expr) -> str:
    """A value that is remembered; from here on its name refers to it."""
    if local.number in tell.env and isinstance(bare(local.type), t.Seat):
        return f"{who(tell, value).does('become')} {noun(tell, ir.Get(local.type, value.span, local))}"
    if local.number in tell.env:
        return f"now {noun(tell, ir.Get(local.type, value.span, local))} is {noun(tell, value)}"
    if isinstance(value.type, t.Bool):
        said = clause(tell, value)
        tell.env[local.number] = f"*{words(local.name)}*"
        return f"note whether {said} (*{words(local.name)}*)"
    said = noun(tell, value)
    name = tell.fresh(local)
    tell.env[local.number] = name
    row = isinstance(bare(local.type), t.Row)
    shown = (
        tell.thing(local.type) if row else name_text(name).removeprefix("the ") if len(local.name) > 2 else local.name
    )
    if len(local.name) < 3 and isinstance(bare(local.type), t.Seat):
        tell.env[local.number] = person("that player")
        return f"{said} is “that player” here"
    if len(local.name) < 3:
        return f"*{local.name}* is {said}"
    if isinstance(bare(local.type), t.Int):
        tell.env[local.number] = f"*{words(local.name)}*"
        at_first = tell.known.value(value) is not None
        return f"*{words(local.name)}* begins at {said}" if at_first else f"note {said} (*{words(local.name)}*)"
    return f"the *{shown}* {'are' if is_plural(shown) or isinstance(said, Things) else 'is'} {said}"


def draw(tell: Teller, statement: ir.Draw) -> str:
    many = noun(tell, statement.choices)
    where = many.definite if isinstance(many, Things) else many
    if isinstance(statement.target, ir.LocalTarget):
        local = statement.target.local
        if len(local.name) < 3 and isinstance(bare(local.type), t.Piece):
            tell.env[local.number] = f"the drawn {tell.thing(local.type)}"
            return f"draw at random one of {where}"
        tell.env[local.number] = tell.fresh(local)
        return f"draw at random one of {where}: this is {noun(tell, ir.Get(local.type, statement.span, local))}"
    name = target_name(tell, statement.target, statement)
    given = statement.given
    if given is not None and isinstance(given, ir.Const):
        known = tell.known.value(given)
        if known is not None and known[0] is not None:
            return f"{name} is {noun(tell, given)}"
        return f"{name} is chosen at random from {where}, unless the table names one before the game"
    default = f" if there is no {noun(tell, given).removeprefix('the ')}" if given is not None else ""
    return f"{name} is chosen at random from {where}{default}"


def exchange(tell: Teller, statement: ir.SwapValues) -> str:
    left, right = (target_name(tell, each, statement) for each in (statement.left, statement.right))
    return f"{left} and {right} change places"


# ---------------------------------------------------------------- running and ending


def tally(tell: Teller, statement: ir.Tally) -> str:
    score = tell.game.scores[statement.score]
    name = tell.link("score", score.name, tell.heading(score.name))
    it = "them" if is_plural(tell.heading(score.name)) else "it"
    into = f" and adds {it} to their {tell.variable(score.into)}" if score.into else ""
    if statement.seat is not None:
        they = who(tell, statement.seat)
        own = they.own if they.many else "their"
        added = f" and {they.verb('add')} {it} to {own} {tell.variable(score.into)}" if score.into else ""
        return f"{they.does('work')} out {own} {name}{added}"
    return f"every player works out their {name}{into}"


def leave(tell: Teller, statement: ir.Return) -> str:
    if statement.value is None:
        return "nothing more happens here"
    return f"the result is {noun(tell, statement.value)}"


def end_game(tell: Teller, statement: ir.EndGame) -> str:
    if statement.winners is None:
        return "the game ends at once"
    if isinstance(statement.winners, ir.ListOf) and not statement.winners.items:
        return "the game ends at once, and is drawn"
    if isinstance(statement.winners, ir.ListOf) and len(statement.winners.items) == 1:
        return f"the game ends at once, and {who(tell, statement.winners.items[0]).does('win')}"
    return f"the game ends at once; the winners are {noun(tell, statement.winners)}"


# ---------------------------------------------------------------- branches and loops


def branch(tell: Teller, statement: ir.Branch) -> list[Item]:
    """The branches with something to tell; after a branch without, the heads say that its condition does not hold."""
    items: list[Item] = []
    untold: list[str] = []
    always = ir.Lit(t.BOOL, statement.span, True)
    for condition, suite in [*statement.branches, (always, statement.otherwise)]:
        known = tell.known.condition(condition)
        if isinstance(known, ir.Lit) and not known.value:
            continue
        inside, last = steps_naming(tell, suite), isinstance(known, ir.Lit)
        if inside:
            word = "otherwise" if items else ""
            if untold:
                also = [] if last else [clause(tell, known)]
                said = f"if {' and '.join([*untold, *also])}"
            else:
                said = "" if last else when(tell, known)
            text = ", ".join(part for part in (word, said) if part)
            items += [head(text, inside)] if text else inside
        elif not last:
            untold.append(conditions.deny(tell, known))
        if last:
            break
    return items


def loop(tell: Teller, statement: ir.For) -> list[Item]:
    text, name = loop_head(tell, statement.local, statement.source, statement.condition)
    tell.looped.add(statement.local.number)
    counter = loop_counter(statement)
    if counter and statement.condition is None:
        said = tell.variable(counter)
        text = text.replace(name_text(name), said, 1)
        return head_steps(text, steps_naming(tell, statement.body[1:], (statement.local, f"the {said}")))
    return head_steps(text, steps_naming(tell, statement.body, (statement.local, name)))


def loop_counter(statement: ir.For) -> str:
    """The variable that only counts the rounds of a loop: `for s in 1..4: season = s …`."""
    first = statement.body[0] if statement.body else None
    if not (isinstance(first, ir.Assign) and isinstance(first.target, ir.VarTarget) and not first.target.indexes):
        return ""
    counts = is_get(first.value, statement.local)
    return first.target.var if counts and isinstance(bare(statement.local.type), t.Int) else ""


def as_long(tell: Teller, statement: ir.While) -> list[Item]:
    return head_steps(f"as long as {clause(tell, statement.condition)}", steps_naming(tell, statement.body))


def repeat(tell: Teller, statement: ir.Repeat) -> list[Item]:
    number, ends, tell.ends = noun(tell, statement.number), tell.ends, False
    free = as_you_like(tell, statement)
    if free is not None:
        return [free]
    if number == "1":
        return [each for each in steps_naming(tell, statement.body) if not each.text.endswith(STOP)]
    if statement.at_most:
        return [head("repeat, until one of the steps says to stop", steps_naming(tell, statement.body))]
    if isinstance(number, Count):
        return [head(f"once for {each_of(number.things)}", steps_naming(tell, statement.body))]
    if number.isdigit() and int(number) >= MANY:
        return [head(f"repeat this until the game ends, {number} times at most", steps_naming(tell, statement.body))]
    if ends:
        return [head(f"repeat this until it ends, {number} times at most", steps_naming(tell, statement.body))]
    often = f"{number} times" if " " not in number or number[0].isdigit() else f"as often as {number} {says(number)}"
    return [head(f"do this {often}", steps_naming(tell, statement.body))]


def says(number: str) -> str:
    """The verb for telling a number."""
    return "say" if is_plural(number) and " of " not in number else "says"


def as_you_like(tell: Teller, statement: ir.Repeat) -> Item | None:
    """A choice that is repeated until somebody passes."""
    if len(statement.body) != 1 or not isinstance(only := statement.body[0], ir.ChooseAction):
        return None
    if not only.optional or tuple(map(type, only.fallback or ())) != (ir.Break,):
        return None
    first = steps_naming(tell, statement.body)[0]
    number = noun(tell, statement.number)
    if statement.at_most:
        often = f"As often as {'you' if first.text.startswith('You') else 'they'} can and want: "
    else:
        often = f"Up to {number} times: " if number != "1" else ""
    return Item(often + small(first.text) if often else first.text, Ref(only.tags, only.span))


def together(tell: Teller, statement: ir.Together) -> list[Item]:
    inside = steps_naming(tell, statement.body)
    if len(inside) == 1 and not inside[0].inside:
        return [attrs.evolve(inside[0], text=f"{inside[0].text.removesuffix('.')} – all of it counts as one step.")]
    return head_steps("all of this counts as one step", inside)


STEPS |= {
    ir.Assign: assign, ir.Draw: draw, ir.SwapValues: exchange, ir.Run: run_text, ir.Tally: tally, ir.Return: leave,
    ir.Move: moving.move, ir.Deal: moving.deal, ir.Shuffle: moving.shuffle, ir.Roll: moving.roll,
    ir.Show: moving.show, ir.Pay: moving.pay, ir.Form: moving.form, ir.EndGame: end_game,
    ir.Branch: branch, ir.For: loop, ir.While: as_long, ir.Repeat: repeat, ir.Together: together,
    ir.Choose: choices.choose, ir.ChooseAction: choices.choose_action, ir.Resolve: choices.resolve,
    ir.EachChooses: choices.each_chooses, ir.EachSecretly: choices.each_secretly,
    ir.Break: lambda tell, _: "stop repeating",
    ir.Stop: lambda tell, _: "this part of the game is over",
    ir.Original: lambda tell, statement: steps(tell, statement.body),
}  # fmt: skip
