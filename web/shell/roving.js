/** One Tab stop for many controls of one kind: the arrow keys move among them. */
import { useLayoutEffect, useRef } from "../html.js";

const STEPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 });

/**
 * Make the controls in an element one Tab stop: that which had the focus last, else the first.
 * @param {string} selector of the controls
 * @returns {{ref: {current: any}, onKeyDown: (event: KeyboardEvent) => void, onFocusIn: (event: FocusEvent) => void}}
 *   properties of the element
 */
export function useRoving(selector) {
  const ref = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const last = useRef(/** @type {Element | null} */ (null));
  const all = () => [...(ref.current?.querySelectorAll(selector) ?? [])].filter((each) => each instanceof HTMLElement);
  const mark = () => {
    const controls = all();
    const stop = controls.find((each) => each === last.current) ?? controls[0];
    for (const each of controls) each.tabIndex = each === stop ? 0 : -1;
  };
  useLayoutEffect(mark);
  return {
    ref,
    onFocusIn: ({ target }) => {
      const control = target instanceof Element ? target.closest(selector) : null;
      if (!control) return;
      last.current = control;
      mark();
    },
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const controls = all();
      const at = controls.findIndex((each) => each === document.activeElement);
      if (at < 0) return;
      const isMirrored = document.documentElement.dir === "rtl" && ["ArrowLeft", "ArrowRight"].includes(event.key);
      const step = (STEPS[event.key] ?? 0) * (isMirrored ? -1 : 1);
      const to = event.key === "Home" ? 0 : event.key === "End" ? controls.length - 1 : at + step;
      if (to === at || !controls[to]) return;
      event.preventDefault();
      controls[to]?.focus();
    },
  };
}
