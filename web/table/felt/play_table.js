/** The table while a game runs: the others, the middle, what to do, and the player's own hand. */

import { cardText, rankAsked } from "../../cards/names.js";
import { sayCard } from "../../cards/spoken.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { Picture } from "../../players/picture.js";
import { seatRating } from "../../ratings/rating.js";
import { announce } from "../../shell/announce.js";
import { session } from "../../shell/session.js";
import { t } from "../../text/text.js";
import { choicesOf } from "../state/choices.js";
import { isCaughtUp } from "../state/reducer.js";
import { others, seenLately } from "../state/seats.js";
import { sentences } from "../words/events.js";
import { speech } from "../words/speech.js";
import { ActionBar } from "./ask_bar.js";
import { useAskKeys, useSelection } from "./asking.js";
import { Clock } from "./clock.js";
import { Emote, EmoteButton } from "./emotes.js";
import { useFlights } from "./flights.js";
import { Hand } from "./hand.js";
import { Middle } from "./middle.js";
import { useKeptFocus } from "./kept_focus.js";
import { Books, Notes, Seat } from "./seat.js";
import { Tools } from "./tools.js";

/** Milliseconds for which a small child can read what happened. */
const READING = 3000;
/** Milliseconds without an answer after which the table says so. */
const SLOW = 900;

/**
 * @param {{table: import("../state/reducer.js").Table, state: import("../types.js").State,
 *   game: import("../types.js").Game, names: readonly string[], listener: number | null, isSending: boolean, problem: string,
 *   send: (action: import("../types.js").Action) => void, skip: () => void, isChild: boolean, keysAreOn: boolean,
 *   emotes: Record<number, {emote: string}>, sendEmote: ((emote: string) => void) | null,
 *   known: import("../state/memory.js").Known[] | null, explain: (text: string) => void,
 *   onChoice?: (rank: string | null) => void}} props
 *   `listener` is the seat that is spoken to; `explain` says why something is not possible; `onChoice` gets the rank that is chosen
 */
export function PlayTable({ table, state, game, names, listener, isSending, problem, send, skip, isChild, keysAreOn, known, emotes, sendEmote, explain, onChoice }) {
  const root = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  useFlights(root, table.shownMove, state.you);
  const isCurrent = isCaughtUp(table) && !isSending && !state.paused;
  const choices = choicesOf(state, { byCard: game.rules["ask_by"] === "card", isCurrent });
  const { selection, current, choose, keep, clear } = useSelection(choices, state.version, send);
  useEffect(() => onChoice?.(selection.rank), [selection.rank]);
  const seated = others(state.seats, state.you);
  const order = seated.map(({ seat }) => seat);
  useAskKeys({ choices, order, current, keep, send, isOn: keysAreOn, explain });
  useKeptFocus(root, choices.kind === "ask");
  const isSlow = useSlow(isSending);

  const events = useReadable(table.shownMove, isChild, state.you)?.events ?? [];
  const isSeries = game.rules["target_score"] !== null;
  const isAsking = choices.kind === "ask";
  const words = sentences(events, { names, you: listener });
  const you = state.you === null ? null : state.seats[state.you];
  const fish = table.players.find(({ seat }) => seat === state.you)?.picture ?? "clownfish";
  const own = you ? speech(events, you.seat) : "";

  const isByKey = useRef(false);
  useEffect(() => {
    if (!isByKey.current) return;
    isByKey.current = false;
    const next = root.current?.querySelector(".action-bar :is(.one-card, .primary)");
    if (next instanceof HTMLElement) next.focus();
  });

  useEffect(() => {
    const own = root.current?.querySelector(".own");
    // In a window that is low for its text, the hand is what is seen first.
    const isLow = state.phase !== "over" && innerHeight <= 38 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (isLow && own && own.getBoundingClientRect().bottom > innerHeight) own.scrollIntoView({ block: "end" });
  }, []);

  /** @param {import("../state/choices.js").RankChoice} rank @param {boolean} isPressed by a key: the focus goes on to the players */
  const chooseRank = (rank, isPressed) => {
    if (!rank.isLegal) return explain(t(rank.why ?? ""));
    isByKey.current = isPressed;
    choose({ rank: rank.rank, card: null });
  };
  const wasSeen = seenLately(table.moves, session.client.now());
  /** @param {import("../state/choices.js").TargetChoice} target */
  const chooseTarget = (target) => (target.isLegal ? choose({ target: target.seat }) : explain(t(target.why ?? "")));
  /** @param {string} name */
  const label = (name) => {
    const { rank, card } = selection;
    if (rank === null) return t("table.ask_player", { name });
    return t("table.ask_button", { name, what: card ? t("cards.asked_card", { card: cardText(card) }) : rankAsked(rank) });
  };

  return html`<section class=${`play ${isChild ? "child" : ""} ${state.phase} ${state.to_act === state.you && you ? "your-turn" : ""}`} ref=${root}
      aria-label=${t("table.table")} data-version=${state.version} onClick=${isChild ? sayCard : undefined}>
    <ul class="others" aria-label=${t("table.other_players")}>
      ${seated.map((seat, at) => {
        const target = isAsking ? (choices.targets[seat.seat] ?? null) : null;
        const name = names[seat.seat] ?? "";
        return html`<${Seat} key=${seat.seat} state=${state} seat=${seat} name=${name} number=${at + 1}
          player=${table.players.find((each) => each.seat === seat.seat)} isSeries=${isSeries} isAway=${table.players.find((each) => each.seat === seat.seat)?.online === false && !wasSeen(seat.seat)}
          says=${speech(events, seat.seat)} rating=${seatRating(game, seat.seat)} known=${known?.[seat.seat] ?? null}
          emote=${emotes[seat.seat]?.emote} choice=${target} label=${label(name)}
          isChosen=${selection.target === seat.seat} choose=${target && (() => chooseTarget(target))} />`;
      })}
    </ul>
    <${Middle} state=${state} names=${names} you=${state.you} rules=${game.rules} events=${events}
      guide=${isChild ? { words: sentences(events, { names, you: state.you, spoken: true }).join(" "), fish } : undefined}
      detail=${words.join(" ")} skip=${isChild || isCaughtUp(table) ? null : skip} />
    ${you &&
    html`<div class=${`own ${state.to_act === state.you ? "to-act" : ""}`} data-seat=${state.you} role="group" aria-label=${t("table.your_place")} tabindex="-1">
      <div class="own-line">
        ${isChild && html`<${Picture} name=${fish} />`}
        <span class="name">${t("table.you")}</span>
        ${state.to_act === state.you && html`<${Clock} state=${state} />`}
        <${Books} seat=${you} isSeries=${isSeries} />
        <${Notes} state=${state} seat=${you} />
        ${own && state.to_act !== state.you && html`<p class="says">${own}</p>`}
        <${Emote} emote=${emotes[you.seat]?.emote} />
        <span class="own-tools">
          ${sendEmote && html`<${EmoteButton} send=${sendEmote} />`}
          <${Tools} />
        </span>
      </div>
      <${ActionBar} choices=${choices} names=${names} order=${order} selection=${selection} asked=${state.asked}
        choose=${choose} clear=${clear} send=${send} problem=${problem} waitingFor=${waiting(state, names, { isSending, isSlow })} />
      <${Hand} choices=${choices} chosen=${selection.rank} isAsking=${isAsking} choose=${chooseRank} />
    </div>`}
  </section>`;
}

/**
 * Return the move whose sentences a small child reads: each for a while, but their own at once. The position
 * goes ahead of it, so that their turn does not wait.
 * @param {import("../types.js").Move | null} move @param {boolean} isChild @param {number | null} you
 */
function useReadable(move, isChild, you) {
  const [moves, setMoves] = useState([move]);
  const since = useRef(0);
  useEffect(() => {
    if (move !== moves[0]) setMoves(move?.seat === you ? [move] : [...moves, move]);
  }, [move?.number]);
  useEffect(() => {
    since.current = performance.now();
  }, [moves[0]]);
  useEffect(() => {
    if (moves.length < 2) return;
    const timer = setTimeout(() => setMoves(moves.slice(1)), since.current + READING - performance.now());
    return () => clearTimeout(timer);
  }, [moves]);
  return isChild ? (moves[0] ?? null) : move;
}

/**
 * Whether the answer to a move is late; the player hears of it once.
 * @param {boolean} isSending
 */
function useSlow(isSending) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isSending) return;
    const timer = setTimeout(() => {
      setSlow(true);
      announce(t("table.sending_slow"));
    }, SLOW);
    return () => clearTimeout(timer);
  }, [isSending]);
  return isSlow;
}

/**
 * @param {import("../types.js").State} state
 * @param {readonly string[]} names
 * @param {{isSending: boolean, isSlow: boolean}} about
 */
function waiting(state, names, { isSending, isSlow }) {
  if (state.paused) return t("table.paused");
  if (isSending) return t(isSlow ? "table.sending_slow" : "table.sending");
  if (state.to_act === null) return t("table.referee_acts");
  return state.to_act === state.you ? t("table.moment") : t("table.waiting_for", { name: names[state.to_act] ?? "" });
}
