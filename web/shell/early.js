/**
 * Request what the shown address needs while the client is still loading: of the API, and files. The
 * page loads this small file by itself, so these requests wait for no other file. `fetchEarly` hands
 * the answers of the API over.
 */
import { languageFor, requestTexts } from "../text/languages.js";

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

/** @param {"modulepreload" | "stylesheet"} rel @param {{ href: string }} address */
function load(rel, { href }) {
  const link = Object.assign(document.createElement("link"), { rel, href });
  link.onerror = () => link.remove(); // the client tries again
  document.head.append(link);
}

function beginAll() {
  const { pathname, search } = location;
  const [, game] = pathname.match(/^\/games\/([\w-]+)$/) ?? [];
  let emotes = true;
  let wanted = "";
  // A page in a frame of another site reads no token.
  if (pathname.startsWith("/embed/")) return;
  try {
    token = sessionStorage.getItem(PUPIL) ? null : localStorage.getItem(TOKEN);
    const preferences = JSON.parse(localStorage.getItem(PREFERENCES) ?? "{}");
    emotes = preferences.emotes !== false;
    wanted = preferences.language ?? "";
  } catch {
    // The browser forbids it, or the preferences are damaged.
  }
  if (token) begin(`${API}/me`);
  if (token && game) {
    begin(`${API}/games/${game}`);
    begin(`${API}/games/${game}/stream?state=true${emotes ? "" : "&emotes=false"}`, { Accept: "application/x-ndjson" });
  }
  requestTexts(languageFor(new URLSearchParams(search).get("lang") ?? wanted), game !== undefined);
  if (game) {
    load("modulepreload", new URL("../table/view.js", import.meta.url));
    // The rules of the table override those of cards. A bundle has both.
    const styles = [new URL("../cards/cards.css", import.meta.url), new URL("../table/table.css", import.meta.url)];
    for (const href of new Set(styles.map(String))) load("stylesheet", { href });
  }
  setTimeout(() => {
    for (const { abort } of begun.values()) abort.abort();
    begun.clear();
  }, LONGEST_KEPT);
}

// Not in Node, where tests load modules that import this one.
if (globalThis.location) beginAll();
