// Before the game: the games there are, and a table where people sit down and the host sets up.
import { h } from "./dom.js";

export function home(state, act) {
  return h("main", { class: "home", key: "home" },
    h("h1", { text: "What shall we play?" }),
    state.mine.length ? h("section", { class: "mine", key: "mine" }, h("h2", { text: "Your tables" }),
      h("ul", {}, state.mine.map((each) => h("li", { key: each.id }, h("a", { href: `/t/${each.id}`, text: each.title || each.id }))))) : null,
    state.games ? shelf(state, state.games, act) : h("p", { class: "wait", text: "Looking for games …" }),
    state.uploads ? h("label", { class: "upload", key: "upload" }, "Rules of your own: ", h("input", { type: "file", accept: ".rules", onchange: (event) => act.upload(event.target.files[0]) })) : null,
    state.gallery.length ? [h("h2", { key: "more", text: "More games" }), shelf(state, state.gallery, act)] : null);
}

function shelf(state, games, act) {
  return h("ul", { class: "games" }, games.map((game) => h("li", { key: game.name },
    h("h3", { text: game.title }),
    h("p", { class: "counts", text: players(game.players) }),
    h("p", { text: game.text }),
    h("button", { type: "button", class: "option", "aria-label": `Set a table for ${game.title}`, disabled: !!game.broken || state.busy, onclick: () => act.create(game.name), text: state.busy === game.name ? "Setting the table …" : "Set a table" }))));
}

function players(counts) {
  if (!counts || !counts.length) return "";
  const [first, last] = [counts[0], counts[counts.length - 1]];
  const whole = counts.length === last - first + 1;
  return first === last ? `${first} player${first > 1 ? "s" : ""}` : whole ? `${first} to ${last} players` : `${counts.join(", ")} players`;
}

export function lobby(state, act) {
  const people = state.people;
  return h("main", { class: "lobby", key: "lobby" },
    h("h1", { text: people.game.title }),
    people.game.text ? h("p", { class: "about", text: people.game.text }) : null,
    people.fault ? h("p", { class: "fault", role: "alert" }, people.fault, " ", people.host ? h("button", { type: "button", onclick: act.giveUp, text: "Give this game up" }) : null) : null,
    people.you ? null : h("label", { class: "name", key: "name" }, "Your name ", h("input", { value: state.name, maxlength: 24, autocomplete: "nickname", oninput: (event) => act.name(event.target.value) })),
    h("ol", { class: "seats", key: "seats" }, people.seats.map((seat) => chair(state, people, seat, act))),
    people.host ? strength(state, act) : null,
    people.host ? [beginning(people, act), h("hr", { key: "rule" })] : h("p", { class: "waiting", role: "status", text: free(people) ? "Waiting until all seats are taken …" : "Waiting for the host to start …" }),
    invitation(state, people, act),
    people.host ? h("details", { class: "setup", key: "setup", ontoggle: act.catalog }, h("summary", { text: "Set up the game" }), setup(state, people, act)) : null);
}

function free(people) {
  return people.seats.filter((seat) => seat.kind === "open").length;
}

function beginning(people, act) {
  const left = free(people);
  const why = left ? `${left === 1 ? "One seat is" : `${left} seats are`} free: wait for friends, or put a bot there.` : "";
  return h("div", { class: "beginning", key: "start" },
    h("button", { type: "button", class: "option start", disabled: left > 0, onclick: act.start, text: "Start the game" }),
    why ? h("small", { role: "status", text: why }) : null);
}

// How strong the bots are that the host puts on seats from now on.
function strength(state, act) {
  if (state.bots.length < 2) return null;
  return h("label", { class: "strength", key: "strength" }, "Bots are ",
    h("select", { onchange: (event) => act.strength(event.target.value) }, state.bots.map((bot) => h("option", { key: bot.kind, value: bot.kind, selected: bot.kind === state.strength, text: `${bot.kind} – ${bot.text}` }))));
}

export function chair(state, people, seat, act) {
  const name = seat.kind === "open" ? "free" : seat.seat === people.you ? `${seat.name} (you)` : seat.name;
  return h("li", { key: seat.seat, class: `is-${seat.kind === "open" ? "open" : "taken"}` },
    h("span", { class: `avatar ${seat.kind === "open" ? "nobody" : `a${seat.seat % 8}`}`, "aria-hidden": "true", text: seat.kind === "open" ? "" : seat.name.slice(0, 1).toUpperCase() }),
    h("span", { class: "who" }, h("b", { text: name }), " ", h("small", { text: standing(seat) })),
    h("span", { class: "does" },
      seat.kind === "open" && !people.you ? h("button", { key: "sit", type: "button", class: "option", onclick: () => act.sit(seat.seat), text: "Sit here" }) : null,
      seat.seat === people.you && people.phase === "lobby" ? h("button", { key: "ready", type: "button", "aria-pressed": String(seat.ready), onclick: () => act.ready(!seat.ready), text: seat.ready ? "Ready ✓" : "I am ready" }) : null,
      seat.seat === people.you ? h("button", { key: "stand", type: "button", onclick: act.stand, text: "Stand up" }) : null,
      people.host ? hostMeans(state, seat, people, act) : null));
}

function standing(seat) {
  if (seat.kind === "person") return seat.here ? (seat.ready ? "ready" : "here") : "away";
  return seat.kind === "open" ? "" : seat.kept ? `away; a bot (${seat.kind}) plays` : `bot, ${seat.kind}`;
}

function hostMeans(state, seat, people, act) {
  const other = seat.seat !== people.you;
  const bot = () => act.bot(seat.seat, state.strength);
  return [
    seat.kind === "open" ? h("button", { key: "bot", type: "button", onclick: bot, text: "Put a bot here" }) : null,
    seat.kind === "person" && other ? h("button", { key: "lend", type: "button", onclick: bot, text: "Bot plays for now" }) : null,
    seat.kept ? h("button", { key: "back", type: "button", onclick: () => act.back(seat.seat), text: "Give the seat back" }) : null,
    seat.kind === "person" && other ? h("button", { key: "renew", type: "button", onclick: () => act.renew(seat.seat), text: "New link" }) : null,
    seat.kind !== "open" && other ? h("button", { key: "free", type: "button", onclick: () => act.free(seat.seat), text: seat.kind === "person" ? "Send away" : "Remove" }) : null,
  ];
}

export function invitation(state, people, act) {
  const link = `${location.origin}/t/${people.table}`;
  const alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  return h("section", { class: "invite", key: "invite" },
    h("p", {}, "Friends open ", h("code", { text: link }), " ", h("button", { type: "button", onclick: () => act.copy(link), text: "Copy" })),
    state.renewed ? h("p", { class: "consent" }, `A new link for ${state.renewed.name}; whoever has it plays that seat: `, h("code", { text: state.renewed.link }), " ", h("button", { type: "button", onclick: () => act.copy(state.renewed.link), text: "Copy" })) : null,
    alone ? h("p", { class: "about", text: "Only this computer can open that link. For friends at other devices, start the server with --host 0.0.0.0." }) : state.qr ? code(state.qr) : null);
}

function code(rows) {
  const path = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
  const side = rows.length + 4;
  return h("svg", { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "The link as a QR code" }, h("rect", { width: side, height: side, class: "paper" }), h("path", { d: path, class: "ink" }));
}

// ---------------------------------------------------------------- what the host can set, in the words of the rules

function setup(state, people, act) {
  const games = [...(state.games || []), ...state.gallery];
  const game = games.find((each) => each.name === people.game.name);
  if (!game) return h("p", { class: "about", text: "Looking for games …" });
  const now = people.settings;
  const settle = (change) => act.settle({ game: people.game.name, players: now.players, variants: now.variants, options: now.options, mods: now.mods, ...change });
  const toggled = (list, name) => (list.includes(name) ? list.filter((each) => each !== name) : [...list, name]);
  const tick = (kind, each, title) => row(`${kind}${each.name}`, title, each.text,
    h("input", { type: "checkbox", checked: now[kind].includes(each.name), onchange: () => settle({ [kind]: toggled(now[kind], each.name) }) }));
  return [
    row("game", "Game", "", choose(games.map((each) => [each.name, each.title]), game.name, (value) => act.settle({ game: value }))),
    (game.players || []).length > 1 ? row("players", "Players", "", choose(game.players.map((count) => [String(count), count]), String(now.players), (value) => settle({ players: Number(value) }))) : null,
    (game.options || []).map((each) => row(`o${each.name}`, plain(each.name), each.text, setting(each, now, (value) => settle({ options: { ...now.options, [each.name]: value } })))),
    (game.variants || []).map((each) => tick("variants", each, plain(each.name))),
    (game.mods || []).map((each) => tick("mods", each, each.title.replace(`${game.title}: `, ""))),
    row("watch", "Others may look on", "", h("input", { type: "checkbox", checked: people.watch, onchange: () => act.watch(!people.watch) })),
  ];
}

function row(key, title, text, control) {
  return h("label", { key, class: "setting" }, h("span", {}, title, text ? h("small", { text }) : null), control);
}

function choose(pairs, now, take) {
  return h("select", { onchange: (event) => take(event.target.value) }, pairs.map(([value, text]) => h("option", { key: value, value, selected: value === now, text })));
}

// An option: a list of its values where there is one, else what the rules take.
function setting(option, now, take) {
  const value = now.options[option.name] ?? option.default;
  if (option.values.length) return choose(option.values.map((each) => [each, plain(each)]), value, take);
  const range = option.type.match(/^(\d+)\.\.(\d+)$/);
  return h("input", { type: range ? "number" : "text", min: range && range[1], max: range && range[2], value, onchange: (event) => take(event.target.value) });
}

// A name of the rules as people write it: `hand_limit` and `MoreLuck` are two words each.
function plain(name) {
  const words = name.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
