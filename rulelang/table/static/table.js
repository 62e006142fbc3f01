// The table from one seat: the others, the middle, your own things, and what you are asked.
import { h } from "./dom.js";
import { candidates, exact, lit, nextSteps } from "./choose.js";
import { board } from "./boards.js";
import { place } from "./pieces.js";
import { chat, scores, story } from "./story.js";

const MANY = 24; // so many buttons are shown at once

export function table(state, act) {
  const shown = state.replay ? state.replay.frame : state.table;
  const question = state.replay || lent(state) ? null : shown.question;
  const choice = choices(state, shown, question, act);
  const mine = shown.seats.find((seat) => seat.seat === shown.me);
  const others = order(shown).filter((seat) => seat !== mine);
  return h("main", { class: "table", key: "table" },
    h("div", { class: "felt" },
      h("h2", { class: "phase" }, shown.phase.length ? shown.phase.join(" › ") : shown.title,
        shown.about ? h("small", { text: shown.about }) : null),
      h("div", { class: "others" }, others.map((seat) => person(seat, choice, state))),
      h("div", { class: "middle" },
        shown.boards.map((each) => board(each, onCell(state, question, act))),
        shown.places.map((spot) => place(spot, choice)),
        shown.facts.length ? h("ul", { class: "facts" }, shown.facts.map((fact) => h("li", { text: fact }))) : null)),
    h("div", { class: "dock" },
      mine ? own(mine, choice, question) : null,
      state.replay ? player(state, act) : ask(state, shown, question, act)),
    aside(state, shown, act));
}

// The others in the order of play, from the one after you.
function order(shown) {
  const at = shown.seats.findIndex((seat) => seat.seat === shown.me);
  return at < 0 ? shown.seats : [...shown.seats.slice(at), ...shown.seats.slice(0, at)];
}

function badge(seat) {
  return h("span", { class: `avatar a${seat.seat % 8}`, "aria-hidden": "true", text: seat.name.slice(0, 1).toUpperCase() });
}

function heading(seat, label, turn) {
  return h("header", {}, badge(seat), h("b", { text: label }),
    seat.won ? h("span", { class: "won", text: "★ won" }) : null,
    seat.asked ? h("span", { class: "turn", text: turn }) : null,
    seat.score !== null && seat.score !== "?" ? h("span", { class: "score", text: `${seat.score}`, "aria-label": `score ${seat.score}` }) : null);
}

function person(seat, choice, state) {
  const away = state.people && state.people.seats[seat.seat - 1];
  return h("article", { key: `seat${seat.seat}`, class: `person${seat.asked ? " asked" : ""}`, "data-seat": `P${seat.seat}`, "aria-label": seat.name },
    heading(seat, seat.name, "choosing"),
    away && away.kind === "person" && !away.here ? h("small", { class: "away", text: "away" }) : null,
    seat.facts.length ? h("ul", { class: "facts" }, seat.facts.map((fact) => h("li", { text: fact }))) : null,
    h("div", { class: "places" }, seat.places.map((spot) => place(spot, choice, true))));
}

// Your own things; while you are asked about something else, a phone draws them small.
function own(seat, choice, question) {
  const aside = question && !seat.places.some((spot) => spot.faces.some((face) => choice(face, spot).pick));
  return h("article", { key: "own", class: `own${seat.asked ? " asked" : ""}${aside ? " brief" : ""}`, "data-seat": `P${seat.seat}`, "aria-label": "You" },
    heading(seat, `You, ${seat.name}`, "your turn"),
    seat.facts.length ? h("ul", { class: "facts" }, seat.facts.map((fact) => h("li", { text: fact }))) : null,
    h("div", { class: "places" }, seat.places.map((spot) => place(spot, choice))));
}

// What a click on a cell does: answers with the one option that names it, and the cell picked before it; or picks it.
function onCell(state, question, act) {
  if (!question || state.sending) return () => ({});
  const named = question.options.filter((option) => option.cells.length);
  const begun = named.filter((option) => option.cells.length > 1 && option.cells[0] === state.cell);
  return (cell) => {
    const whole = begun.filter((option) => option.cells[1] === cell);
    const alone = named.filter((option) => option.cells.length === 1 && option.cells[0] === cell);
    const only = whole.length === 1 ? whole[0] : alone.length === 1 ? alone[0] : null;
    if (only) return { pick: () => act.answer(question, only) };
    if (named.some((option) => option.cells.length > 1 && option.cells[0] === cell)) return { pick: () => act.cell(cell), picked: state.cell === cell };
    return {};
  };
}

// What a click on a piece does: picks it if it is part of an option, asks why not where that was wished.
function choices(state, shown, question, act) {
  if (!question) return () => ({});
  const possible = lit(question.options, state.picked, state.steps);
  const where = homes(shown, question);
  return (face, spot) => {
    const here = !face.back && where(face.text, spot.key);
    const picked = here ? state.picked.filter((text) => text === face.text).length : 0;
    if (here && (possible.has(face.text) || picked)) return { pick: () => act.pick(face.text, possible.has(face.text)), picked };
    if (state.asking && !face.back) return { ask: () => act.why(face.name) };
    return {};
  };
}

// Where the pieces of the options lie: among your own things if all are there, else in the middle, else anywhere. What
// is only part of an option is meant for sure if it lies at one place alone.
function homes(shown, question) {
  const whole = question.options.filter((option) => option.plain);
  const wanted = new Set(whole.flatMap((option) => option.pieces));
  const parts = new Set(question.options.flatMap((option) => option.pieces));
  const mine = shown.seats.filter((seat) => seat.seat === shown.me).flatMap((seat) => seat.places);
  const all = [...shown.places, ...shown.seats.flatMap((seat) => seat.places)];
  const meant = [...mine.map((spot) => [spot]), mine, ...shown.places.map((spot) => [spot]), shown.places, [...mine, ...shown.places], all].find((spots) => covers(spots, wanted)) || all;
  const keys = new Set(meant.map((spot) => spot.key));
  const single = (text) => all.filter((spot) => spot.faces.some((face) => face.text === text)).length === 1;
  return (text, key) => (wanted.has(text) ? keys.has(key) : parts.has(text) && single(text));
}

function covers(spots, wanted) {
  const has = new Set(spots.flatMap((spot) => spot.faces.map((face) => face.text)));
  return [...wanted].every((text) => has.has(text));
}

function onTable(shown) {
  const spots = [...shown.places, ...shown.seats.flatMap((seat) => seat.places)];
  return new Set(spots.flatMap((spot) => spot.faces.map((face) => face.text)));
}

// ---------------------------------------------------------------- the question

function ask(state, shown, question, act) {
  return h("section", { class: `ask${question ? " yours" : ""}`, key: "ask", "aria-label": "What is asked" },
    shown.fault ? h("p", { class: "fault", role: "alert", text: shown.fault }) : null,
    consent(state, act),
    lent(state) ? stoodIn(state, act) : question ? asked(state, shown, question, act) : h("p", { class: "waiting", role: "status", text: shown.over ? "" : shown.waiting }),
    shown.result ? outcome(state, shown, act) : null,
    h("div", { class: "tools" },
      (shown.undo || shown.answered && !shown.over) && !(state.people && state.people.asking) ? h("button", { type: "button", key: "undo", onclick: act.undo, text: shown.undo ? "Take back" : "Ask to take back" }) : null,
      question ? h("button", { type: "button", key: "why", "aria-pressed": String(!!state.asking), onclick: act.toggleWhy, text: state.asking ? "Tap a piece …" : "Why not …?" }) : null));
}

// Does a bot play for you?
function lent(state) {
  const people = state.people;
  return !!people && !!people.you && people.phase === "play" && people.seats[people.you - 1].kind !== "person";
}

function stoodIn(state, act) {
  return h("p", { class: "prompt", role: "status" }, "A bot plays for you. ",
    h("button", { type: "button", class: "option", onclick: () => act.back(state.people.you), text: "I play again" }));
}

function consent(state, act) {
  const people = state.people;
  if (!people || !people.asking) return null;
  const who = people.seats[people.asking - 1].name;
  if (people.waiting.includes(people.you))
    return h("p", { class: "consent", role: "alert" }, `${who} asks to take the last answer back. `,
      h("button", { type: "button", onclick: () => act.agree(true), text: "Agree" }), " ",
      h("button", { type: "button", onclick: () => act.agree(false), text: "No" }));
  return h("p", { class: "consent", text: `${people.asking === people.you ? "You ask" : `${who} asks`} to take an answer back; the others must agree.` });
}

function asked(state, shown, question, act) {
  const left = candidates(question.options, state.picked, state.steps);
  const settled = exact(question.options, state.picked, state.steps);
  const drawn = onTable(shown);
  const byPiece = (option) => option.plain && option.pieces.length && option.pieces.every((text) => drawn.has(text));
  const onPieces = question.options.some(byPiece);
  let buttons = left.filter((option) => !byPiece(option));
  const stepping = buttons.length > MANY && buttons.some((option) => option.steps.length > state.steps.length);
  const picking = state.picked.length > 0 || state.steps.length > 0;
  const long = !stepping && buttons.length > MANY;
  const onCells = long && question.options.every((option) => option.cells.length); // the board stays in sight beside a long list
  if (long && state.filter) buttons = buttons.filter((option) => option.label.toLowerCase().includes(state.filter.toLowerCase()));
  return h("div", { class: "question", key: question.id },
    h("p", { class: "prompt", role: "status" }, question.prompt, onPieces || onCells ? h("small", { text: ` – pick among the lit ${onPieces ? "pieces" : "cells"}` }) : null),
    picking ? h("p", { class: "picked" }, "So far: ", [...state.picked.map((text) => nameOf(shown, text)), ...state.steps].join(", "), " ",
      h("button", { type: "button", onclick: act.unpick, text: "Take back one" })) : null,
    settled && picking ? h("button", { type: "button", key: "confirm", class: "option confirm", disabled: state.sending, onclick: () => act.answer(question, settled), text: `Confirm: ${settled.label}` }) : null,
    long ? h("input", { key: "filter", class: "filter", placeholder: `Find among ${left.length} options`, "aria-label": "Find an option", value: state.filter, oninput: (event) => act.filter(event.target.value) }) : null,
    h("div", { class: `options${onCells ? " low" : ""}` },
      stepping
        ? nextSteps(question.options, state.picked, state.steps).map((step) => h("button", { type: "button", key: `s${step}`, class: "option", onclick: () => act.step(step), text: step }))
        : buttons.slice(0, 120).map((option) => h("button", { type: "button", key: `o${question.options.indexOf(option)}`, class: `option${option.color ? ` c-${option.color}` : ""}`, disabled: state.sending, title: option.name, onclick: () => act.answer(question, option), text: option.label })),
      !stepping && buttons.length > 120 ? h("p", { class: "about", text: `… and ${buttons.length - 120} more` }) : null));
}

function nameOf(shown, text) {
  const spots = [...shown.places, ...shown.seats.flatMap((seat) => seat.places)];
  for (const spot of spots) for (const face of spot.faces) if (face.text === text) return face.name;
  return text;
}

// ---------------------------------------------------------------- the end, and once more

function outcome(state, shown, act) {
  const host = state.people && state.people.host;
  return h("div", { class: "outcome", key: "outcome" },
    h("h2", { text: shown.result.sentence }),
    shown.result.rows.length ? scores(shown.result.rows, shown.seats.map((seat) => seat.name)) : null,
    h("div", { class: "tools" },
      host ? h("button", { type: "button", class: "option start", onclick: act.start, text: "Play again" }) : null,
      host ? h("button", { type: "button", class: "option", onclick: act.giveUp, text: "Set up another game" }) : null,
      h("button", { type: "button", class: "option", onclick: act.replay, text: "Watch it again" }),
      h("a", { class: "option", href: `/api/tables/${encodeURIComponent(state.id)}/record`, download: "", text: "Download the record" })),
    host ? null : h("p", { class: "about", text: "The host can start the next game." }));
}

function player(state, act) {
  const { at, frames } = state.replay;
  const button = (label, to, text) => h("button", { type: "button", "aria-label": label, disabled: to < 0 || to >= frames.length || to === at, onclick: () => act.goto(to), text });
  return h("section", { class: "ask", key: "ask", "aria-label": "Replay" },
    h("div", { class: "tools replay" },
      h("input", { type: "range", min: 0, max: frames.length - 1, value: String(at), "aria-label": "Where in the game", oninput: (event) => act.goto(Number(event.target.value)) }),
      button("To the beginning", 0, "|◀"), button("One back", at - 1, "◀"),
      h("span", { class: "counts", text: `${at} of ${frames.length - 1}` }),
      button("One on", at + 1, "▶"), button("To the end", frames.length - 1, "▶|"),
      h("button", { type: "button", onclick: act.leaveReplay, text: "Back to the table" })));
}

function aside(state, shown, act) {
  const names = shown.seats.map((seat) => seat.name);
  const told = state.replay ? state.replay.story : state.story;
  return h("aside", { key: "aside", class: state.open ? "open" : null },
    h("div", { class: "tabs", role: "tablist" },
      ["Story", "Chat"].map((name) => h("button", { type: "button", key: name, role: "tab", "aria-selected": String(state.tab === name), onclick: () => act.tab(name), text: name + (name === "Chat" && state.unread ? ` (${state.unread})` : "") })),
      h("button", { type: "button", key: "sound", class: "sound", "aria-pressed": String(state.sound), title: "A sound when it is your turn", onclick: act.toggleSound, text: state.sound ? "Sound on" : "Sound off" })),
    state.tab === "Story" ? story(told, state.replay ? 0 : state.storyFrom, names) : chat(state.chat, state.people && state.people.you, act.say));
}
