// The page: which screen is shown, what the server said, and what a click asks for.
import { h, patch } from "./dom.js";
import { Net, kept } from "./net.js";
import { home, lobby, chair, invitation } from "./lobby.js";
import { table } from "./table.js";
import { exact } from "./choose.js";
import { fly, moving, places, still } from "./motion.js";
import { piece } from "./pieces.js";

const STORY = 400; // paragraphs that are kept on the page

const state = {
  id: decodeURIComponent((location.pathname.match(/^\/t\/([^/]+)/) || [])[1] || ""),
  link: "on", people: null, table: null, games: null, gallery: [], bots: [], strength: kept.read("strength", "medium"), mine: [], name: kept.read("name", ""),
  story: [], storyFrom: 0, chat: [], unread: 0, tab: "Story", picked: [], steps: [], cell: null, filter: "", sending: false,
  asking: false, notice: "", bye: "", replay: null, seatsOpen: false, qr: null, renewed: null, busy: "", sound: kept.read("sound", false),
};
let net = null;

// ---------------------------------------------------------------- what the page shows

function render() {
  const app = document.getElementById("app");
  const following = isAtEnd(log());
  patch(app, [bar(), ...screen(), notice()]);
  if (following) toEnd(log());
  const turn = state.table && state.table.question && !state.replay;
  const title = state.people ? state.people.game.title : "rulelang";
  document.title = turn ? `● Your turn – ${title}` : title;
}

// The story or the chat: whoever reads its end sees what is new; whoever has scrolled back is left in peace.
function log() {
  return document.querySelector(".story, .chat .lines");
}

function isAtEnd(node) {
  return !node || node.scrollHeight - node.scrollTop - node.clientHeight < 40;
}

function toEnd(node) {
  if (node) node.scrollTop = node.scrollHeight;
}

function screen() {
  if (state.bye) return [h("main", { class: "home", key: "bye" }, h("h1", { text: "This table is closed to you" }), h("p", { text: state.bye }), h("p", {}, h("a", { href: "/", text: "All games" })))];
  if (!state.id) return [home(state, act)];
  if (!state.people) return [h("p", { class: "wait", key: "wait", text: "Setting the table …" })];
  if (state.people.phase === "lobby" || !state.table) return [lobby(state, act)];
  return [state.seatsOpen ? seats() : null, table(state, act)].filter(Boolean);
}

function bar() {
  const people = state.people;
  return h("header", { class: `bar${people ? " titled" : ""}`, key: "bar" },
    h("a", { href: "/", class: "brand", title: "All games", "aria-label": "rulelang: all games", text: "rulelang" }),
    h("b", { class: "title", text: people ? people.game.title : "" }),
    state.link !== "on" && state.id && !state.bye ? h("span", { class: "offline", role: "status", text: "Connecting again …" }) : null,
    people && people.you === null && people.phase !== "lobby" ? h("span", { class: "watching", text: "Looking on" }) : null,
    people && people.phase !== "lobby" && state.unread ? h("button", { type: "button", key: "unread", class: "unread", onclick: act.readChat, text: `Chat (${state.unread})` }) : null,
    people && people.phase !== "lobby" ? h("button", { type: "button", key: "seats", "aria-expanded": String(state.seatsOpen), onclick: act.toggleSeats, text: "Seats" }) : null);
}

function seats() {
  const people = state.people;
  return h("section", { class: "seatbox", key: "seatbox", "aria-label": "Seats" },
    people.you ? null : h("label", { class: "name" }, "Your name ", h("input", { value: state.name, maxlength: 24, oninput: (event) => act.name(event.target.value) })),
    h("ol", { class: "seats" }, people.seats.map((seat) => chair(state, people, seat, act))),
    invitation(state, people, act),
    people.host && people.phase === "play" ? h("button", { type: "button", key: "end", onclick: act.endForAll, text: state.ending ? "Really end it? It cannot be taken up again." : "End this game for all" }) : null,
    h("button", { type: "button", onclick: act.toggleSeats, text: "Close" }));
}

function notice() {
  return h("div", { class: `notice${state.notice ? " shown" : ""}`, key: "notice", role: "alert", onclick: () => { state.notice = ""; render(); } }, state.notice);
}

let fading = null;
function tell(text) {
  state.notice = text;
  clearTimeout(fading);
  fading = setTimeout(() => { state.notice = ""; render(); }, 6000);
  render();
}

// ---------------------------------------------------------------- what the server says

const heard = {
  people(frame) {
    const first = !state.people;
    if (state.people && state.people.you && !frame.you && !state.standing) tell("You have no seat here any more. If the host has made a new link for you, open it; else you look on.");
    state.people = frame;
    remember(frame);
    if (frame.phase === "lobby") Object.assign(state, { table: null, replay: null, story: [], storyFrom: 0 });
    if (first) {
      render();
      if (state.table && state.table.question) yourTurn(state.table.question);
      welcome();
    }
  },
  table(frame) {
    const before = state.table;
    const asked = frame.question && frame.question.id;
    const was = before && before.question && before.question.id;
    const old = moving() ? places() : new Map();
    if (frame.fresh) Object.assign(state, { story: [], storyFrom: 0 });
    state.story = [...state.story, ...frame.story];
    if (state.story.length > STORY) {
      state.storyFrom += state.story.length - STORY;
      state.story = state.story.slice(-STORY);
    }
    if (asked !== was) Object.assign(state, { picked: [], steps: [], cell: null, filter: "", asking: false });
    state.table = frame;
    state.sending = false;
    if (!frame.over) state.replay = null;
    render();
    if (!frame.fresh) {
      say(frame.story.filter((item) => item.kind === "text").map((item) => item.text).join(" "));
      fly(frame.moves, old, draw);
    }
    if (asked && asked !== was) yourTurn(frame.question);
  },
  chat(frame) {
    state.chat = frame.whole ? frame.lines : [...state.chat, ...frame.lines];
    if (!frame.whole && state.tab !== "Chat") state.unread += frame.lines.length;
  },
  replay(frame) {
    state.loading = [...(state.loading || []), ...frame.frames];
    if (!frame.frames.length) {
      state.replay = { frames: state.loading, at: 0 };
      state.loading = null;
      act.goto(0);
    }
  },
  bye(frame) {
    state.bye = frame.why;
    const keys = kept.read("keys", {});
    if (/no longer opens|no such table/.test(frame.why) && keys[state.id]) {
      delete keys[state.id];
      kept.write("keys", keys);
    }
  },
  refused(frame) {
    if (frame.id === undefined) tell(frame.why);
  },
  done() {},
};

// Where the key in the address belongs; then it leaves the address, so that nobody reads it over a shoulder.
function remember(frame) {
  const keys = kept.read("keys", {});
  const mine = keys[state.id] || {};
  if (state.given) {
    if (frame.you) mine.token = state.given;
    if (frame.host && !frame.you) mine.host = state.given;
    state.given = null;
    history.replaceState(null, "", location.pathname);
  }
  keys[state.id] = { ...mine, title: frame.game.title };
  kept.write("keys", keys);
}

async function welcome() {
  const found = await net.ask("qr", { text: `${location.origin}/t/${state.id}` });
  if (found.rows) state.qr = found.rows;
  const answer = await fetch("/api/bots");
  if (answer.ok) Object.assign(state, await answer.json());
  render();
}

// The games there are; those of the gallery when they are known.
async function catalog() {
  if (state.games) return;
  for (const place of ["/api/games", "/api/gallery"]) {
    const answer = await fetch(place);
    if (answer.ok) Object.assign(state, await answer.json());
    render();
  }
}

function draw(face) {
  const holder = document.createElement("div");
  patch(holder, [piece(face, {})]);
  holder.className = "ghost";
  return holder;
}

function say(text) {
  if (text) document.getElementById("said").textContent = text;
}

function yourTurn(question) {
  say(`Your turn. ${question.prompt}`);
  lookAt(document.querySelector(".can") || document.querySelector(".middle"));
  if (state.sound) beep();
}

// What a question is about comes into sight: a piece to choose, else the middle of the table. The dock lies over the page.
function lookAt(thing) {
  const dock = document.querySelector(".dock");
  if (!thing || !dock) return;
  const over = dock.contains(thing) ? 0 : dock.offsetHeight;
  document.documentElement.style.scrollPaddingBottom = `${over}px`;
  const tall = thing.offsetHeight > innerHeight - over - 60;
  thing.scrollIntoView({ block: tall ? "start" : "nearest", behavior: moving() ? "smooth" : "auto" });
}

function beep() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const level = audio.createGain();
  level.gain.value = 0.08;
  tone.frequency.value = 660;
  tone.connect(level).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.15);
}

// ---------------------------------------------------------------- what a click asks for

async function ask(what, parts) {
  const answer = await net.ask(what, parts);
  if (answer.type === "refused") tell(answer.why);
  return answer;
}

const act = {
  async create(game) {
    state.busy = game;
    render();
    const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ settings: { game } }) });
    const made = await answer.json();
    state.busy = "";
    if (!answer.ok) return tell(made.why);
    location.href = `/t/${made.table}#${made.token}`;
  },
  async upload(file) {
    if (!file) return;
    const body = JSON.stringify({ name: file.name.replace(/\.rules$/, ""), text: await file.text() });
    const answer = await fetch("/api/rules", { method: "POST", headers: { "content-type": "application/json" }, body });
    const made = await answer.json();
    return answer.ok ? act.create(made.game) : tell(made.why);
  },
  name(text) { state.name = text; kept.write("name", text); render(); },
  async sit(seat) {
    if (!state.name.trim()) {
      tell("First write how you are called.");
      document.querySelector(".name input")?.focus();
      return;
    }
    const answer = await ask("sit", { seat, name: state.name });
    if (!answer.token) return;
    const keys = kept.read("keys", {});
    keys[state.id] = { ...keys[state.id], token: answer.token };
    kept.write("keys", keys);
    state.token = answer.token;
  },
  async stand() {
    const keys = kept.read("keys", {});
    state.standing = true;
    await ask("stand");
    state.standing = false;
    if (keys[state.id]) delete keys[state.id].token;
    kept.write("keys", keys);
  },
  ready: (ready) => ask("ready", { ready }),
  catalog,
  strength(kind) { state.strength = kind; kept.write("strength", kind); render(); },
  bot: (seat, kind) => ask("bot", { seat, kind }),
  back: (seat) => ask("back", { seat }),
  free: (seat) => ask("free", { seat }),
  watch: (watch) => ask("watch", { watch }),
  settle: (settings) => ask("settle", { settings }),
  start: () => ask("start"),
  giveUp: () => ask("give_up"),
  endForAll() {
    if (state.ending) act.giveUp();
    state.ending = !state.ending;
    render();
  },
  async renew(seat) {
    const answer = await ask("renew", { seat });
    if (answer.token) state.renewed = { name: state.people.seats[seat - 1].name, link: `${location.origin}/t/${state.id}#${answer.token}` };
    render();
  },
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      tell("Copied.");
    } catch {
      tell("This browser does not let a page copy; mark the link and copy it yourself.");
    }
  },
  // A piece is picked, or put back; a choice of one piece is made at once.
  pick(text, more) {
    const question = state.table.question;
    if (!question || state.sending) return;
    if (more) state.picked = [...state.picked, text];
    else state.picked = state.picked.filter((each, at) => at !== state.picked.lastIndexOf(text));
    const settled = exact(question.options, state.picked, state.steps);
    const simple = question.options.every((option) => option.pieces.length < 2);
    if (settled && simple && settled.plain) return act.answer(question, settled);
    render();
  },
  unpick() {
    if (state.steps.length) state.steps = state.steps.slice(0, -1);
    else state.picked = state.picked.slice(0, -1);
    render();
  },
  cell(name) {
    state.cell = state.cell === name ? null : name;
    render();
  },
  step(step) {
    state.steps = [...state.steps, step];
    const question = state.table.question;
    const settled = exact(question.options, state.picked, state.steps);
    if (settled) return act.answer(question, settled);
    render();
  },
  filter(text) { state.filter = text; render(); },
  async answer(question, option) {
    if (state.sending) return;
    state.sending = true;
    render();
    const answer = await ask("answer", { question: question.id, option: question.options.indexOf(option) });
    state.sending = false;
    if (answer.type === "refused") Object.assign(state, { picked: [], steps: [] });
    render();
  },
  async undo() {
    const answer = await ask("undo");
    if (answer.asked) tell("The others are asked whether they agree.");
  },
  agree: (agree) => ask("agree", { agree }),
  toggleWhy() { state.asking = !state.asking; render(); },
  async why(words) {
    const answer = await ask("why", { words });
    state.asking = false;
    if (answer.text) tell(answer.text);
    else render();
  },
  say: (text) => ask("say", { text }),
  tab(name) { state.tab = name; if (name === "Chat") state.unread = 0; render(); toEnd(log()); },
  readChat() {
    act.tab("Chat");
    document.querySelector("aside").scrollIntoView({ block: "nearest", behavior: moving() ? "smooth" : "auto" });
  },
  toggleSeats() {
    state.seatsOpen = !state.seatsOpen;
    state.ending = false;
    render();
    if (state.seatsOpen) scrollTo({ top: 0 });
  },
  toggleSound() { state.sound = !state.sound; kept.write("sound", state.sound); render(); },
  replay() { state.loading = []; net.ask("replay"); },
  goto(at) {
    const { frames } = state.replay;
    state.replay = { frames, at, frame: frames[at], story: frames.slice(0, at + 1).flatMap((frame) => frame.story) };
    render();
    toEnd(log());
  },
  leaveReplay() { state.replay = null; render(); },
};

// Arrow keys go from one thing that can be chosen to the next.
addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.target.closest(".story")) return;
  const all = [...document.querySelectorAll(".can, .ask .option:not([disabled])")];
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  all[(at + step + all.length) % all.length].focus();
  event.preventDefault();
});

// ---------------------------------------------------------------- the beginning

function keys() {
  const mine = kept.read("keys", {})[state.id] || {};
  if (state.given) return { token: state.given, host: mine.host };
  return { token: mine.token ?? state.token, host: mine.host };
}

if (new URLSearchParams(location.search).has("still")) still(true);

if (state.id) {
  state.given = location.hash.slice(1) || null;
  net = new Net(state.id, keys, {
    frame(frame) { heard[frame.type]?.(frame); if (frame.type !== "table") render(); },
    state(link) { state.link = link; render(); },
  });
} else {
  state.mine = Object.entries(kept.read("keys", {})).map(([id, each]) => ({ id, title: each.title })).slice(-8).reverse();
  catalog();
}
render();
