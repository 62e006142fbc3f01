// The workshop: an editor that asks the server about every text, and the tabs beside it.
import { EditorState, EditorView, HighlightStyle, StreamLanguage, autocompletion, forceLinting, hoverTooltip, keymap, lintGutter, linter, setup, syntaxHighlighting, tags } from "./codemirror.js";
import { h, patch } from "./dom.js";
import { kept } from "./net.js";
import { rulelang } from "./rulelang.js";

const TABS = { table: "Table", tests: "Tests", rulebook: "Rulebook", simulation: "Simulation", changes: "Changes" };
const state = { file: "", saved: "", problems: null, tab: "table", busy: "", course: null, found: {}, why: "", shown: "rules" };
const key = location.hash.slice(1) || sessionStorage.getItem("rulelang.workshop") || "";
sessionStorage.setItem("rulelang.workshop", key);
history.replaceState(null, "", location.pathname);
const byId = (id) => document.getElementById(id);
let view = null;

async function ask(what, parts = {}) {
  const body = JSON.stringify({ key, do: what, text: view ? text() : "", at: 0, ...parts });
  try {
    const answer = await fetch("/api/edit", { method: "POST", headers: { "content-type": "application/json" }, body });
    return await answer.json();
  } catch {
    return { why: "The server does not answer; is it still running?" };
  }
}

const text = () => view.state.doc.toString();

// ---------------------------------------------------------------- the editor

// Colours by the kinds of the one table of tokens; light and dark follow the page.
const COLORS = [
  [tags.lineComment, "soft", "italic"], [tags.string, "green"], [tags.annotation, "soft"], [tags.number, "purple"], [tags.bool, "purple"], [tags.atom, "purple"],
  [[tags.definitionKeyword, tags.keyword, tags.operatorKeyword], "blue"], [[tags.typeName, tags.className], "cyan"], [tags.function(tags.variableName), "brown"], [tags.invalid, "alarm"],
];
const style = HighlightStyle.define(COLORS.map(([tag, color, fontStyle]) => ({ tag, color: `var(--${color})`, ...(fontStyle ? { fontStyle } : {}) })));
const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent) !important" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--paper)" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)" },
});

async function problems() {
  const asked = text();
  const found = await ask("problems");
  if (asked !== text()) return [];
  state.problems = found.problems || [];
  state.why = found.why || "";
  render();
  return state.problems.map((each) => ({
    from: each.from, to: each.to, severity: each.severity, message: [`${each.title}`, each.help].filter(Boolean).join("\n"), source: each.code,
    actions: each.fixes.map((fix) => ({ name: named(fix), apply: () => change(fix) })),
  }));
}

const named = (fix) => fix.title.replaceAll("`", "");

function change(fix) {
  view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.text } });
  view.focus();
}

const KINDS = { keyword: "keyword", fn: "function", builtin: "function", member: "enum", field: "property", column: "property", enum: "enum", piece: "class", group: "class", const: "constant", option: "constant" };

async function words(context) {
  const word = context.matchBefore(/[A-Za-z_]\w*|\./);
  if (!word && !context.explicit) return null;
  const found = await ask("words", { at: context.pos });
  if (!found.options || context.aborted) return null;
  return { from: found.from, validFor: /^\w*$/, options: found.options.map((each) => ({ label: each.label, type: KINDS[each.kind] || "variable", detail: each.detail })) };
}

async function hover(_, at) {
  const found = await ask("hover", { at });
  if (!found.text) return null;
  const parts = found.text.split(/```(?:rulelang)?\n?/).map((part, index) => (part.trim() ? h(index % 2 ? "code" : "p", { text: part.trim() }) : null));
  return { pos: found.from, end: found.to, create: () => { const dom = document.createElement("div"); dom.className = "hover"; patch(dom, parts.filter(Boolean)); return { dom }; } };
}

function edit(doc) {
  view = new EditorView({
    parent: byId("editor"),
    state: EditorState.create({
      doc,
      extensions: [
        keymap.of([{ key: "Mod-s", preventDefault: true, run: () => { save(); return true; } }]),
        setup, StreamLanguage.define(rulelang), syntaxHighlighting(style), theme, lintGutter(), linter(problems, { delay: 400 }),
        autocompletion({ override: [words] }), hoverTooltip(hover), EditorView.cspNonce.of(document.querySelector("meta[name=nonce]").content),
        EditorView.contentAttributes.of({ "aria-label": `The rules in ${state.file}`, spellcheck: "false" }),
        EditorView.updateListener.of((update) => update.docChanged && render()),
      ],
    }),
  });
  addEventListener("beforeunload", (event) => { if (text() !== state.saved) event.preventDefault(); });
}

// ---------------------------------------------------------------- saving, and the table

async function save() {
  const now = text();
  state.busy = "Saving …";
  render();
  const found = await ask("save");
  state.busy = "";
  if (found.saved) state.saved = now;
  if (found.problem) state.course = { told: `Saved. The table stays as it was: ${found.problem}`, bad: true };
  else state.course = found.saved ? found : { told: found.why, bad: true };
  sit(found);
  state.found = {};
  if (state.tab !== "table") open(state.tab);
  render();
}

async function style_() {
  const found = await ask("style");
  if (found.text === undefined) state.course = { told: found.why, bad: true };
  else if (found.text !== text()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: found.text } });
  render();
}

// The keys of the table go where the table's page looks for them.
function sit(found) {
  const frame = byId("table");
  if (!found.table || frame.dataset.table === found.table) return;
  const keys = kept.read("keys", {});
  keys[found.table] = { token: found.token, host: found.host };
  kept.write("keys", keys);
  frame.dataset.table = found.table;
  frame.src = `/t/${encodeURIComponent(found.table)}`;
}

// ---------------------------------------------------------------- the tabs

async function open(tab) {
  state.tab = tab;
  if (tab !== "table" && !state.found[tab]) {
    state.busy = tab === "simulation" ? "Playing 1,000 games …" : "One moment …";
    render();
    state.found[tab] = await ask(tab);
    state.busy = "";
  }
  render();
}

function panel() {
  const found = state.found[state.tab];
  if (state.tab === "table") return byId("table").dataset.table ? [] : [h("p", { key: "none", text: "The table is set as soon as the rules can be played: mend what is wrong, and save." })];
  if (state.busy || !found) return [h("p", { key: "busy", text: state.busy })];
  if (found.why) return [h("p", { key: "why", text: found.why })];
  return { tests, rulebook: page, simulation: page, changes }[state.tab](found);
}

function page(found) {
  return [h("iframe", { key: found.page, src: found.page, title: TABS[state.tab], sandbox: "allow-scripts" })];
}

function tests(found) {
  const failed = found.tests.filter((test) => !test.passed).length;
  const head = found.tests.length ? `${found.tests.length} test${found.tests.length === 1 ? "" : "s"}, ${failed ? `${failed} fail` : "all pass"}.` : "There are no tests in this file yet.";
  return [h("p", { key: "head", text: head }), h("ul", { key: "tests", class: "tests" }, found.tests.map((test) => h("li", { class: test.passed ? "" : "bad" },
    h("button", { type: "button", class: "go", onclick: () => goto(test.line), text: `${test.passed ? "✓" : "✗"} ${test.title}` }),
    test.failures.map((each) => h("pre", { text: `line ${each.line}: ${each.text}${each.expected ? `\nexpected ${each.expected}, got ${each.actual}` : ""}` })))))];
}

function changes(found) {
  if (!found.changes.length) return [h("p", { key: "same", text: "The rules mean the same as when you opened them." })];
  return [h("p", { key: "head", text: "Since you opened the file:" }), h("ul", { key: "changes", class: "changes" }, found.changes.map((each) => h("li", { class: each.follows ? "follows" : "", text: each.text })))];
}

function goto(line) {
  const at = view.state.doc.line(Math.min(line, view.state.doc.lines)).from;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  show("rules");
  view.focus();
}

function show(what) {
  state.shown = what;
  document.body.dataset.shown = what;
  render();
}

// ---------------------------------------------------------------- the page

function render() {
  const changed = view && text() !== state.saved;
  const button = (name, onclick, more = {}) => h("button", { type: "button", onclick, text: name, ...more });
  patch(byId("bar"), [
    h("a", { href: "/", class: "brand", text: "rulelang" }), h("b", { class: "title", text: state.file }),
    h("span", { class: "state", role: "status", text: state.busy || (changed ? "Not saved" : view ? "Saved" : "") }),
    h("button", { key: "other", type: "button", class: "only-narrow", onclick: () => show(state.shown === "rules" ? "side" : "rules"), text: state.shown === "rules" ? "Show the table" : "Show the rules" }),
    button("Format", style_), button("Save", save, { title: "Ctrl-S: write the file, and go on with the game under the new rules" }),
  ]);
  patch(byId("tabs"), Object.entries(TABS).map(([tab, name]) => h("button", { key: tab, type: "button", role: "tab", "aria-selected": String(tab === state.tab), onclick: () => open(tab), text: name })));
  patch(byId("panel"), panel());
  byId("table").hidden = state.tab !== "table" || !byId("table").dataset.table;
  const course = state.course;
  patch(byId("course"), course && course.told ? [
    h("b", { text: course.told }),
    course.before || course.after ? h("span", { class: "then", text: `Before: ${course.before || "nothing"}` }) : null,
    course.before || course.after ? h("span", { text: `Now: ${course.after || "nothing"}` }) : null,
    button("Close", () => { state.course = null; render(); }),
  ].filter(Boolean) : []);
  patch(byId("problems"), listed());
  document.title = `${changed ? "● " : ""}${state.file || "The workshop"}`;
}

function listed() {
  if (state.why) return [h("p", { text: state.why })];
  if (!state.problems) return [h("p", { text: "Reading the rules …" })];
  if (!state.problems.length) return [h("p", { text: "Nothing is wrong with these rules." })];
  return [h("ul", {}, state.problems.map((each) => h("li", { class: `problem ${each.severity}` },
    h("button", { type: "button", class: "go", onclick: () => { view.dispatch({ selection: { anchor: each.from, head: each.to }, scrollIntoView: true }); view.focus(); }, text: `${each.line}: ${each.title} (${each.code})` }),
    each.fixes.map((fix) => h("button", { type: "button", onclick: () => change(fix), text: named(fix) })),
    each.help ? h("small", { text: each.help }) : null)))];
}

const opened = await ask("open");
if (opened.text === undefined) {
  state.why = opened.why;
} else {
  state.file = opened.file;
  state.saved = opened.text;
  edit(opened.text);
  sit(opened);
  if (opened.problem) state.course = { told: `The table is not set yet: ${opened.problem}`, bad: true };
  forceLinting(view);
}
render();
