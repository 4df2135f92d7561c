/** Follow a game without a seat. */
import { useEffect, useReducer, useState } from "../html.js";
import { session } from "../shell/session.js";
import { showEmote, usePace } from "../table/state/follow.js";
import { EMPTY, reduce } from "../table/state/reducer.js";

/** Earlier moves that are read at once, for the list. */
const HISTORY = 60;

/**
 * Follow a game while the view is shown.
 * @param {import("../../clients/javascript/src/index.js").Client} client
 * @param {string} id
 * @param {{watchCode?: string | undefined, ready?: Promise<unknown>, emotes?: boolean}} [options]
 *   `ready` resolves when the client has its token; without `emotes` none are sent
 */
export function useWatched(client, id, { watchCode, ready, emotes = true } = {}) {
  const [table, dispatch] = useReducer(reduce, EMPTY);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    setFault(null);
    const follow = async () => {
      await ready;
      const game = await client.get("/games/{game_id}", { params: { game_id: id }, signal, watchCode });
      dispatch({ type: "game", data: game });
      const after = Math.max((game.version ?? 0) - HISTORY, 0);
      /** @param {{state: string}} connection */
      const onConnection = ({ state }) => dispatch({ type: "connection", data: state === "waiting" ? "lost" : state });
      const frames = client.followGame(id, { after, state: true, emotes, signal, onConnection, watchCode });
      for await (const frame of frames) {
        // The clocks of seats go by the client of the session, also where another one reads.
        if (frame.type === "time") session.client.sender.setClock(frame.data.now);
        else if (frame.type === "emote") showEmote(/** @type {any} */ (frame.data), dispatch);
        else dispatch(frame);
      }
    };
    follow().catch((error) => signal.aborted || setFault(error));
    return () => stop.abort();
  }, [client, id, watchCode, attempt, emotes]);
  usePace(table, dispatch);
  return {
    table,
    fault,
    retry: () => setAttempt((count) => count + 1),
    skip: () => dispatch({ type: "catch_up" }),
  };
}
