/**
 * Idempotency keys of commands that have no answer yet.
 *
 * A command that is sent again before it was answered gets the key that it had, even after a reload
 * if there is a storage. So it is carried out once.
 */

/** Names in the storage begin like this. */
const PREFIX = "gofish.command.";
/** The server keeps answers for 24 hours; a command that is older might run a second time. */
const LONGEST_AGE = 23 * 3_600_000;
const AT_TABLE = [
  ...["answer", "ask", "bots", "cut", "declare", "end_turn", "entropy", "expose", "join", "leave"],
  ...["misdeal", "rematch", "resign", "start"],
];
const KEYED = new Set([
  "POST /classes/{class_id}/places/{place}/name",
  "POST /classes/{class_id}/tables",
  "POST /disputes/{dispute_id}/appeal",
  "POST /disputes/{dispute_id}/words",
  "POST /games",
  "POST /games/bulk",
  "POST /games/{game_id}/disputes",
  "POST /matches",
  "POST /me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver",
  "POST /tournaments",
  ...["direct", "invitations", "join"].map((name) => `POST /tournaments/{tournament_id}/${name}`),
  "DELETE /games/{game_id}/seats/{seat}",
  ...AT_TABLE.map((name) => `POST /games/{game_id}/${name}`),
]);

/**
 * A request that carries out something: `path` and `body` as they are sent, `at` in milliseconds,
 * and `owner` a mark of the token it was sent with.
 *
 * @typedef {{method: string, path: string, body: string | null, ifMatch: string | null}} CommandRequest
 * @typedef {CommandRequest & {key: string, at: number, owner: string}} Command
 */

/**
 * Return whether an operation takes an `Idempotency-Key`.
 *
 * @param {string} method
 * @param {string} path as in the schema, such as `/games/{game_id}/ask`
 */
export const takesKey = (method, path) => KEYED.has(`${method} ${path}`);

/** The commands of one token that have no answer yet, in memory and in the storage. */
export class UnansweredCommands {
  /**
   * @param {Storage | null} storage
   * @param {string | null} token
   */
  constructor(storage, token) {
    this.storage = storage;
    this.owner = markOf(token ?? "");
    /** @type {Map<string, Command>} */
    this.commands = new Map();
  }

  /**
   * Return the command for a request: the one without an answer, or a new one.
   *
   * @param {CommandRequest} request
   * @param {string} [key] the caller's own
   * @returns {Command}
   */
  begin(request, key) {
    const waiting = this.list().find((command) => isSame(command, request) && (!key || command.key === key));
    const command = waiting ?? { ...request, key: key ?? newKey(), at: Date.now(), owner: this.owner };
    this.commands.set(command.key, command);
    try {
      this.storage?.setItem(PREFIX + command.key, JSON.stringify(command));
    } catch {
      // The storage is full or forbidden: the key lasts as long as this page.
    }
    return command;
  }

  /**
   * Forget a command that was answered.
   *
   * @param {string} key
   */
  end(key) {
    this.commands.delete(key);
    this.storage?.removeItem(PREFIX + key);
  }

  /** Return the commands without an answer, oldest first, and forget those that are too old. */
  list() {
    for (const [name, text] of this.#stored()) {
      const command = parsed(text);
      if (!command || Date.now() - command.at > LONGEST_AGE) this.storage?.removeItem(name);
      else if (command.owner === this.owner) this.commands.set(command.key, command);
    }
    for (const [key, { at }] of this.commands) if (Date.now() - at > LONGEST_AGE) this.commands.delete(key);
    return [...this.commands.values()].sort((one, other) => one.at - other.at);
  }

  /** @returns {[string, string][]} */
  #stored() {
    const { storage } = this;
    const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
    const own = names.filter((name) => name.startsWith(PREFIX));
    return own.map((name) => [name, storage?.getItem(name) ?? ""]);
  }
}

/**
 * Return a stored command, or null if another program wrote something else there.
 *
 * @param {string} text
 * @returns {Command | null}
 */
function parsed(text) {
  try {
    const command = JSON.parse(text);
    return typeof command.key === "string" && typeof command.at === "number" ? command : null;
  } catch {
    return null;
  }
}

/**
 * @param {CommandRequest} one
 * @param {CommandRequest} other
 */
const isSame = (one, other) =>
  one.method === other.method &&
  one.path === other.path &&
  one.body === other.body &&
  one.ifMatch === other.ifMatch;

/** Return a random key. `crypto.randomUUID` is missing on pages without TLS. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Return a mark of a token (FNV-1a), so that no command is sent in the name of another account.
 *
 * @param {string} token
 */
function markOf(token) {
  let hash = 0x811c9dc5;
  for (const character of token) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16);
}
