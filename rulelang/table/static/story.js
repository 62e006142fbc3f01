// The story beside the table, the chat, and score sheets.
import { h } from "./dom.js";

export function scores(rows, names, caption) {
  return h("div", { class: "sheet" }, h("table", {},
    caption ? h("caption", { text: caption }) : null,
    h("thead", {}, h("tr", {}, h("th", {}), names.map((name) => h("th", { scope: "col", text: name })))),
    h("tbody", {}, rows.map((row, at) =>
      row.values
        ? h("tr", { class: row.label === "Total" || at === rows.length - 1 ? "sum" : null },
            h("th", { scope: "row", text: row.label }), row.values.map((value) => h("td", { text: value ?? "–" })))
        : h("tr", { class: "part" }, h("th", { scope: "rowgroup", colspan: names.length + 1, text: row.label }))))));
}

function paragraph(item, at, names) {
  if (item.kind === "chapter") return [h("h3", { key: `c${at}`, text: item.text }), item.about ? h("p", { key: `a${at}`, class: "about", text: item.about }) : null];
  if (item.kind === "heading") return h("p", { key: at, class: "about" }, h("b", { text: item.text }), item.about ? `: ${item.about}` : "");
  if (item.kind === "scores") return h("div", { key: at }, scores(item.rows, names, item.text));
  return h("p", { key: at }, item.label ? [h("b", { text: item.label }), " "] : null, item.text);
}

export function story(items, first, names) {
  return h("div", { class: "story", key: "story", tabindex: "0", role: "log", "aria-label": "Story of the game" },
    items.length ? items.map((item, at) => paragraph(item, first + at, names)) : h("p", { class: "about", text: "The story of the game is told here." }));
}

export function chat(lines, seated, say) {
  return h("section", { class: "chat", key: "chat", "aria-label": "Chat" },
    h("div", { class: "lines", role: "log" }, lines.map((line, at) => h("p", { key: at }, h("b", { text: line.name }), " ", line.text))),
    seated
      ? h("form", { onsubmit: (event) => { event.preventDefault(); const box = event.target.elements.text; if (box.value.trim()) say(box.value); box.value = ""; } },
          h("input", { name: "text", maxlength: 500, autocomplete: "off", placeholder: "Say something", "aria-label": "Say something" }),
          h("button", { type: "submit", text: "Send" }))
      : h("p", { class: "about", text: "Sit down to chat." }));
}
