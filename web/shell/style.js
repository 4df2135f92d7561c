/** Stylesheets of views, loaded when they are first shown. */
import { useLayoutEffect } from "../html.js";

/** The stylesheet of forms and lists, which most views share. */
export const SHARED = new URL("../style/views.css", import.meta.url);
/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Load a stylesheet once; resolve when it applies.
 * @param {URL} address
 * @returns {Promise<void>}
 */
export function loadStyle({ href }) {
  const known = loaded.get(href);
  if (known) return known;
  const begun = ofPage(href);
  if (begun?.sheet) return Promise.resolve();
  const loading = /** @type {Promise<void>} */ (new Promise((resolve) => {
    const link = begun ?? Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    // A page without its style is better than no page.
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
    if (!begun) document.head.append(link);
  }));
  loaded.set(href, loading);
  return loading;
}

/** Resolve when all stylesheets that views asked for apply, so that nothing moves. */
export const stylesApplied = () => Promise.all(loaded.values());

/**
 * Return the stylesheet of an address that the page, or `early.js`, has requested before.
 * @param {string} href
 */
function ofPage(href) {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  return [...links].find((link) => link.href === href);
}

/**
 * Load a stylesheet with the first view that uses it; the view is shown without waiting for it.
 * @param {URL} address
 */
export function useStyle(address) {
  useLayoutEffect(() => void loadStyle(address), []);
}

export const useSharedStyle = () => useStyle(SHARED);
