/**
 * What concerns the account, as it happens: its open games and the count of unread notices. The
 * stream is open only while a person looks at the page: a browser has few connections to a server.
 */
import { Problem } from "../../clients/javascript/src/index.js";
import { session } from "./session.js";
import { Store } from "./store.js";

const RETRY = 5000; // milliseconds

/**
 * @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]["Concern"]} Concern
 *
 * @typedef {object} Concerns
 * @property {Map<string, Concern>} games open games and invitations by id
 * @property {number} unread notices
 * @property {number} changes how often something has changed
 */

/** @type {Store<Concerns>} */
export const concerns = new Store(/** @type {Concerns} */ ({ games: new Map(), unread: 0, changes: 0 }));

/** @type {AbortController | null} */
let open = null;
/** @type {string | null} */
let followed = null;

/** Follow the account of the session from now on. */
export function followConcerns() {
  session.standing.follow(() => restart());
  document.addEventListener("visibilitychange", () => restart());
  restart();
}

/** Return how many games wait for the player. @param {Concerns} known */
export function waitingGames({ games }) {
  return [...games.values()].filter((game) => game.your_turn || game.seat === null).length;
}

function restart() {
  const token = document.visibilityState === "visible" && session.account ? session.client.token : null;
  if (token === followed) return;
  followed = token;
  open?.abort();
  open = null;
  if (!session.account) concerns.set({ games: new Map(), unread: 0, changes: 0 });
  if (token) follow((open = new AbortController()).signal);
}

/** @param {AbortSignal} signal */
async function follow(signal) {
  while (!signal.aborted) {
    try {
      for await (const frame of session.client.followAccount({ signal })) {
        if (frame.type === "end") return frame.data.reason === "invalid_token" ? session.revoked() : undefined;
        take(frame);
      }
    } catch (error) {
      // Refused for good, until the page is shown again.
      if (error instanceof Problem && !error.isTemporary) return;
      // The loop tries again; what needs the server says itself that it is away.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

/** Show another count of unread notices. @param {number} unread */
export function showUnread(unread) {
  concerns.set({ ...concerns.value, unread });
}

/** @param {{type: string, data: any}} frame */
function take({ type, data }) {
  const { games, unread, changes } = concerns.value;
  const next = { games, unread, changes: changes + 1 };
  if (type === "snapshot") {
    next.games = new Map(data.games.map((/** @type {Concern} */ game) => [game.game, game]));
    next.unread = data.unread_notices;
  } else if (type === "game") {
    next.games = new Map(games).set(data.game, data);
    const isGone = ["over", "closed"].includes(data.status) || data.what.includes("invitation_ended");
    if (isGone) next.games.delete(data.game);
  } else if (type === "notices") {
    next.unread = data.unread_notices;
  } else return;
  concerns.set(next);
}
