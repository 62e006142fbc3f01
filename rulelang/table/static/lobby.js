// Before the game: the games there are, and a table where people sit down and the host sets up.
import { h } from "./dom.js";

export function home(state, act) {
  return h("main", { class: "home", key: "home" },
    h("h1", { text: "What shall we play?" }),
    state.mine.length ? h("section", { class: "mine", key: "mine" }, h("h2", { text: "Your tables" }),
      h("ul", {}, state.mine.map((each) => h("li", { key: each.id }, h("a", { href: `/t/${each.id}`, text: each.title || each.id }))))) : null,
    state.games
      ? h("ul", { class: "games", key: "games" }, state.games.map((game) => h("li", { key: game.name },
          h("h2", { text: game.title }),
          h("p", { class: "counts", text: players(game.players) }),
          h("p", { text: game.text }),
          h("button", { type: "button", class: "option", disabled: !!game.broken || state.busy, onclick: () => act.create(game.name), text: state.busy === game.name ? "Setting the table …" : "Set a table" }))))
      : h("p", { class: "wait", text: "Looking for games …" }));
}

function players(counts) {
  if (!counts || !counts.length) return "";
  const [first, last] = [counts[0], counts[counts.length - 1]];
  const whole = counts.length === last - first + 1;
  return first === last ? `${first} players` : whole ? `${first} to ${last} players` : `${counts.join(", ")} players`;
}

export function lobby(state, act) {
  const people = state.people;
  const game = (state.games || []).find((each) => each.name === people.game.name);
  return h("main", { class: "lobby", key: "lobby" },
    h("h1", { text: people.game.title }),
    game && game.text ? h("p", { class: "about", text: game.text }) : null,
    people.fault ? h("p", { class: "fault", role: "alert" }, people.fault, " ", people.host ? h("button", { type: "button", onclick: act.giveUp, text: "Give this game up" }) : null) : null,
    people.you ? null : h("label", { class: "name", key: "name" }, "Your name ", h("input", { value: state.name, maxlength: 24, autocomplete: "nickname", oninput: (event) => act.name(event.target.value) })),
    h("ol", { class: "seats", key: "seats" }, people.seats.map((seat) => chair(state, people, seat, act))),
    invitation(state, people, act),
    people.host && game ? setup(state, people, game, act) : null,
    people.host
      ? h("button", { type: "button", key: "start", class: "option start", disabled: people.seats.some((seat) => seat.kind === "open"), onclick: act.start, text: "Start the game" })
      : h("p", { class: "waiting", role: "status", text: people.seats.some((seat) => seat.kind === "open") ? "Waiting until all seats are taken …" : "Waiting for the host to start …" }));
}

export function chair(state, people, seat, act) {
  const bots = state.bots || [];
  const name = seat.kind === "open" ? "free" : seat.seat === people.you ? `${seat.name} (you)` : seat.name;
  const about = seat.kind === "person" ? (seat.here ? (seat.ready ? "ready" : "here") : "away") : seat.kind === "open" ? "" : bots.find((bot) => bot.kind === seat.kind)?.text || seat.kind;
  return h("li", { key: seat.seat, class: seat.kind },
    h("span", { class: `avatar a${seat.seat % 8}`, "aria-hidden": "true", text: seat.kind === "open" ? "?" : seat.name.slice(0, 1).toUpperCase() }),
    h("span", { class: "who" }, h("b", { text: name }), " ", h("small", { text: about })),
    h("span", { class: "does" },
      seat.kind === "open" && !people.you ? h("button", { type: "button", class: "option", onclick: () => act.sit(seat.seat), text: "Sit here" }) : null,
      seat.seat === people.you && people.phase === "lobby" ? h("button", { type: "button", "aria-pressed": String(seat.ready), onclick: () => act.ready(!seat.ready), text: seat.ready ? "Ready ✓" : "I am ready" }) : null,
      seat.seat === people.you ? h("button", { type: "button", onclick: act.stand, text: "Stand up" }) : null,
      people.host ? hostMeans(seat, people, bots, act) : null));
}

function hostMeans(seat, people, bots, act) {
  const other = seat.seat !== people.you;
  return [
    seat.kind === "open" ? bots.map((bot) => h("button", { key: bot.kind, type: "button", title: bot.text, onclick: () => act.bot(seat.seat, bot.kind), text: bots.length > 1 ? `Bot: ${bot.kind}` : "Put a bot here" })) : null,
    seat.kind === "person" && other && bots.length ? h("button", { key: "lend", type: "button", onclick: () => act.bot(seat.seat, bots[0].kind), text: "Bot plays for now" }) : null,
    seat.kept ? h("button", { key: "back", type: "button", onclick: () => act.back(seat.seat), text: "Give the seat back" }) : null,
    seat.kind === "person" && other ? h("button", { key: "renew", type: "button", onclick: () => act.renew(seat.seat), text: "New link" }) : null,
    seat.kind !== "open" && other ? h("button", { key: "free", type: "button", onclick: () => act.free(seat.seat), text: seat.kind === "person" ? "Send away" : "Remove" }) : null,
  ];
}

export function invitation(state, people, act) {
  const link = `${location.origin}/t/${people.table}`;
  return h("section", { class: "invite", key: "invite" },
    h("p", {}, "Friends open ", h("code", { text: link }), " ", h("button", { type: "button", onclick: () => act.copy(link), text: "Copy" })),
    state.renewed ? h("p", { class: "consent" }, `A new link for ${state.renewed.name}; whoever has it plays that seat: `, h("code", { text: state.renewed.link }), " ", h("button", { type: "button", onclick: () => act.copy(state.renewed.link), text: "Copy" })) : null,
    state.qr ? code(state.qr) : null);
}

function code(rows) {
  const path = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
  const side = rows.length + 4;
  return h("svg", { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "The link as a QR code" }, h("rect", { width: side, height: side, class: "paper" }), h("path", { d: path, class: "ink" }));
}

// What the host can set, in the words of the rules.
function setup(state, people, game, act) {
  const now = people.settings;
  const settle = (change) => act.settle({ game: people.game.name, players: now.players, variants: now.variants, options: now.options, mods: now.mods, ...change });
  const toggle = (list, name) => (list.includes(name) ? list.filter((each) => each !== name) : [...list, name]);
  return h("details", { class: "setup", key: "setup" },
    h("summary", { text: "Set up the game" }),
    h("label", {}, "Game ", h("select", { onchange: (event) => act.settle({ game: event.target.value }) }, state.games.map((each) => h("option", { key: each.name, value: each.name, selected: each.name === game.name, text: each.title })))),
    game.players && game.players.length > 1 ? h("label", {}, "Players ", h("select", { onchange: (event) => settle({ players: Number(event.target.value) }) }, game.players.map((count) => h("option", { key: count, value: String(count), selected: count === now.players, text: count })))) : null,
    (game.variants || []).map((each) => h("label", { key: `v${each.name}` }, h("input", { type: "checkbox", checked: now.variants.includes(each.name), onchange: () => settle({ variants: toggle(now.variants, each.name) }) }), ` ${each.name.replaceAll("_", " ")} `, h("small", { text: each.text }))),
    (game.options || []).map((each) => h("label", { key: `o${each.name}` }, `${each.name.replaceAll("_", " ")} `,
      h("input", { value: now.options[each.name] ?? each.default, size: 8, onchange: (event) => settle({ options: { ...now.options, [each.name]: event.target.value } }) }), " ", h("small", { text: `${each.text} (${each.type})` }))),
    (game.mods || []).map((each) => h("label", { key: `m${each.name}` }, h("input", { type: "checkbox", checked: now.mods.includes(each.name), onchange: () => settle({ mods: toggle(now.mods, each.name) }) }), ` ${each.title} `, h("small", { text: each.text }))),
    h("label", {}, h("input", { type: "checkbox", checked: people.watch, onchange: () => act.watch(!people.watch) }), " Others may look on"));
}
