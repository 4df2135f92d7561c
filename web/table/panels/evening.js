/** The games that the players of a table have had one after the other, by rematches. */

import { useEffect, useState } from "../../html.js";
import { session } from "../../shell/session.js";

/** Games that are looked back at. */
const MAX_GAMES = 12;

/**
 * Return the wins by seat of this game and those before it, or null until they are read and for a
 * first game. A rematch keeps the seats.
 * @param {import("../types.js").Game} game
 * @param {readonly number[]} winners of this game
 * @returns {{games: number, wins: number[]} | null}
 */
export function useEvening(game, winners) {
  const [evening, setEvening] = useState(/** @type {{games: number, wins: number[]} | null} */ (null));
  const before = game["rematch_of"];
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const all = [winners];
      for (let earlier = before; earlier && all.length < MAX_GAMES; ) {
        const { winners: won, rematch_of: next } = /** @type {any} */ (
          await session.client.get("/games/{game_id}", { params: { game_id: earlier }, signal: stop.signal })
        );
        all.push(won ?? []);
        earlier = next;
      }
      const seats = Array.from({ length: game["seats"] }, (_, seat) => seat);
      setEvening({ games: all.length, wins: seats.map((seat) => all.filter((won) => won.includes(seat)).length) });
    };
    // Without it the end is shown all the same.
    if (before) read().catch(() => {});
    return () => stop.abort();
  }, [before, winners.join()]);
  return evening;
}
