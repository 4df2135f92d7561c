/**
 * What concerns the account, as it happens: its open games and the count of unread notices. A browser
 * has few connections to a server, so one of its tabs has the stream: the one that was shown last. It
 * tells the others.
 */
import { Problem } from "../../clients/javascript/src/index.js";
import { session } from "./session.js";
import { Store, useStore } from "./store.js";

const RETRY = 5000; // milliseconds
/** The names of the lock of the tab that has the stream, and of the channel to the others. */
const OURS = "gofish.account";

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

/** Whether the page is shown. A page that is not gives its streams up, and catches up later. */
export const isShown = new Store(globalThis.document?.visibilityState !== "hidden");

/** Whether this page follows games now. Pupils have no account, whose stream could tell them of a turn. */
export function useAwake() {
  const { pupil } = useStore(session.standing);
  return useStore(isShown) || pupil !== null;
}

/** @type {AbortController | null} */
let open = null;
/** @type {string | null} */
let followed = null;
let hasStream = false;
/** @type {BroadcastChannel | null} */
let others = null;

/** Follow the account of the session from now on. */
export function followConcerns() {
  session.standing.follow(() => restart());
  isShown.follow((now) => now && !hasStream && end());
  isShown.follow(() => restart());
  // A page that is kept to go back to holds nothing open.
  addEventListener("pagehide", end);
  addEventListener("pageshow", restart);
  restart();
}

for (const event of ["visibilitychange", "pageshow"]) {
  globalThis.addEventListener?.(event, () => isShown.set(document.visibilityState !== "hidden"));
}

/** Return how many games wait for the player, but for the one at whose table they are. @param {Concerns} known @param {string} [shown] */
export function waitingGames({ games }, shown) {
  return [...games.values()].filter((game) => game.game !== shown && (game.your_turn || game.seat === null)).length;
}

function end() {
  open?.abort();
  others?.close();
  open = others = followed = null;
}

function restart() {
  // Without https there are no locks between tabs: then each page follows while it is shown.
  const mayFollow = isShown.value || Boolean(navigator.locks);
  const next = session.account ? `${session.client.token} ${mayFollow}` : null;
  if (next === followed) return;
  end();
  followed = next;
  if (!next) return concerns.set({ games: new Map(), unread: 0, changes: 0 });
  others = new BroadcastChannel(OURS);
  others.onmessage = ({ data: { username, known } }) => {
    if (username !== session.account?.username) return;
    if (known && !hasStream) concerns.set(known);
    if (!known && hasStream) tell(); // a tab that was opened in the background asks
  };
  others.postMessage({ username: session.account?.username });
  if (mayFollow) lead((open = new AbortController()).signal);
}

/** Show what is known, here and in the other tabs. @param {Concerns} known */
function tell(known = concerns.value) {
  concerns.set(known);
  others?.postMessage({ username: session.account?.username, known });
}

/** Follow while no other tab does, and at once in a tab that is shown. @param {AbortSignal} signal */
async function lead(signal) {
  if (!navigator.locks) return void follow(signal);
  for (let steal = isShown.value; !signal.aborted; steal = false) {
    const turn = new AbortController();
    const stop = () => turn.abort();
    signal.addEventListener("abort", stop);
    try {
      return void (await navigator.locks.request(OURS, steal ? { steal } : { signal }, () => follow(turn.signal)));
    } catch {
      stop(); // another tab is shown and follows now: wait for its end
    }
  }
}

/** @param {AbortSignal} signal */
async function follow(signal) {
  hasStream = true;
  const leave = () => (hasStream = false);
  signal.addEventListener("abort", leave);
  while (!signal.aborted) {
    try {
      for await (const frame of session.client.followAccount({ signal })) {
        if (frame.type === "end") return frame.data.reason === "invalid_token" ? session.revoked() : leave();
        take(frame);
      }
    } catch (error) {
      // Refused for good, until the page is shown again.
      if (error instanceof Problem && !error.isTemporary) return leave();
      // The loop tries again; what needs the server says itself that it is away.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

/** Show another count of unread notices. @param {number} unread */
export function showUnread(unread) {
  tell({ ...concerns.value, unread });
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
  tell(next);
}
