// What went where, shown in motion: a copy of the piece flies from its old place to its new one.

const quiet = matchMedia("(prefers-reduced-motion: reduce)");
let off = false;

export function still(value) {
  off = value;
}

export function moving() {
  return !off && !quiet.matches && !document.hidden;
}

// Where the places are before the page changes.
export function places() {
  const found = new Map();
  for (const node of document.querySelectorAll("[data-place]")) {
    const box = node.getBoundingClientRect();
    if (box.width) found.set(node.dataset.place, box);
  }
  for (const node of document.querySelectorAll("[data-seat]")) found.set(node.dataset.seat, node.getBoundingClientRect());
  return found;
}

// A place that is empty now is not drawn: its seat stands for it.
function box(boxes, name) {
  const owner = name.match(/\[(P\d+)/);
  return boxes.get(name) || (owner && boxes.get(owner[1]));
}

export function fly(moves, before, draw) {
  if (!moving() || !moves.length) return;
  const after = places();
  const layer = document.getElementById("flying");
  moves.filter((move) => move.from).slice(0, 24).forEach((move, at) => {
    const from = box(before, move.from) || box(after, move.from);
    const to = box(after, move.to) || box(before, move.to);
    if (!from || !to || move.from === move.to) return;
    const ghost = draw(move.face);
    layer.append(ghost);
    const start = `translate(${from.x + from.width / 2 - 20}px, ${from.y + from.height / 2 - 28}px)`;
    const end = `translate(${to.x + to.width / 2 - 20}px, ${to.y + to.height / 2 - 28}px)`;
    const flight = ghost.animate([{ transform: start, opacity: 0.95 }, { transform: end, opacity: 0.95 }], {
      duration: 420, delay: at * 40, easing: "ease-in-out", fill: "both",
    });
    flight.onfinish = flight.oncancel = () => ghost.remove();
  });
  for (const move of moves) {
    const node = move.roll && document.querySelector(`[data-place="${CSS.escape(move.roll)}"] .pieces`);
    if (node) node.animate([{ transform: "rotate(0)" }, { transform: "rotate(2deg)" }, { transform: "rotate(-2deg)" }, { transform: "rotate(0)" }], { duration: 240 });
  }
}
