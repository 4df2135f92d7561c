/** The table while a game runs: the others, the middle, what to do, and the player's own hand. */

import { cardText, rankAsked } from "../../cards/names.js";
import { html, useRef } from "../../html.js";
import { seatRating } from "../../ratings/rating.js";
import { t } from "../../text/text.js";
import { choicesOf } from "../state/choices.js";
import { isCaughtUp } from "../state/reducer.js";
import { others } from "../state/seats.js";
import { sentences } from "../words/events.js";
import { speech } from "../words/speech.js";
import { ActionBar } from "./ask_bar.js";
import { useAskKeys, useSelection } from "./asking.js";
import { Clock } from "./clock.js";
import { Emote, EmoteButton } from "./emotes.js";
import { useFlights } from "./flights.js";
import { Hand } from "./hand.js";
import { Middle } from "./middle.js";
import { Books, Notes, Seat } from "./seat.js";

/**
 * @param {{table: import("../state/reducer.js").Table, state: import("../types.js").State,
 *   game: import("../types.js").Game, names: readonly string[], isSending: boolean, problem: string,
 *   send: (action: import("../types.js").Action) => void, skip: () => void, keysAreOn: boolean,
 *   emotes: Record<number, {emote: string}>, sendEmote: ((emote: string) => void) | null,
 *   known: import("../state/memory.js").Known[] | null, explain: (text: string) => void}} props
 *   `explain` says why something is not possible
 */
export function PlayTable({ table, state, game, names, isSending, problem, send, skip, keysAreOn, known, emotes, sendEmote, explain }) {
  const root = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  useFlights(root, table.shownMove, state.you);
  const isCurrent = isCaughtUp(table) && !isSending;
  const choices = choicesOf(state, { byCard: game.rules["ask_by"] === "card", isCurrent });
  const { selection, current, choose, keep, clear } = useSelection(choices, state.version, send);
  const seated = others(state.seats, state.you);
  const order = seated.map(({ seat }) => seat);
  useAskKeys({ choices, order, current, keep, send, isOn: keysAreOn });

  const events = table.shownMove?.events ?? [];
  const isSeries = game.rules["target_score"] !== null;
  const isAsking = choices.kind === "ask";
  const words = sentences(events, { names, you: state.you });
  const you = state.you === null ? null : state.seats[state.you];
  const own = you ? speech(events, you.seat, names, state.you) : "";

  /** @param {import("../state/choices.js").RankChoice} rank */
  const chooseRank = (rank) => (rank.isLegal ? choose({ rank: rank.rank, card: null }) : explain(t(rank.why ?? "")));
  /** @param {import("../state/choices.js").TargetChoice} target */
  const chooseTarget = (target) => (target.isLegal ? choose({ target: target.seat }) : explain(t(target.why ?? "")));
  /** @param {string} name */
  const label = (name) => {
    const { rank, card } = selection;
    if (rank === null) return t("table.ask_player", { name });
    return t("table.ask_button", { name, what: card ? t("cards.asked_card", { card: cardText(card) }) : rankAsked(rank) });
  };

  return html`<section class=${`play ${state.phase} ${state.to_act === state.you && you ? "your-turn" : ""}`} ref=${root}
      aria-label=${t("table.table")} data-version=${state.version}>
    <ul class="others" aria-label=${t("table.other_players")}>
      ${seated.map((seat, at) => {
        const target = isAsking ? (choices.targets[seat.seat] ?? null) : null;
        const name = names[seat.seat] ?? "";
        return html`<${Seat} key=${seat.seat} state=${state} seat=${seat} name=${name} number=${at + 1}
          player=${table.players.find((each) => each.seat === seat.seat)} isSeries=${isSeries}
          says=${speech(events, seat.seat, names, state.you)} rating=${seatRating(game, seat.seat)} known=${known?.[seat.seat] ?? null}
          emote=${emotes[seat.seat]?.emote} choice=${target} label=${label(name)}
          isChosen=${selection.target === seat.seat} choose=${target && (() => chooseTarget(target))} />`;
      })}
    </ul>
    <${Middle} state=${state} names=${names} you=${state.you} rules=${game.rules}
      detail=${words.join(" ")} skip=${isCaughtUp(table) ? null : skip} />
    ${you &&
    html`<div class=${`own ${state.to_act === state.you ? "to-act" : ""}`} data-seat=${state.you}>
      <div class="own-line">
        <span class="name">${t("table.you")}</span>
        ${state.to_act === state.you && html`<${Clock} state=${state} />`}
        <${Books} seat=${you} isSeries=${isSeries} />
        <${Notes} state=${state} seat=${you} />
        ${own && state.to_act !== state.you && html`<p class="says">${own}</p>`}
        <${Emote} emote=${emotes[you.seat]?.emote} />
        ${sendEmote && html`<${EmoteButton} send=${sendEmote} />`}
      </div>
      <${Hand} choices=${choices} chosen=${selection.rank} isAsking=${isAsking} choose=${chooseRank} />
      <${ActionBar} choices=${choices} names=${names} order=${order} selection=${selection} asked=${state.asked}
        choose=${choose} clear=${clear} send=${send} problem=${problem} waitingFor=${waiting(state, names, isSending)} />
    </div>`}
  </section>`;
}

/** @param {import("../types.js").State} state @param {readonly string[]} names @param {boolean} isSending */
function waiting(state, names, isSending) {
  if (isSending) return t("table.sending");
  if (state.to_act === null) return t("table.referee_acts");
  return state.to_act === state.you ? t("table.moment") : t("table.waiting_for", { name: names[state.to_act] ?? "" });
}
