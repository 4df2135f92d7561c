/** What is chosen for an ask, by taps and keys, until it is sent. */

import { rankAsked, rankIndex } from "../../cards/names.js";
import { useLayoutEffect, useRef, useState } from "../../html.js";
import { t } from "../../text/text.js";

/**
 * @typedef {import("../state/choices.js").Choices} Choices
 * @typedef {import("../types.js").Action} Action
 * @typedef {{rank: string | null, card: string | null, target: number | null}} Selection
 */

const RANKS = [..."23456789TJQKA"];

/** @type {Selection} */
const NOTHING = { rank: null, card: null, target: null };

/**
 * Keep what is chosen. `choose` sends the ask once rank (or card) and player are chosen by taps.
 * @param {Choices} choices
 * @param {number} version of the position: another one begins with nothing chosen
 * @param {(action: Action) => void} send
 */
export function useSelection(choices, version, send) {
  const [, render] = useState({});
  // Two keys can come before the page is drawn again: the second one has to see the first choice.
  const kept = useRef({ version, selection: NOTHING });
  const current = () => (kept.current.version === version ? kept.current.selection : NOTHING);

  /** @param {Selection} next */
  const keep = (next) => {
    kept.current = { version, selection: next };
    render({});
  };

  /** @param {Partial<Selection>} part */
  const choose = (part) => {
    const selection = current();
    const next = completed({ ...selection, ...part }, choices);
    if (part.target === undefined && selection.target === null) return keep(next);
    const ask = askOf(next, choices);
    if (ask) send(ask);
    keep(ask ? NOTHING : next);
  };
  return { selection: current(), current, choose, keep, clear: () => keep(NOTHING) };
}

/**
 * Return the ask that is chosen, or null if something is missing.
 * @param {Selection} selection
 * @param {Choices} choices
 * @returns {Action | null}
 */
export function askOf({ rank, card, target }, choices) {
  if (target === null || rank === null) return null;
  if (!choices.byCard) return { type: "ask", target, rank };
  return card === null ? null : { type: "ask", target, card };
}

/**
 * Fill in what leaves no choice: the only card of a rank that can be asked for.
 * @param {Selection} selection
 * @param {Choices} choices
 * @returns {Selection}
 */
function completed(selection, choices) {
  const wanted = choices.ranks.find(({ rank }) => rank === selection.rank)?.wanted ?? [];
  const card = selection.card && wanted.includes(selection.card) ? selection.card : wanted.length === 1 ? (wanted[0] ?? null) : null;
  return { ...selection, card };
}

/**
 * Ask by keys: a rank, the number of a player (not needed if there is only one), Enter.
 * @param {{choices: Choices, order: number[], current: () => Selection,
 *   keep: (selection: Selection) => void, send: (action: Action) => void, isOn: boolean,
 *   explain: (text: string) => void}} about
 *   `order` has the seats of the others as they are numbered on the page; `explain` says why a key does nothing
 */
export function useAskKeys({ choices, order, current, keep, send, isOn, explain }) {
  useLayoutEffect(() => {
    if (!isOn || choices.kind !== "ask") return;
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (isForAnother(event)) return;
      const selection = current();
      if (event.key === "Enter") {
        const ask = askOf(withOnlyTarget(selection, choices), choices);
        if (!ask || isOnControl(event)) return;
        event.preventDefault();
        keep(NOTHING);
        send(ask);
        const own = /** @type {HTMLElement | null} */ (document.querySelector(".play .own"));
        if (document.activeElement === document.body) own?.focus({ preventScroll: true });
        return;
      }
      const next = event.key === "Escape" ? NOTHING : chosenByKey(event.key, { choices, order, selection });
      if (!next) {
        const why = whyNoRank(event.key, choices);
        if (why) explain(why);
        return;
      }
      explain("");
      event.preventDefault();
      keep(completed(next, choices));
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}

/**
 * @param {string} key
 * @param {{choices: Choices, order: number[], selection: Selection}} about
 * @returns {Selection | null}
 */
function chosenByKey(key, { choices, order, selection }) {
  const letter = key.toUpperCase();
  const current = choices.ranks.find(({ rank }) => rank !== null && rank === selection.rank);
  if (current && choices.byCard && !selection.card) {
    const card = current.wanted.find((each) => each[1] === letter);
    if (card) return { ...selection, card };
  }
  const target = current ? order[Number(key) - 1] : undefined;
  if (target !== undefined && choices.targets[target]?.isLegal) return { ...selection, target };
  const rank = choices.ranks.find((each) => each.isLegal && each.rank !== null && keysOf(each.rank).includes(letter));
  return rank ? { ...NOTHING, rank: rank.rank } : null;
}

/**
 * Say why the key of a rank chooses none, or "" if it is no rank's.
 * @param {string} key
 * @param {Choices} choices
 */
function whyNoRank(key, choices) {
  const rank = RANKS.find((each) => keysOf(each).includes(key.toUpperCase()));
  if (!rank) return "";
  const held = choices.ranks.find((each) => each.rank === rank);
  return t(held?.why ?? "table.why.not_held", { ranks: rankAsked(rank) });
}

/** @param {string} rank */
function keysOf(rank) {
  const keys = [rankIndex(rank)[0] ?? rank, rank];
  return rank === "T" ? [...keys, "0"] : keys;
}

/** @param {Selection} selection @param {Choices} choices @returns {Selection} */
function withOnlyTarget(selection, choices) {
  const legal = choices.targets.filter(({ isLegal }) => isLegal);
  return selection.target === null && legal.length === 1 ? { ...selection, target: legal[0]?.seat ?? null } : selection;
}

/** @param {KeyboardEvent} event */
function isForAnother(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  return target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

/** Whether Enter already presses a control that has the focus, other than the hand's own. */
function isOnControl(/** @type {KeyboardEvent} */ { target }) {
  return target instanceof Element && target.closest("button, a, summary") !== null && !target.closest(".hand");
}
