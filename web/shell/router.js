/** Addresses of views, with the History API. */
import { loadTexts } from "../text/text.js";
import { Store } from "./store.js";

/**
 * @typedef {object} ViewProps
 * @property {Route} route
 * @property {Record<string, string>} params parts of the path by name
 * @property {URLSearchParams} query
 * @property {URLSearchParams} fragment what stands after `#`
 *
 * @typedef {object} Route
 * @property {string} path with `:name` for a part that varies
 * @property {() => Promise<{default: (props: ViewProps) => any}>} view
 * @property {Route["view"]} [spectatorView] the view for those without a seat
 * @property {string[]} texts areas of the catalogue that the view needs
 * @property {boolean} [isBare] shown without navigation
 * @property {boolean} [isEmbedded] shown in frames of other sites, without a token
 */

/** @typedef {{route: Route | null, params: Record<string, string>, url: URL}} Place */

/** @type {{route: Route, parts: string[]}[]} */
let patterns = [];

/** The shown address; it has a route after `setRoutes`. */
export const place = new Store(placeOf(new URL(location.href)));

/**
 * Set the routes of the client. Call this once, before anything is shown.
 * @param {Route[]} routes
 */
export function setRoutes(routes) {
  patterns = routes.map((route) => ({ route, parts: route.path.split("/") }));
  place.set(placeOf(new URL(location.href)));
}

/**
 * Return the route of a path, or null if the path is none of the client's.
 * @param {string} path
 * @returns {Route | null}
 */
export function routeOf(path) {
  return matched(path).route;
}

/** @type {Map<Route, any>} views by route */
const loaded = new Map();

/** Return the view of a route, if it is loaded. @param {Route | null} route */
export function loadedView(route) {
  return route && loaded.get(route);
}

/**
 * Load the view of a route and its texts.
 * @param {Route} route
 */
export async function loadView(route) {
  const [module] = await Promise.all([route.view(), ...route.texts.map(loadTexts)]);
  loaded.set(route, module.default);
  return module.default;
}

/**
 * Load a view that will be shown. A failure shows when it is.
 * @param {string} path
 */
export async function prepare(path) {
  const route = routeOf(path);
  if (route) await loadView(route).catch(() => {});
}

/**
 * Show another view of the client.
 * @param {string} address a path with query and fragment, such as `/games/ID#move=3`
 * @param {{replace?: boolean}} [options] replace the entry of the history
 */
export function navigate(address, { replace = false } = {}) {
  const url = new URL(address, location.href);
  if (url.href !== location.href) history[replace ? "replaceState" : "pushState"](null, "", url);
  place.set(placeOf(url));
}

/** Return the address of the page to sign in or to make an account, which leads back to the shown one. */
export const signInAddress = () => `/sign-in#to=${encodeURIComponent(location.pathname + location.search + location.hash)}`;

/**
 * Return the page from which a link of `signInAddress` came, if it is one of the client's.
 * @param {URLSearchParams} fragment @param {string} otherwise
 */
export function cameFrom(fragment, otherwise) {
  const to = fragment.get("to") ?? "";
  if (!to.startsWith("/")) return otherwise;
  const { href, pathname } = new URL(location.origin + to);
  return routeOf(pathname) ? href : otherwise;
}

/** Follow links and the buttons of the browser. */
export function followAddress() {
  addEventListener("popstate", () => place.set(placeOf(new URL(location.href))));
  document.addEventListener("click", (event) => {
    const url = linkOf(event);
    if (!url) return;
    event.preventDefault();
    navigate(url.href);
  });
}

/** @param {MouseEvent} event @returns {URL | null} */
function linkOf(event) {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download") || !link.href) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !routeOf(url.pathname)) return null;
  // The browser moves within a page by itself.
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return null;
  return url;
}

/** @param {URL} url @returns {Place} */
function placeOf(url) {
  return { ...matched(url.pathname), url };
}

/** @param {string} path */
function matched(path) {
  const parts = path.length > 1 ? path.replace(/\/$/, "").split("/") : ["", ""];
  for (const { route, parts: pattern } of patterns) {
    const params = paramsOf(pattern, parts);
    if (params) return { route, params };
  }
  return { route: null, params: {} };
}

/** @param {string[]} pattern @param {string[]} parts @returns {Record<string, string> | null} */
function paramsOf(pattern, parts) {
  if (pattern.length !== parts.length) return null;
  /** @type {Record<string, string>} */
  const params = {};
  for (const [index, part] of pattern.entries()) {
    const given = parts[index] ?? "";
    if (!part.startsWith(":")) {
      if (part !== given) return null;
    } else if (given) {
      params[part.slice(1)] = decoded(given);
    } else return null;
  }
  return params;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % in an address that a person typed
  }
}
