/** Past positions of a finished game, read when they are shown and kept meanwhile. */
import { useEffect, useRef, useState } from "../html.js";
import { session } from "../shell/session.js";

/** Positions that are kept; the oldest go first. */
const MOST_KEPT = 500;
/** Milliseconds for which the place must rest before it is read, so that scrubbing reads few. */
const REST = 70;

/**
 * @typedef {import("../table/types.js").State & {move: import("../table/types.js").Move}} Position
 * @typedef {{at: number, seat: number | null}} Place `seat` is whose view it is, null for all cards
 */

/**
 * Return the position of a place, or the one before while it is read.
 * @param {string} id
 * @param {Place} place
 * @param {{last: number, watchCode: string | undefined}} options
 */
export function usePosition(id, { at, seat }, { last, watchCode }) {
  const kept = useRef(/** @type {Map<string, Position>} */ (new Map())).current;
  const [position, setPosition] = useState(/** @type {Position | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    /** @param {number} number @returns {Promise<Position>} */
    const read = async (number) => {
      const known = kept.get(nameOf(number, seat));
      if (known) return known;
      const query = seat === null ? { at: number } : { at: number, seat };
      const found = await session.client.get("/games/{game_id}/replay", {
        params: { game_id: id },
        query,
        signal: stop.signal,
        watchCode,
      });
      kept.set(nameOf(number, seat), /** @type {any} */ (found));
      for (const name of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(name);
      return /** @type {any} */ (found);
    };
    const show = async () => {
      setPosition(await read(at));
      setFault(null);
      // The next move is the most likely one.
      if (at < last) await read(at + 1).catch(() => {});
    };
    const timer = setTimeout(
      () => show().catch((error) => stop.signal.aborted || setFault(error)),
      kept.has(nameOf(at, seat)) || !position ? 0 : REST,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, at, seat, last, watchCode, attempt]);
  return { position, fault, retry: () => setAttempt((count) => count + 1) };
}

/** @param {number} at @param {number | null} seat */
const nameOf = (at, seat) => `${seat ?? "all"}:${at}`;
