// Pieces and places, drawn from their looks: cards, dice with pips, groups with what they hold.
import { h } from "./dom.js";

const PIPS = {
  1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9],
  7: [1, 3, 4, 5, 6, 7, 9], 8: [1, 2, 3, 4, 6, 7, 8, 9], 9: [1, 2, 3, 4, 5, 6, 7, 8, 9],
};

function pips(number) {
  const dots = PIPS[number].map((at) => h("circle", { cx: 6 + ((at - 1) % 3) * 9, cy: 6 + Math.floor((at - 1) / 3) * 9, r: 2.9 }));
  return h("svg", { viewBox: "0 0 30 30", class: "pips", "aria-hidden": "true" }, dots);
}

// How large a sign is written: one letter or a number fills a card, a sentence makes it wider.
function size(sign) {
  const longest = Math.max(...sign.split(" ").map((word) => word.length));
  if (sign.length > 22) return "s-text";
  return longest > 6 || sign.length > 12 ? "s-small" : longest > 3 || sign.length > 4 ? "s-mid" : "s-big";
}

function inner(face) {
  if (face.back) return [];
  const sign = face.pips ? pips(face.pips) : h("span", { class: `sign ${size(face.sign)}`, text: face.sign });
  const inside = face.inside
    ? h("span", { class: "inside" }, face.inside.map((each) => piece(each, {})), face.covered ? h("span", { text: `+${face.covered}` }) : null)
    : null;
  return [sign, face.below ? h("span", { class: "below", text: face.below }) : null, inside];
}

// A piece: a button if it can be picked, else a picture with its name. `stack`: how many there are stands elsewhere.
export function piece(face, { number = 1, stack = false, pick, ask, picked = 0, key }) {
  const classes = ["piece", face.shape, face.back ? "back" : face.color ? `c-${face.color}` : "plain"];
  if (stack && number > 1) classes.push("many");
  const times = number > 1 && !stack ? h("span", { class: "times", text: `×${number}` }) : null;
  const mark = picked ? h("span", { class: "mark", text: picked > 1 ? `✓${picked}` : "✓" }) : null;
  const name = number > 1 ? `${number} times ${face.name}` : face.name;
  const kind = face.shape === "die" ? `${name}, die` : name;
  if (pick || ask) {
    const label = pick ? `${kind}${picked ? ", picked" : ", can be chosen"}` : `Why not ${kind}?`;
    const extra = pick ? (picked ? "can picked" : "can") : "ask";
    return h("button", { key, type: "button", class: [...classes, extra].join(" "), "aria-label": label, title: face.name, onclick: pick || ask, "data-text": face.text }, inner(face), times, mark);
  }
  return h("span", { key, class: classes.join(" "), role: "img", "aria-label": kind, title: face.name, "data-text": face.text }, inner(face), times, mark);
}

// Alike pieces side by side as one with a number, unless their places matter.
function grouped(place) {
  if (place.order === "row" || place.order === "pile") return place.faces.map((face) => ({ face, number: 1 }));
  const found = new Map();
  for (const face of place.faces) {
    const known = found.get(face.text);
    if (known && !face.inside) known.number += 1;
    else found.set(face.inside ? Symbol() : face.text, { face, number: 1 });
  }
  return [...found.values()];
}

const PILE = 4;

// A place on the table. `choice(face)` says what a click on a piece does.
export function place(spot, choice, small) {
  let items = grouped(spot);
  let more = 0;
  const pickable = items.some(({ face }) => choice(face, spot).pick);
  if (spot.order === "pile" && items.length > PILE && !pickable) {
    more = items.length - 1;
    items = items.slice(0, 1);
  }
  const drawn = items.map(({ face, number }, at) => piece(face, { number, key: `${at}:${face.text}`, ...choice(face, spot) }));
  const covered = !drawn.length && spot.backs.length === 1; // then the heading says how many
  const backs = spot.backs.map((back) => piece(back, { number: back.number, stack: covered, key: `back:${back.shape}${back.name}` }));
  const rest = more ? h("span", { class: "more", text: `+${more}` }) : null;
  const nothing = !spot.size ? h("span", { class: "nothing", text: "empty" }) : null;
  return h("section", { key: spot.key, class: `place ${spot.order}${small ? " little" : ""}${covered ? " covered" : ""}`, "data-place": spot.key, "aria-label": `${spot.name}, ${spot.size}` },
    h("h4", {}, spot.name, spot.size > 1 ? h("small", { text: ` ${spot.size}` }) : null),
    h("div", { class: "pieces" }, drawn, backs, rest, nothing));
}
