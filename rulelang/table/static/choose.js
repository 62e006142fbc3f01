// What a player has picked so far, and what can still come of it. No page here, only lists.

// Of options with pieces: those that hold all that is picked, in order where the options are orders.
export function candidates(options, picked, steps) {
  const ordered = areOrders(options);
  return options.filter(
    (option) => (ordered ? begins(option.pieces, picked) : holds(option.pieces, picked)) && begins(option.steps, steps)
  );
}

export function areOrders(options) {
  const bags = new Set(options.filter((o) => o.pieces.length > 1).map((o) => [...o.pieces].sort().join("|")));
  return bags.size === 1 && options.filter((o) => o.pieces.length > 1).length > 1;
}

function begins(list, start) {
  return start.every((item, at) => list[at] === item);
}

function holds(list, some) {
  const rest = [...list];
  return some.every((item) => {
    const at = rest.indexOf(item);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

function without(list, some) {
  const rest = [...list];
  for (const item of some) rest.splice(rest.indexOf(item), 1);
  return rest;
}

// The pieces that can be picked next.
export function lit(options, picked, steps) {
  const ordered = areOrders(options);
  const found = new Set();
  for (const option of candidates(options, picked, steps)) {
    const rest = ordered ? option.pieces.slice(picked.length, picked.length + 1) : without(option.pieces, picked);
    rest.forEach((piece) => found.add(piece));
  }
  return found;
}

// The one option that is just what is picked, if there is one.
export function exact(options, picked, steps) {
  const found = candidates(options, picked, steps).filter(
    (o) => o.pieces.length === picked.length && o.steps.length === steps.length
  );
  return found.length === 1 ? found[0] : null;
}

// The next things to choose from, of options that are lists of things: a long choice is built up step by step.
export function nextSteps(options, picked, steps) {
  const next = candidates(options, picked, steps).filter((o) => o.steps.length > steps.length);
  return [...new Set(next.map((o) => o.steps[steps.length]))];
}
