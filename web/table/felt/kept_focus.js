/** Keep the focus at the table while its controls come and go. */

import { useLayoutEffect } from "../../html.js";

/** What had the focus last, also before the table was there: the heading of a view that loads. */
let last = /** @type {EventTarget | null} */ (null);
document.addEventListener("focusin", ({ target }) => {
  last = target;
});

/**
 * When a control goes that had the focus, the player's own place takes it; when the player may ask
 * again, the focus goes on to the hand.
 * @param {{current: HTMLElement | null}} root has `.own` with a tabindex, and `.hand` in it
 * @param {boolean} isAsking
 */
export function useKeptFocus(root, isAsking) {
  useLayoutEffect(() => {
    const { activeElement: now } = document;
    const own = /** @type {HTMLElement | null} */ (root.current?.querySelector(".own") ?? null);
    if (!own) return;
    const isLost = (!now || now === document.body) && last instanceof Element && !last.isConnected;
    if (!isLost && now !== own) return;
    const rank = isAsking ? own.querySelector("button.rank-group:not([aria-disabled='true'])") : null;
    const next = rank instanceof HTMLElement ? rank : own;
    if (next !== now) next.focus({ preventScroll: true });
  });
}
