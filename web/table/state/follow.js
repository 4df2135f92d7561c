/** Follow one game while its view is shown: read it, follow its stream, send commands, keep pace. */

import { useEffect, useReducer, useRef, useState } from "../../html.js";
import { preferences } from "../../shell/preferences.js";
import { useStore } from "../../shell/store.js";
import { isReduced } from "../felt/flights.js";
import { gameApi } from "./api.js";
import { EMPTY, isCaughtUp, reduce } from "./reducer.js";

/** Earlier moves that are read at once, for the history. */
const HISTORY = 60;
/** Milliseconds for which a move of another player stays before the next one is shown. */
const DWELL = 1300;
const SHORTEST_DWELL = 450;
/** Milliseconds for which an emote is shown. */
const EMOTE_TIME = 6000;

/**
 * @typedef {import("../types.js").Action} Action
 * @typedef {object} Following
 * @property {import("./reducer.js").Table} table
 * @property {unknown} fault why the game cannot be shown
 * @property {unknown} refusal why the last command was refused
 * @property {boolean} isSending
 * @property {(action: Action) => void} act send a command of the table
 * @property {(work: () => Promise<any>) => Promise<boolean>} run carry out something else; whether it succeeded
 * @property {() => void} skip
 * @property {() => void} retry
 * @property {() => Promise<void>} refresh read the game object again
 * @property {() => Promise<boolean>} readEarlier
 * @property {ReturnType<typeof gameApi>} api
 */

let emotesShown = 0;

/**
 * Show an emote for a while.
 * @param {{seat: number, emote: string}} emote
 * @param {(news: {type: string, data?: any}) => void} dispatch
 */
export function showEmote(emote, dispatch) {
  const data = { ...emote, id: ++emotesShown };
  dispatch({ type: "emote", data });
  setTimeout(() => dispatch({ type: "emote_over", data }), EMOTE_TIME);
}

/**
 * @param {string} id
 * @returns {Following}
 */
export function useGame(id) {
  const [table, dispatch] = useReducer(reduce, EMPTY);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [refusal, setRefusal] = useState(/** @type {unknown} */ (null));
  const [sending, setSending] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [api] = useState(() => gameApi(id));
  const { emotes } = useStore(preferences);
  const version = table.state?.version ?? 0;
  const phase = table.state?.phase;

  useEffect(() => {
    const stop = new AbortController();
    const signal = stop.signal;
    setFault(null);
    const follow = async () => {
      const game = await api.read(signal);
      dispatch({ type: "game", data: game });
      const after = Math.max((game["version"] ?? 0) - HISTORY, 0);
      const onConnection = (/** @type {string} */ data) => dispatch({ type: "connection", data });
      for await (const frame of api.follow({ after, signal, onConnection })) {
        if (frame.type === "emote") showEmote(frame.data, dispatch);
        else dispatch(frame);
      }
    };
    follow().catch((error) => signal.aborted || setFault(error));
    return () => stop.abort();
  }, [api, attempt, emotes]);

  // The game object has what states do not: the host, codes, the rematch.
  const players = table.players.map(({ player, bot }) => player ?? bot).join();
  useEffect(() => {
    if (phase) api.read().then((data) => dispatch({ type: "game", data }), () => {});
  }, [phase, phase === "lobby" ? version : 0, players]);

  // A command from before a reload is sent again, with its key.
  const hasState = table.state !== null;
  useEffect(() => {
    if (hasState && api.hasUnanswered()) send(api.settle);
  }, [hasState]);

  usePace(table, dispatch);

  /** @param {() => Promise<{moves: any[], state: any} | null>} command */
  async function send(command) {
    setSending((count) => count + 1);
    setRefusal(null);
    try {
      const answer = await command();
      if (answer) dispatch({ type: "answer", data: answer });
      return true;
    } catch (error) {
      setRefusal(error);
      return false;
    } finally {
      setSending((count) => count - 1);
    }
  }

  return {
    table,
    fault,
    refusal,
    isSending: sending > 0,
    act: (action) => void send(() => api.command(action, version)),
    run: (work) =>
      send(async () => {
        const answer = await work();
        return answer?.moves && answer?.state ? answer : null;
      }),
    skip: () => dispatch({ type: "catch_up" }),
    retry: () => setAttempt((count) => count + 1),
    refresh: () => api.read().then((data) => dispatch({ type: "game", data }), () => {}),
    readEarlier: async () => {
      const first = table.moves[0]?.number ?? 1;
      const moves = await api.movesBefore(first);
      dispatch({ type: "history", data: moves });
      return (moves[0]?.number ?? 1) > 1;
    },
    api,
  };
}

/**
 * Show moves one after the other, so that players can follow bots and quick players. A player's own
 * move is shown at once, and so is everything to a page in the background or with reduced motion.
 * @param {import("./reducer.js").Table} table
 * @param {(news: {type: string, data?: any}) => void} dispatch
 */
export function usePace(table, dispatch) {
  const shownAt = useRef(0);
  const next = table.queue[0]?.move;
  const isOwn = next !== undefined && next.seat !== null && next.seat === table.state?.you;
  useEffect(() => {
    if (isCaughtUp(table)) return;
    const show = () => {
      shownAt.current = performance.now();
      dispatch({ type: "step" });
    };
    const dwell = Math.max(DWELL - 120 * table.queue.length, SHORTEST_DWELL);
    const left = isOwn || isReduced() || document.hidden ? 0 : shownAt.current + dwell - performance.now();
    if (left <= 0) return show();
    const timer = setTimeout(show, left);
    return () => clearTimeout(timer);
  }, [next?.number, table.queue.length]);
  useEffect(() => {
    const listen = () => document.hidden || dispatch({ type: "catch_up" });
    document.addEventListener("visibilitychange", listen);
    return () => document.removeEventListener("visibilitychange", listen);
  }, []);
}
