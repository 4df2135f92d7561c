/** Where the replay is: by link, keys, the scrubber and the clock. */
import { useEffect, useLayoutEffect, useRef, useState } from "../html.js";
import { navigate } from "../shell/router.js";

/** Milliseconds between two moves at the usual speed. */
const PACE = 1_800;
/** Milliseconds of rest before the address names the place: browsers limit such changes. */
const SETTLED = 250;
export const SPEEDS = [0.5, 1, 2, 4];

/**
 * @typedef {object} Playback
 * @property {number} at number of the move, from 1
 * @property {number | null} seat whose view is shown, null for all cards
 * @property {boolean} isPlaying
 * @property {number} speed
 * @property {(at: number) => void} go
 * @property {(by: number) => void} step
 * @property {() => void} toggle play or pause
 * @property {(seat: number | null) => void} look
 * @property {(speed: number) => void} setSpeed
 */

/**
 * Keep the place, and the address of the page with it: `#move=24&seat=1`.
 * @param {URLSearchParams} fragment
 * @param {{first: number, last: number, seats: number, shown: number}} game
 *   `first` is shown without a link to a move; `shown` is the move whose position is on the page
 * @returns {Playback}
 */
export function usePlayback(fragment, { first, last, seats, shown }) {
  const [at, setAt] = useState(numberIn(fragment, "move", 1, last) ?? first);
  const [seat, look] = useState(numberIn(fragment, "seat", 0, seats - 1));
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const written = useRef(fragment.toString());

  // A link or the browser's buttons; not what this page wrote itself.
  const given = fragment.toString();
  useEffect(() => {
    if (given === written.current) return;
    written.current = given;
    setPlaying(false);
    setAt(numberIn(fragment, "move", 1, last) ?? first);
    look(numberIn(fragment, "seat", 0, seats - 1));
  }, [given]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const next = addressOf(fragment, at, seat);
      if (next === `#${fragment}`) return;
      // The reader has followed a link, which this page is about to show.
      if (new URLSearchParams(location.hash.slice(1)).toString() !== given) return;
      written.current = next.slice(1);
      navigate(next, { replace: true });
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [at, seat, given]);

  /** @param {number} next */
  const go = (next) => {
    setPlaying(false);
    setAt(Math.min(Math.max(next, 1), last));
  };

  useEffect(() => {
    if (!isPlaying || shown !== at) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => setAt(at + 1), PACE / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, at, shown, speed, last]);

  return {
    at,
    seat,
    isPlaying,
    speed,
    go,
    step: (by) => go(at + by),
    toggle: () => {
      if (!isPlaying && at >= last) setAt(first);
      setPlaying(!isPlaying);
    },
    look,
    setSpeed,
  };
}

/**
 * Return the address of a move on this page. Other parts of the fragment stay.
 * @param {URLSearchParams} fragment
 * @param {number} at
 * @param {number | null} seat
 */
export function addressOf(fragment, at, seat) {
  const next = new URLSearchParams(fragment);
  next.set("move", String(at));
  if (seat === null) next.delete("seat");
  else next.set("seat", String(seat));
  return `#${next}`;
}

/**
 * Move by keys anywhere on the page, but not while a field has the focus.
 * @param {Playback} playback
 * @param {number} last
 */
export function usePlaybackKeys(playback, last) {
  const current = useRef(playback);
  current.current = playback;
  // Before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const listen = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { go, step, toggle } = current.current;
      const isMirrored = document.documentElement.dir === "rtl";
      /** @type {Record<string, () => void>} */
      const acts = {
        ArrowLeft: () => step(isMirrored ? 1 : -1),
        ArrowRight: () => step(isMirrored ? -1 : 1),
        Home: () => go(1),
        End: () => go(last),
        " ": toggle,
      };
      const act = acts[event.key];
      if (!act || isOthers(event.target, event.key)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [last]);
}

/**
 * Whether a key belongs to the control that has the focus.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function isOthers(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.matches('input[type="range"]')) return false;
  if (target.matches("input, select, textarea, dialog *")) return true;
  return key === " " && target.matches("button, a, summary");
}

/**
 * @param {URLSearchParams} fragment
 * @param {string} name
 * @param {number} least
 * @param {number} most
 */
function numberIn(fragment, name, least, most) {
  const text = fragment.get(name) ?? "";
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  return number === null || number < least || number > most ? null : number;
}
