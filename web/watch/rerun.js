/** A finished game, shown move by move as a broadcast: the hands stay face down. */
import { html, useEffect, useState } from "../html.js";
import { Fault } from "../shell/faults.js";
import { namesOf } from "../shell/players.js";
import { session } from "../shell/session.js";
import { useWords } from "../shell/words.js";
import { positionAfter } from "../table/state/positions.js";
import { t } from "../text/text.js";
import { Felt } from "./felt.js";
import { NewestMoves } from "./moves.js";

const PAGE = 500; // moves
const PACE = 2_000; // milliseconds between two moves
/** Milliseconds for which the end is shown. */
const LINGER = 8_000;

/**
 * @typedef {import("../table/types.js").State} State
 * @typedef {import("../table/types.js").Move} Move
 * @typedef {import("../table/types.js").Game} Game
 * @typedef {{game: Game, moves: readonly Move[], first: State}} Log `first` is the position after the first deal
 */

/** @param {{id: string, ended: () => void, children?: any}} props `children` stand next to the table */
export function Rerun({ id, ended, children }) {
  const { log, fault, retry } = useLog(id);
  const hasWords = useWords(log?.game.rules);
  if (fault) return html`<${Fault} error=${fault} retry=${retry} />`;
  if (!log || !hasWords) return html`<p class="loading" role="status">${t("common.loading")}</p>`;
  return html`<${Broadcast} log=${log} ended=${ended}>${children}<//>`;
}

/** @param {{log: Log, ended: () => void, children?: any}} props */
function Broadcast({ log: { game, moves, first }, ended, children }) {
  const [state, setState] = useState(first);
  const [isPaused, setPaused] = useState(false);
  const isOver = state.version >= moves.length;
  const names = namesOf(game.players, game["seats"]);
  useEffect(() => {
    if (isPaused) return;
    const step = () => {
      if (document.hidden) return;
      const next = moves[state.version];
      if (next) setState(positionAfter(state, next));
      else ended();
    };
    const timer = setInterval(step, isOver ? LINGER : PACE);
    return () => clearInterval(timer);
  }, [state, isPaused]);
  const players = game.players.map((each) => ({ ...each, online: null }));
  return html`<div class="columns">
    <div class="main">
      <${Felt} state=${state} players=${players} names=${names} move=${moves[state.version - 1] ?? null} rules=${game.rules} />
    </div>
    <div class="side">
      <p class="actions">
        <button type="button" onClick=${() => setPaused(!isPaused)}>${t(isPaused ? "watch.rerun_go_on" : "watch.rerun_pause")}</button>
        ${children}
      </p>
      <${NewestMoves} moves=${moves} names=${names} reached=${state.version} />
    </div>
  </div>`;
}

/** Read a finished game, its moves, and the position after the first deal. @param {string} id */
function useLog(id) {
  const [log, setLog] = useState(/** @type {Log | null} */ (null));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const options = { params: { game_id: id }, signal: stop.signal };
    const read = async () => {
      setFault(null);
      const game = /** @type {any} */ (await session.client.get("/games/{game_id}", options));
      /** @type {any[]} */
      const moves = [];
      while (moves.length < game.version) {
        const page = await session.client.get("/games/{game_id}/moves", { ...options, query: { after: moves.length, limit: PAGE } });
        if (!page.moves.length) break;
        moves.push(...page.moves);
      }
      const dealt = moves.find(({ events }) => events.some((/** @type {any} */ { type }) => type === "dealt"));
      const at = dealt?.number ?? moves.length;
      const position = /** @type {any} */ (await session.client.get("/games/{game_id}/replay", { ...options, query: { at } }));
      const seats = position.seats.map((/** @type {any} */ seat) => ({ ...seat, hand: null }));
      setLog({ game, moves, first: { ...position, seats, stock_cards: null } });
    };
    read().catch((error) => stop.signal.aborted || setFault(error));
    return () => stop.abort();
  }, [id, attempt]);
  return { log, fault, retry: () => setAttempt((count) => count + 1) };
}
