/** Follow one game while its view is shown: read it, follow its stream, send commands, keep pace. */

import { Waits } from "../../../clients/javascript/src/index.js";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "../../html.js";
import { concerns, useAwake } from "../../shell/live.js";
import { preferences } from "../../shell/preferences.js";
import { session } from "../../shell/session.js";
import { useStore } from "../../shell/store.js";
import { isReduced } from "../felt/flights.js";
import { gameApi } from "./api.js";
import { EMPTY, isCaughtUp, reduce } from "./reducer.js";

/** Earlier moves that are read at once, for the history. */
const HISTORY = 60;
/** Milliseconds for which a move of another player stays before the next one is shown. */
const DWELL = 1300;
const SHORTEST_DWELL = 450;
/** Milliseconds, and half more at random: after an outage, a clock has at least ten seconds left. */
const LONGEST_WAIT = 4000;
/** Milliseconds for which an emote is shown. */
const EMOTE_TIME = 6000;

/**
 * @typedef {import("../types.js").Action} Action
 * @typedef {object} Followed
 * @property {import("./reducer.js").Table} table
 * @property {unknown} fault why the game cannot be shown
 * @property {() => void} skip
 * @property {() => void} retry
 *
 * @typedef {object} Commands
 * @property {unknown} refusal why the last command was refused
 * @property {boolean} isSending
 * @property {(action: Action) => void} act send a command of the table
 * @property {(work: () => Promise<any>) => Promise<boolean>} run carry out something else; whether it succeeded
 * @property {() => Promise<void>} refresh read the game object again
 * @property {() => Promise<boolean>} readEarlier
 * @property {ReturnType<typeof gameApi>} api
 *
 * @typedef {Followed & Commands} Following
 */

let emotesShown = 0;

/**
 * Follow a game while the view is shown, with a seat or without. A page in the background gives the
 * stream up, and reads the game once when it opens and when the account's stream tells of it.
 * @param {import("../../../clients/javascript/src/index.js").Client} client
 * @param {string} id
 * @param {{watchCode?: string | undefined, ready?: Promise<unknown>, emotes?: boolean}} [options]
 *   `ready` resolves when the client has its token; without `emotes` none are sent
 */
export function useFollowed(client, id, { watchCode, ready, emotes = true } = {}) {
  const [table, dispatch] = useReducer(reduce, EMPTY);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [attempt, setAttempt] = useState(0);
  const isAwake = useAwake();
  const concern = JSON.stringify(useStore(concerns).games.get(id));
  const known = useRef({ concern, cursor: /** @type {number | undefined} */ (undefined), hasHistory: false }).current;
  if (isAwake) known.concern = concern;
  // Before the browser draws, as the answers may be there already.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    if (!isAwake && table.state && known.concern === concern) return;
    known.concern = concern;
    setFault(null);
    const params = { game_id: id };
    const { token } = client;
    /** @type {{type: string, data?: any}[]} */
    const arrived = [];
    /** Draw what arrives together once: it takes a slow phone 60 ms. @param {{type: string, data?: any}} news */
    const take = (news) => {
      if (arrived.push(news) === 1) setTimeout(() => arrived.splice(0).forEach(dispatch));
    };
    // The game, its stream and the account are requested at the same time.
    const readGame = async () => {
      const game = await client.get("/games/{game_id}", { params, signal, watchCode });
      await ready;
      take({ type: "game", data: game });
    };
    /** @param {number} version that the page shows */
    const readHistory = async (version) => {
      const query = { after: Math.max(version - HISTORY, 0), limit: HISTORY };
      const { moves } = await client.get("/games/{game_id}/moves", { params, query, signal, watchCode });
      known.hasHistory = true;
      dispatch({ type: "history", data: moves.filter(({ number }) => number <= version) });
    };
    const follow = async () => {
      /** @param {{state: string}} connection */
      const onConnection = ({ state }) => take({ type: "connection", data: state === "waiting" ? "lost" : state });
      const waits = new Waits({ longest: LONGEST_WAIT });
      const { cursor: after } = known;
      const frames = client.followGame(id, { state: true, emotes, signal, onConnection, watchCode, waits, ...(after !== undefined && { after }) });
      let isFirst = true;
      for await (const frame of frames) {
        await ready;
        if (isFirst && frame.type === "end" && client.token !== token) return; // readGame was refused too
        if (isFirst && frame.type === "state") {
          isFirst = false;
          known.cursor ??= frame.id;
          if (!known.hasHistory) readHistory(frame.data.version).catch(() => signal.aborted || dispatch({ type: "history", data: [] }));
        }
        if (frame.type === "move") known.cursor = frame.id;
        // The clocks of seats go by the client of the session, also where another one reads.
        if (frame.type === "time") session.client.sender.setClock(frame.data.now);
        if (frame.type === "emote") showEmote(/** @type {any} */ (frame.data), dispatch);
        else take(frame);
        if (!isAwake && frame.type === "players") return; // it follows the first state
      }
    };
    Promise.all([readGame(), follow()]).catch(async (error) => {
      await ready;
      if (signal.aborted) return;
      if (client.token === token) setFault(error);
      else setAttempt((count) => count + 1); // the token was revoked: read on as a stranger
    });
    return () => stop.abort();
  }, [client, id, watchCode, attempt, emotes, isAwake, isAwake || concern]);
  usePace(table, dispatch);
  return {
    table,
    dispatch,
    fault,
    retry: () => setAttempt((count) => count + 1),
    skip: () => dispatch({ type: "catch_up" }),
  };
}

/**
 * Show an emote for a while.
 * @param {{seat: number, emote: string}} emote
 * @param {(news: {type: string, data?: any}) => void} dispatch
 */
function showEmote(emote, dispatch) {
  const data = { ...emote, id: ++emotesShown };
  dispatch({ type: "emote", data });
  setTimeout(() => dispatch({ type: "emote_over", data }), EMOTE_TIME);
}

/**
 * Follow a game as one of its players, or of those who may become one.
 * @param {string} id
 * @returns {Following}
 */
export function useGame(id) {
  const { emotes } = useStore(preferences);
  const { dispatch, ...followed } = useFollowed(session.client, id, { ready: session.ready, emotes });
  const { table } = followed;
  const [refusal, setRefusal] = useState(/** @type {unknown} */ (null));
  const [sending, setSending] = useState(0);
  const [api] = useState(() => gameApi(id));
  const version = table.state?.version ?? 0;
  const phase = table.state?.phase;

  // The game object has what states do not: the host, codes, the rematch. The first one is read with the stream.
  const players = table.players.map(({ player, bot }) => player ?? bot).join();
  useEffect(() => {
    if (phase && table.game && table.game["version"] !== version) api.read().then((data) => dispatch({ type: "game", data }), () => {});
  }, [phase, phase === "lobby" ? version : 0, players]);

  // A command from before a reload is sent again, with its key.
  const hasState = table.state !== null;
  useEffect(() => {
    if (hasState && api.hasUnanswered()) send(api.settle);
  }, [hasState]);

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
    ...followed,
    refusal,
    isSending: sending > 0,
    act: (action) => void send(() => api.command(action, version)),
    run: (work) =>
      send(async () => {
        const answer = await work();
        return answer?.moves && answer?.state ? answer : null;
      }),
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
function usePace(table, dispatch) {
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
