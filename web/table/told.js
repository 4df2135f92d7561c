/** What a screen reader says of a game while it happens: each move and each emote once. */
import { useEffect, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { t } from "../text/text.js";
import { EMOTES } from "./felt/emotes.js";
import { sentences } from "./words/events.js";

/**
 * Say each move once, but not those from before the page was opened.
 * @param {import("./types.js").Move | null} move
 * @param {{names: readonly string[], you: number | null}} listener
 */
export function useTold(move, { names, you }) {
  const [first, setFirst] = useState(move?.number ?? null);
  useEffect(() => {
    if (!move) return;
    if (first === null) setFirst(move.number);
    else if (move.number > first) announce(sentences(move.events, { names, you, spoken: true }).join(" "));
  }, [move?.number]);
}

/**
 * Say each emote once.
 * @param {Record<number, {emote: string, id: number}>} emotes by seat
 * @param {readonly string[]} names
 */
export function useEmotesTold(emotes, names) {
  const [heard] = useState(() => new Set());
  useEffect(() => {
    for (const [seat, { emote, id }] of Object.entries(emotes)) {
      if (heard.has(id) || !EMOTES.includes(emote)) continue;
      heard.add(id);
      announce(`${names[Number(seat)] ?? ""}: ${t(`table.emotes.${emote}`)}`);
    }
  }, [emotes]);
}
