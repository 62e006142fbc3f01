// A page as a function of its state: `h` describes elements, `patch` changes what is there into what is described.
// Elements with a key stay the same element, so that focus, scrolling and open parts survive.

export function h(tag, props, ...children) {
  return { tag, props: props || {}, key: props && props.key, children: children.flat(Infinity).filter(isSomething) };
}

function isSomething(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

export function patch(parent, described) {
  const old = new Map();
  const loose = [];
  for (const node of [...parent.childNodes]) {
    if (node.rulelangKey !== undefined) old.set(node.rulelangKey, node);
    else loose.push(node);
  }
  let at = parent.firstChild;
  for (const child of described) {
    const node = settle(child, old, loose);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// The element for a description: the one with its key, else one of the same kind that has none, else a new one.
function settle(child, old, loose) {
  if (typeof child !== "object") {
    const found = take(loose, (node) => node.nodeType === 3);
    const text = found || document.createTextNode("");
    if (text.data !== String(child)) text.data = String(child);
    return text;
  }
  const same = (node) => node.nodeType === 1 && node.localName === child.tag;
  let node = child.key !== undefined ? old.get(child.key) : take(loose, same);
  if (child.key !== undefined) old.delete(child.key);
  if (!node || !same(node)) node = make(child);
  if (child.key !== undefined) node.rulelangKey = child.key;
  dress(node, child.props);
  if (!("text" in child.props)) patch(node, child.children);
  return node;
}

function take(nodes, fits) {
  const at = nodes.findIndex(fits);
  return at < 0 ? null : nodes.splice(at, 1)[0];
}

const SVG = new Set(["svg", "circle", "rect", "path", "g", "polygon", "text", "title"]);

function make(child) {
  return SVG.has(child.tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", child.tag)
    : document.createElement(child.tag);
}

// Attributes and listeners; everything that people or rules wrote comes here as text, never as HTML.
function dress(node, props) {
  const before = node.rulelangProps || {};
  for (const name of Object.keys(before)) if (!(name in props)) set(node, name, null);
  for (const [name, value] of Object.entries(props)) if (before[name] !== value) set(node, name, value);
  node.rulelangProps = props;
}

function set(node, name, value) {
  if (name === "key") return;
  if (name === "text") node.textContent = value;
  else if (name.startsWith("on")) node[name] = value;
  else if (name === "value" || name === "checked" || name === "disabled") node[name] = value === null ? "" : value;
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}
