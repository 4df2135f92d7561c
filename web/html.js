/**
 * Markup for views: `html` of htm bound to Preact, and the hooks. Only this module imports Preact.
 */
import { Component, Fragment, h, render } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "./vendor/hooks.js";
export { Component, Fragment, h, render };

/**
 * @typedef {import("preact").VNode<any>} Markup
 * @typedef {import("preact").ComponentChildren} Children
 */

/**
 * Return the elements of a template. A template has one root element, or several in an array.
 * @type {(strings: TemplateStringsArray, ...values: any[]) => Markup}
 */
export const html = /** @type {any} */ (htm.bind(h));
