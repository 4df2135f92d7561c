/**
 * Request what the shown address needs while the client is still loading. The page loads this small
 * file by itself, so these requests wait for no other file. `fetchEarly` hands the answers over.
 */

/** The name of the token in the local storage. */
export const TOKEN = "gofish.token";
/** The name of the pupil of a tab in its session storage, who has another token and no account. */
export const PUPIL = "gofish.pupil";
/** The name of what a player chose on this device. */
export const PREFERENCES = "gofish.preferences";
/** Milliseconds after which a request that nothing has asked for is ended. */
const LONGEST_KEPT = 10_000;
const API = "/api/v1";

/** @type {Map<string, {response: Promise<Response>, abort: AbortController}>} requests by address */
const begun = new Map();
/** @type {string | null} */
let token = null;

/**
 * Fetch, or take over a request that was begun. Each is taken once: a repeated request is a new one.
 * @param {string} address
 * @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export function fetchEarly(address, init) {
  const request = begun.get(address);
  const { Authorization, Accept, ...others } = /** @type {Record<string, string>} */ (init.headers);
  const isSame = (init.method ?? "GET") === "GET" && Authorization === bearer().Authorization && !Object.keys(others).length;
  if (!request || !isSame) return fetch(address, init);
  begun.delete(address);
  if (init.signal?.aborted) request.abort.abort();
  init.signal?.addEventListener("abort", () => request.abort.abort());
  return request.response;
}

const bearer = () => ({ Authorization: `Bearer ${token}` });

/** @param {string} address @param {Record<string, string>} [headers] */
function begin(address, headers) {
  const abort = new AbortController();
  const response = fetch(address, {
    headers: { ...bearer(), ...headers },
    ...{ cache: "no-store", credentials: "omit", redirect: "manual", signal: abort.signal },
  });
  response.catch(() => {}); // reported to the reader that takes it over
  begun.set(address, { response, abort });
}

function beginAll() {
  const { pathname } = location;
  let emotes = true;
  // A page in a frame of another site reads no token.
  if (pathname.startsWith("/embed/")) return;
  try {
    token = sessionStorage.getItem(PUPIL) ? null : localStorage.getItem(TOKEN);
    emotes = JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}").emotes !== false;
  } catch {
    // The browser forbids it, or the preferences are damaged.
  }
  if (!token) return;
  begin(`${API}/me`);
  const [, game] = pathname.match(/^\/games\/([\w-]+)$/) ?? [];
  if (!game) return;
  begin(`${API}/games/${game}`);
  begin(`${API}/games/${game}/stream?state=true${emotes ? "" : "&emotes=false"}`, { Accept: "application/x-ndjson" });
  setTimeout(() => {
    for (const { abort } of begun.values()) abort.abort();
    begun.clear();
  }, LONGEST_KEPT);
}

// Not in Node, where tests load modules that import this one.
if (globalThis.location) beginAll();
