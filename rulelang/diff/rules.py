"""Differences in rules: functions, hooks, phases, actions, scores, the winner, the end; variants and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.diff.english import declaration_change, same, source, text_of, value_text, was
from rulelang.diff.model import Change, Lines, Side, pairs
from rulelang.link.linker import names_test
from rulelang.present.english import capital
from rulelang.present.english import words_of as plain
from rulelang.syntax import nodes

SHORT = 80  # columns of a value in a sentence


def functions(before: Side, after: Side) -> Iterator[Change]:
    for key, old, new in pairs(before.all(nodes.Fn), after.all(nodes.Fn)):
        label = capital(plain(key))
        if old is None or new is None:
            text = text_of(new) or text_of(old)
            said = f"{'New' if old is None else 'Gone'}: {plain(key)}{f', {text}' if text else ''}"
            yield declaration_change("function", key, old, new, said)
        elif source(old.span) != source(new.span):
            yield declaration_change("function", key, old, new, meaning(label, old, new))


def meaning(label: str, old: Any, new: Any) -> str:
    """What a function or hook now says, and what it said: by its texts if there are any, else by values."""
    now, then = words_of(new), words_of(old)
    if now == then:
        now, then = value_text(new), value_text(old)
    if len(now) > 2 * SHORT or len(then) > 2 * SHORT:
        return f"{label} is worked out in another way"
    return was(label, now, then)


def words_of(node: Any) -> str:
    return text_of(node) or value_text(node)


# ---------------------------------------------------------------- mechanisms


def instances(before: Side, after: Side) -> Iterator[Change]:
    for key, old, new in pairs(before.all(nodes.Instance), after.all(nodes.Instance)):
        if old is None or new is None:
            said = f"{'New' if old is None else 'Gone'}: {plain(key)}, {text_of(new) or text_of(old)}".rstrip(", ")
            yield declaration_change("mechanism", key, old, new, said)
        elif str(old.mechanism) != str(new.mechanism):
            then = text_of(old) or str(old.mechanism or "")
            yield declaration_change(
                "mechanism", key, old, new, was(capital(plain(key)), text_of(new) or str(new.mechanism), then)
            )
        elif old is not new:
            if text_of(old) != text_of(new):
                yield Change("mechanism", key, "changed", was(capital(plain(key)), text_of(new), text_of(old)))
            yield from hooks(after, key, old, new)


def hooks(side: Side, key: str, old: nodes.Instance, new: nodes.Instance) -> Iterator[Change]:
    """The hooks with a new binding."""
    mechanism = side.game.instances[key].mechanism
    parts = {
        str(part.name): part
        for each in side.linked.declared(nodes.Mechanism)
        if str(each.name) == mechanism
        for part in each.parts
        if isinstance(part, nodes.Need | nodes.Hook | nodes.OnHook)
    }
    then = {str(each.name): each for each in old.bindings if not isinstance(each, nodes.Hole)}
    for binding in new.bindings:
        name = str(getattr(binding, "name", ""))
        if isinstance(binding, nodes.Hole) or same(then.get(name), binding):
            continue
        was_bound, hook = then.get(name), parts.get(name)
        label = f"{capital(plain(name))} in {plain(key)}"
        if isinstance(binding, nodes.BindOn):
            when = text_of(hook) or f"on {name}"
            text = f"{capital(plain(key))}, {when}: {'other steps' if was_bound else 'something happens now'}"
        elif was_bound is not None:
            text = meaning(label, was_bound, binding)
        else:
            default = value_text(hook) if isinstance(hook, nodes.Hook) else "not said"
            text = was(label, words_of(binding), default)
        yield declaration_change("hook", f"{key}.{name}", was_bound, binding, text)


# ---------------------------------------------------------------- phases and actions


def phases(before: Side, after: Side) -> Iterator[Change]:
    kinds = (nodes.Phase, nodes.Step, nodes.Setup, nodes.Play)
    for key, old, new in pairs(before.all(*kinds), after.all(*kinds)):
        label = capital(plain(key))
        if old is None or new is None:
            said = f"{'New' if old is None else 'Gone'}: {plain(key)}. {text_of(new) or text_of(old)}"
            yield declaration_change("phase", key, old, new, said.rstrip(". "))
        elif source(old.span) != source(new.span):
            texts = text_of(new), text_of(old)
            said = was(label, *texts) if all(texts) and texts[0] != texts[1] else describe_steps(label, texts[0], new)
            yield declaration_change("phase", key, old, new, said)
    yield from weave_changes(before, after)


def describe_steps(label: str, text: str, new: Any) -> str:
    if text:
        return f"{label}: {text}"
    body = source(new.body.span)
    return f"{label} is now: {body}" if len(body) <= SHORT else f"{label} goes in another way"


def weave_changes(before: Side, after: Side) -> Iterator[Change]:
    """Statements before and after phases."""
    for target, sides in after.linked.weaves.items():
        known = before.linked.weaves.get(target, ([], []))
        for when, old, new in zip(("Before", "After"), known, sides):
            for body in new:
                if not any(same(each, body) for each in old):
                    text = source(body.span)
                    said = f"{when} {plain(target)}: {text if len(text) <= SHORT else 'more is done'}"
                    yield Change("phase", target, "changed", said, None, Lines.of(body.span))


def menus(before: Side, after: Side) -> Iterator[Change]:
    for key, old, new in pairs(before.all(nodes.Menu), after.all(nodes.Menu)):
        if old is None or new is None:
            text = text_of(new) or text_of(old) or plain(key)
            yield declaration_change("menu", key, old, new, f"{'New' if old is None else 'Gone'} choice: {text}")
            continue
        then, now = actions(old), actions(new)
        for name in {**then, **now}:
            one, other = then.get(name), now.get(name)
            if same(one, other):
                continue
            where = text_of(new) or plain(key)
            if one is None:
                said = f"New action {label_of(other)} ({where})"
            elif other is None:
                said = f"No longer an action: {label_of(one)} ({where})"
            elif label_of(one) != label_of(other):
                said = was("Action", label_of(other), label_of(one))
            else:
                said = f"Action {label_of(other)} does something else"
            yield declaration_change("action", f"{key}.{name}", one, other, said)


def actions(menu: nodes.Menu) -> dict[str, Any]:
    return {str(each.name): each for each in menu.actions if isinstance(each, nodes.Action)}


def label_of(action: Any) -> str:
    return f"“{action.label}”" if action.label is not None else f"“{plain(str(action.name))}”"


# ---------------------------------------------------------------- what counts


def scores(before: Side, after: Side) -> Iterator[Change]:
    for key, old, new in pairs(before.all(nodes.Score), after.all(nodes.Score)):
        then, now = (lines_of(each) for each in (old, new))
        for label in {**then, **now}:
            one, other = then.get(label), now.get(label)
            if same(one, other):
                continue
            if other is None:
                said = f"“{label}” counts no longer"
            elif one is None:
                said = f"“{label}” counts too: {worth(other)}"
            else:
                said = was(f"“{label}” counts", worth(other), worth(one))
            yield declaration_change("score", f'{key} "{label}"', one, other, said)


def lines_of(score: nodes.Score | None) -> dict[str, Any]:
    return {str(each.label): each for each in score.lines if isinstance(each, nodes.ScoreLine)} if score else {}


def worth(line: Any) -> str:
    test = f" when {source(line.condition.span)}" if line.condition is not None else ""
    return source(line.value.span) + test


def endings(before: Side, after: Side) -> Iterator[Change]:
    old, new = (side.nodes.get("winner") for side in (before, after))
    if old is not None and new is not None and source(old.span) != source(new.span):
        yield declaration_change("winner", "winner", old, new, was("Winner", criteria(new), criteria(old)))
    olds, news = (side.linked.declared(nodes.Ends) for side in (before, after))
    known = [source(each.span) for each in olds]
    for each in news:
        if source(each.span) not in known:
            text = text_of(each) or source(each.condition.span)
            yield declaration_change("end", "end", None, each, f"The game also ends when {text}")
    olds, news = (side.linked.declared(nodes.Limit) for side in (before, after))
    known = [source(each.span) for each in olds]
    for each in news:
        if source(each.span) not in known:
            yield declaration_change(
                "end", "end", None, each, f"The game ends after {source(each.number.span)} times {each.proc}"
            )


def criteria(winner: Any) -> str:
    return text_of(winner) or source(winner.span).partition(":")[2].strip()


# ---------------------------------------------------------------- around the rules


def around(before: Side, after: Side) -> Iterator[Change]:
    """Variants, rulings, invariants and tests."""
    for name, old, new in pairs(before.linked.variants, after.linked.variants):
        if old is None or new is None:
            text = text_of(new) or text_of(old)
            yield declaration_change(
                "variant", name, old, new, f"{'New' if old is None else 'Gone'} variant {name}: {text}"
            )
    known = {str(each.text) for each in before.linked.declared(nodes.Ruling)}
    for each in after.linked.declared(nodes.Ruling):
        if str(each.text) not in known:
            yield declaration_change("ruling", "ruling", None, each, f"Ruling: {each.text}")
    old_all, new_all = before.all(nodes.Invariant), after.all(nodes.Invariant)
    for key in {**old_all, **new_all}:
        old, new = old_all.get(key), new_all.get(key)
        if not same(old, new):
            verb = "must hold too" if old is None else "need not hold any more" if new is None else "is put another way"
            title = key.removeprefix("invariant ")
            yield declaration_change("invariant", title, old, new, f"“{title}” {verb}")


def tests(before: Side, after: Side) -> Iterator[Change]:
    olds, news = ({str(test.title): test for test in side.linked.tests} for side in (before, after))
    for title, test in news.items():
        if title not in olds:
            yield declaration_change("test", title, None, test, f"New test: {title}")
    for title, test in olds.items():
        if title not in news:
            yield declaration_change("test", title, test, None, f"Gone test: {title}")
        elif any(names_test(name, title) for name in after.linked.breaks):
            yield Change("test", title, "changed", f"May fail now: {title}", Lines.of(test.title.span), None)
