// Boards: squares as a grid, hexes with every row half a cell further, spaces in a line; each cell with what lies on it.
import { h } from "./dom.js";

const SIZE = 40;
const HEX = SIZE * 0.56; // from the middle of a hex to a corner
const LINE = 12; // spaces side by side

function corners(x, y) {
  return [0, 1, 2, 3, 4, 5].map((at) => {
    const angle = Math.PI / 180 * (60 * at + 30);
    return `${(x + HEX * Math.cos(angle)).toFixed(1)},${(y + HEX * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

// Where the middle of a cell lies: the first row is at the bottom, but a path begins at the top.
function middle(shape, cell, rows) {
  if (shape === "square") return [(cell.x - 0.5) * SIZE, (rows - cell.y + 0.5) * SIZE];
  if (shape === "hex" || shape === "hexagon") return [(cell.x + cell.y / 2) * SIZE, (rows - cell.y + 0.7) * HEX * 1.5 + 4];
  const at = cell.x - 1;
  return [(at % LINE + 0.5) * SIZE * 1.35, (Math.floor(at / LINE) + 0.5) * SIZE * 1.1];
}

function sign(each, at, many, x, y) {
  const step = many > 1 ? SIZE * 0.55 / many : 0;
  const shift = (at - (many - 1) / 2) * step;
  const letters = each.sign.length;
  const size = letters > 4 ? " tiny" : letters > 2 || many > 1 ? " small" : "";
  const squeezed = letters > 6 ? { textLength: SIZE - 6, lengthAdjust: "spacingAndGlyphs" } : {}; // a word stays in its cell
  return h("text", { x: x + shift, y: y + SIZE * 0.17, class: `sign${size}${each.color ? ` c-${each.color}` : ""}`, ...squeezed, text: each.sign });
}

function cellOf(shape, cell, rows, choice) {
  const [x, y] = middle(shape, cell, rows);
  const { pick, picked } = choice(cell.name);
  const hexes = shape === "hex" || shape === "hexagon";
  const grid = hexes || shape === "square";
  const wide = grid ? SIZE : SIZE * 1.3;
  const ground = hexes
    ? h("polygon", { points: corners(x, y), class: "ground" })
    : h("rect", { x: x - wide / 2 + 1, y: y - SIZE / 2 + 1, width: wide - 2, height: SIZE - 2, rx: 4, class: "ground" });
  const what = cell.on.map((each) => each.name).join(", ") || "empty";
  const name = cell.name.replace(/_/g, " ");
  const props = { key: cell.name, class: `cell${pick ? " can" : ""}${picked ? " picked" : ""}`, "data-cell": cell.name };
  const label = `${name}: ${what}${pick ? ", can be chosen" : ""}`;
  const more = pick
    ? { role: "button", tabindex: "0", onclick: pick, onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); } } }
    : { role: "img" };
  return h("g", { ...props, ...more, "aria-label": label }, h("title", { text: label }), ground,
    h("text", { x: x - (grid && !hexes ? SIZE / 2 - 5 : 0), y: y + (hexes ? HEX * 0.78 : -SIZE / 2 + 10), class: `name${hexes || !grid ? " mid" : ""}`, text: name }),
    cell.on.map((each, at) => sign(each, at, cell.on.length, x, y)));
}

export function board(each, choice) {
  const rows = Math.max(...each.cells.map((cell) => cell.y));
  const spots = each.cells.map((cell) => middle(each.shape, cell, rows));
  const edge = each.shape === "square" ? SIZE / 2 : SIZE * 0.7;
  const left = Math.min(...spots.map(([x]) => x)) - edge, top = Math.min(...spots.map(([, y]) => y)) - edge;
  const width = Math.max(...spots.map(([x]) => x)) + edge - left, height = Math.max(...spots.map(([, y]) => y)) + edge - top;
  return h("section", { key: `board:${each.key}`, class: `board ${each.shape}`, "aria-label": each.name },
    h("h4", { text: each.name }),
    each.legend.length
      ? h("p", { class: "legend" }, each.legend.map((one) => h("span", { key: one.sign }, h("b", { class: one.color ? `c-${one.color}` : null, text: one.sign }), ` ${one.name}`)))
      : null,
    h("svg", { viewBox: `${left} ${top} ${width} ${height}`, width: Math.min(620, width * 1.6), role: "group", "aria-label": each.name },
      each.cells.map((cell) => cellOf(each.shape, cell, rows, choice))));
}
