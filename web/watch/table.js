/** A game that is watched: the felt, what happened, and where to go from here. */
import { html } from "../html.js";
import { PreferenceTick } from "../shell/forms.js";
import { Fault } from "../shell/faults.js";
import { labelsOf, namesOf } from "../shell/players.js";
import { preferences } from "../shell/preferences.js";
import { useStore } from "../shell/store.js";
import { useWords } from "../shell/words.js";
import { useAnnouncedEmotes, useAnnouncedMoves } from "../table/announced.js";
import { isCaughtUp } from "../table/state/reducer.js";
import { StreamEnd } from "../table/stream_end.js";
import { listText, numberText, t } from "../text/text.js";
import { Felt } from "./felt.js";
import { NewestMoves } from "./moves.js";

/**
 * @typedef {import("../table/state/reducer.js").Table} Table
 * @typedef {import("../table/types.js").Game} Game
 */

/** @type {Record<number, {emote: string, id: number}>} */
const NONE = {};

/** Return the names of a game's players as a list. @param {Game} game */
export const playersText = (game) => listText(namesOf(game.players, game["seats"]));

/**
 * @param {{table: Table, fault: unknown, retry: () => void, skip: () => void, children?: any}} props
 *   `children` stand next to the table
 */
export function WatchedTable({ table, fault, retry, skip, children }) {
  const { shown: state, game } = table;
  const names = namesOf(table.players, state?.seats.length ?? 0);
  const labels = labelsOf(table.players, names.length);
  const shownEmotes = useStore(preferences).emotes ? table.emotes : NONE;
  const hasWords = useWords(game?.rules);
  useAnnouncedMoves(table.shownMove, { names, you: null });
  useAnnouncedEmotes(shownEmotes, names);
  if (fault) return html`<${Fault} error=${fault} retry=${retry} />`;
  if (!state || !game || !hasWords) return html`<p class="loading" role="status">${t("common.loading")}</p>`;
  if (state.phase === "closed") return html`<p>${t("table.closed")}</p>`;
  if (state.phase === "lobby") return html`<${StreamEnd} end=${table.end} /><${NotStarted} labels=${labels} state=${state} game=${game} />`;
  return html`<div class="columns">
    <div class="main">
      ${table.connection === "lost" && !table.end && html`<p class="connection" role="status">${t("table.connection_lost")}</p>`}
      ${state.paused && html`<p class="connection" role="status">${t("table.paused")}</p>`}
      <${StreamEnd} end=${table.end} />
      <${Felt} state=${state} players=${table.players} names=${names} move=${table.shownMove} rules=${game.rules}
        emotes=${shownEmotes} skip=${isCaughtUp(table) ? null : skip} />
      ${state.phase === "over" && html`<${Result} state=${state} labels=${labels} />`}
    </div>
    <div class="side">
      ${children}
      <${NewestMoves} moves=${table.moves} names=${names} reached=${state.version} isLoading=${!table.hasHistory} />
      ${game["emotes"] && html`<${PreferenceTick} name="emotes" label=${t("table.emotes_shown")} />`}
    </div>
  </div>`;
}

/** @param {{labels: readonly string[], state: import("../table/types.js").State, game: Game}} props */
function NotStarted({ labels, state, game }) {
  const free = state.seats.filter(({ taken }) => !taken).length;
  return html`<div class="panel narrow">
    <p>${t("watch.not_started", { count: free })}</p>
    <ul>${state.seats.map(({ seat, taken }) => html`<li key=${seat}>${taken ? labels[seat] : t("table.empty_seat", { seat: seat + 1 })}</li>`)}</ul>
    <p class="actions"><a class="button" href=${`/join/${game.id}`}>${t("watch.to_table")}</a></p>
  </div>`;
}

/**
 * The books of each player at the end.
 * @param {{state: import("../table/types.js").State, labels: readonly string[]}} props
 */
export function Result({ state, labels }) {
  const { result, series } = state;
  const scores = series?.["totals"] ?? result?.["scores"] ?? [];
  const winners = new Set(series?.["winners"] ?? result?.["winners"] ?? []);
  const order = labels.map((_, seat) => seat).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return html`<table class="result">
    <caption>${t(series ? "watch.result_series" : "watch.result")}</caption>
    <tbody>
      ${order.map(
        (seat) => html`<tr key=${seat} class=${winners.has(seat) ? "winner" : ""}>
          <th scope="row">${labels[seat]}${winners.has(seat) && html` <span class="badge">${t("watch.winner")}</span>`}</th>
          <td>${numberText(scores[seat] ?? 0)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
