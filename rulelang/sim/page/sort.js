for (const head of document.querySelectorAll("table.sorts th button")) head.onclick = () => {
  const cell = head.parentNode, row = cell.parentNode, body = row.closest("table").tBodies[0];
  const at = [...row.cells].indexOf(cell), down = cell.getAttribute("aria-sort") !== "descending";
  const key = ({cells: {[at]: {dataset, textContent}}}) => dataset.v === undefined ? textContent.trim() : +dataset.v;
  const less = (a, b) => typeof a !== typeof b ? (typeof a === "number" ? -1 : 1)
    : typeof a === "number" ? b - a : b.localeCompare(a);
  const sorted = [...body.rows].sort((a, b) => (down ? 1 : -1) * less(key(a), key(b)));
  for (const other of row.cells) other.removeAttribute("aria-sort");
  cell.setAttribute("aria-sort", down ? "descending" : "ascending");
  body.append(...sorted);
};
