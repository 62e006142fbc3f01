// One connection to a table, which comes back by itself. Keys go in messages, never in an address.

const WAITS = [300, 700, 1500, 3000, 5000, 8000];

export class Net {
  constructor(table, keys, { frame, state }) {
    Object.assign(this, { table, keys, frame, state, tries: 0, number: 0, open: new Map(), ended: false });
    this.connect();
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(`${scheme}//${location.host}/ws`));
    socket.onopen = () => socket.send(JSON.stringify({ do: "hello", table: this.table, ...this.keys() }));
    socket.onmessage = (message) => this.heard(JSON.parse(message.data));
    socket.onclose = () => this.lost(socket);
  }

  heard(frame) {
    if (frame.type === "people") {
      this.tries = 0;
      this.state("on");
    }
    if (frame.type === "bye") this.ended = true;
    const waiting = this.open.get(frame.id);
    if (waiting && (frame.type === "done" || frame.type === "refused")) {
      this.open.delete(frame.id);
      waiting(frame);
    }
    this.frame(frame);
  }

  // An answer that was not acknowledged may have been taken or not; the table that comes back shows it.
  lost(socket) {
    if (socket !== this.socket) return;
    for (const waiting of this.open.values()) waiting({ type: "lost" });
    this.open.clear();
    if (this.ended) return this.state("ended");
    this.state("off");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
  }

  // Without a network nobody answers the closing of a connection: it is lost at once.
  drop() {
    const socket = this.socket;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.lost(socket);
  }

  hurry() {
    if (this.timer) {
      this.tries = 0;
      this.connect();
    }
  }

  ask(what, parts = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "lost" });
    const id = ++this.number;
    this.socket.send(JSON.stringify({ do: what, id, ...parts }));
    return new Promise((resolve) => this.open.set(id, resolve));
  }
}

// What this browser keeps: the keys to tables, and how its owner is called.
export const kept = {
  read(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`rulelang.${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`rulelang.${name}`, JSON.stringify(value));
    } catch {
      // a private window: the keys live as long as the page
    }
  },
};
