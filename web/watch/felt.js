/** The table as those see it who have no seat: every player round the felt, the stock in the middle. */
import { html, useRef } from "../html.js";
import { t } from "../text/text.js";
import { useFlights } from "../table/felt/flights.js";
import { Middle } from "../table/felt/middle.js";
import { Seat } from "../table/felt/seat.js";
import { sentences } from "../table/words/events.js";
import { speech } from "../table/words/speech.js";

/**
 * @typedef {import("../table/types.js").State} State
 * @typedef {import("../table/types.js").Move} Move
 * @typedef {import("../table/types.js").SeatedPlayer} SeatedPlayer
 */

/**
 * @param {{state: State, players: readonly SeatedPlayer[], names: readonly string[], move: Move | null,
 *   rules: Record<string, any>, isFlying?: boolean, emotes?: Record<number, {emote: string}>, skip?: (() => void) | null}} props
 *   `move` led to the state; with `isFlying` its cards travel; `skip` shows the newest position
 */
export function Felt({ state, players, names, move, rules, isFlying = true, emotes = {}, skip = null }) {
  const root = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  useFlights(root, isFlying ? move : null, null);
  const events = move?.events ?? [];
  const words = sentences(events, { names, you: null });
  return html`<section class=${`play seats-${state.seats.length}`} ref=${root} aria-label=${t("table.table")}>
    <ul class="others" aria-label=${t("watch.players")}>
      ${state.seats.map(
        (seat, at) => html`<${Seat} key=${seat.seat} state=${state} seat=${seat} name=${names[seat.seat] ?? ""}
          number=${at + 1} player=${players.find((each) => each.seat === seat.seat)} label="" choice=${null}
          isSeries=${rules["target_score"] != null} says=${speech(events, seat.seat)} emote=${emotes[seat.seat]?.emote}
          isChosen=${false} choose=${null} />`,
      )}
    </ul>
    <${Middle} state=${state} names=${names} you=${null} rules=${rules} events=${events} detail=${words.join(" ")} skip=${skip} />
  </section>`;
}
