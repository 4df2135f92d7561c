/** A finished game, move by move, as any seat saw it or with all cards. */
import { html, useEffect, useState } from "../html.js";
import { presetName } from "../rules/rule_sets.js";
import { announce } from "../shell/announce.js";
import { Fault } from "../shell/faults.js";
import { labelsOf, namesOf } from "../shell/players.js";
import { session } from "../shell/session.js";
import { useTitle } from "../shell/title.js";
import { useWords } from "../shell/words.js";
import { sentences } from "../table/words/events.js";
import { t } from "../text/text.js";
import { Felt } from "../watch/felt.js";
import { LinkedMoves } from "../watch/moves.js";
import { styles } from "../watch/style.js";
import { playersText, Result } from "../watch/table.js";
import { Controls, Options } from "./controls.js";
import { DealCheck } from "./deal_check.js";
import { Disclosed } from "./disclosed.js";
import { addressOf, usePlayback, usePlaybackKeys } from "./playback.js";
import { usePosition } from "./positions.js";

await styles;

const PAGE = 500; // moves
const analysisPanel = () => import("./analysis/panel.js");
const knowledgePanel = () => import("./analysis/knowledge.js");

/**
 * @typedef {import("../table/types.js").Game} Game
 * @typedef {import("../table/types.js").Move} Move
 */

/** @param {import("../shell/router.js").ViewProps} props the fragment may have the `watch` code of a private game */
export default function Replay({ params, fragment }) {
  const id = params["id"] ?? "";
  const watchCode = fragment.get("watch") ?? undefined;
  const { game, moves, fault, retry } = useLog(id, watchCode);
  const hasWords = useWords(game?.rules);
  const title = game ? t("watch.replay_title", { players: playersText(game) }) : t("watch.replay");
  useTitle(title);
  const code = watchCode ? `#${new URLSearchParams({ watch: watchCode })}` : "";
  return html`<div class="game watching">
    <header class="watch-head">
      <h1>${title}</h1>
      ${game && html`<p class="soft">${presetName(game["preset"])}</p>`}
    </header>
    ${fault && html`<${Fault} error=${fault} retry=${retry} />`}
    ${!fault && !game && html`<p class="loading" role="status">${t("common.loading")}</p>`}
    ${game && game.status === "closed" && html`<p>${t("watch.replay_closed")}</p>`}
    ${game && ["lobby", "running"].includes(game.status) && html`<div class="panel narrow">
      <p>${t("watch.replay_not_over")}</p>
      <p class="actions"><a class="button primary" href=${`/games/${id}${code}`}>${t("watch.watch_it")}</a></p>
    </div>`}
    ${game && moves && hasWords && html`<${Viewer} id=${id} game=${game} moves=${moves} fragment=${fragment} watchCode=${watchCode} />`}
  </div>`;
}

/** Read the game and its moves. @param {string} id @param {string | undefined} watchCode */
function useLog(id, watchCode) {
  const [log, setLog] = useState(/** @type {{game?: Game, moves?: Move[]}} */ ({}));
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const options = { params: { game_id: id }, signal: stop.signal, watchCode };
    const read = async () => {
      setFault(null);
      await session.ready;
      const game = /** @type {any} */ (await session.client.get("/games/{game_id}", options));
      if (game.status !== "over") return setLog({ game });
      /** @type {any[]} */
      const moves = [];
      while (moves.length < game.version) {
        const query = { after: moves.length, limit: PAGE };
        const page = await session.client.get("/games/{game_id}/moves", { ...options, query });
        if (!page.moves.length) break;
        moves.push(...page.moves);
      }
      setLog({ game, moves });
    };
    read().catch((error) => stop.signal.aborted || setFault(error));
    return () => stop.abort();
  }, [id, watchCode, attempt]);
  return { ...log, fault, retry: () => setAttempt((count) => count + 1) };
}

/**
 * @param {{id: string, game: Game, moves: readonly Move[], fragment: URLSearchParams, watchCode: string | undefined}} props
 */
function Viewer({ id, game, moves, fragment, watchCode }) {
  const last = moves.length;
  const first = moves.find(({ events }) => events.some(({ type }) => type === "dealt"))?.number ?? last;
  const names = namesOf(game.players, game["seats"]);
  const [shown, setShown] = useState(0);
  const playback = usePlayback(fragment, { first, last, seats: names.length, shown });
  const { at, seat, isPlaying } = playback;
  const { position, fault, retry } = usePosition(id, { at, seat }, { last, watchCode });
  usePlaybackKeys(playback, last);
  useEffect(() => {
    if (position) setShown(position.version);
  }, [position]);
  const [before, setBefore] = useState(0);
  const number = position?.version ?? 0;
  useEffect(() => setBefore(number), [number]);
  const [opened] = useState(at);
  useEffect(() => {
    // The page opens in silence, and while it plays it would talk without end.
    const isOpening = !before && position?.version === opened;
    if (position && !isOpening && !isPlaying) announce(sentences(position.move.events, { names, you: null, spoken: true }).join(" "));
  }, [position]);
  const address = (/** @type {number} */ to) => addressOf(fragment, to, seat);
  const around = { id, names, at, isPlaying, go: playback.go, address, watchCode };
  const books = moves.filter(({ events }) => events.some(({ type }) => type === "book_made")).map((move) => move.number);
  return html`<div class="columns">
    <div class="main">
      ${fault && html`<${Fault} error=${fault} retry=${retry} />`}
      <${Controls} playback=${playback} last=${last} books=${books} />
      ${position ? html`<${Position} position=${position} game=${game} names=${names} isNext=${number === before + 1} />` : !fault && html`<div class="play" style=${{ minHeight: "100vh" }}></div>`}
      <${Options} playback=${playback} names=${names} address=${address(at)} />
      <p class="small soft keys-help">${t("watch.keys")}</p>
      ${position?.phase === "over" && html`<${Result} state=${position} labels=${labelsOf(game.players, game["seats"])} />`}
      <${Disclosed} title=${t("watch.analysis")} load=${analysisPanel} content=${{ game, shown: around, isWanted: fragment.has("analysis") }} isWanted=${fragment.has("analysis")} />
      <${Disclosed} title=${t("watch.knowledge")} load=${knowledgePanel} content=${{ seat, shown: around }} />
    </div>
    <div class="side">
      <${LinkedMoves} moves=${moves.map((each) => (each.number === position?.version ? position.move : each))} names=${names} at=${at} address=${address} />
      <${DealCheck} id=${id} watchCode=${watchCode} isWanted=${fragment.has("verify")} />
    </div>
  </div>`;
}

/**
 * @param {{position: import("./positions.js").Position, game: Game, names: readonly string[], isNext: boolean}} props
 *   `isNext` if it follows the one before, so that cards may travel
 */
export function Position({ position, game, names, isNext }) {
  if (position.phase === "lobby") {
    const taken = position.seats.filter((seat) => seat.taken).length;
    return html`<section class="play before-start" aria-label=${t("table.table")}>
      <div class="middle">
        <div class="telling">
          <p class="situation">${t("watch.before_start")}</p>
          <p class="detail">${t("watch.before_start_text", { count: taken })}</p>
        </div>
      </div>
    </section>`;
  }
  return html`<${Felt} state=${position} players=${game.players.map((each) => ({ ...each, online: null }))} names=${names} move=${position.move} rules=${game.rules} isFlying=${isNext} />`;
}
