/** Preset emotes: a button that offers them, and the bubble of a player who sent one. */

import { html, useEffect, useRef, useState } from "../../html.js";
import { t } from "../../text/text.js";

export const EMOTES = [
  ...["hello", "good_luck", "thinking", "hurry", "nice", "lucky"],
  ...["go_fish", "oops", "sorry", "thanks", "wow", "good_game"],
];

/** @param {{send: (emote: string) => void}} props */
export function EmoteButton({ send }) {
  const [isOpen, setOpen] = useState(false);
  const list = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  // It opens upwards, over the table: in a small window that can be out of sight.
  useEffect(() => list.current?.scrollIntoView({ block: "nearest" }), [isOpen]);
  const choose = (/** @type {string} */ emote) => {
    setOpen(false);
    send(emote);
  };
  const closeOnEscape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") setOpen(false);
  };
  return html`<span class="emotes" onKeyDown=${closeOnEscape}>
    <button type="button" class="emote-button" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
      ${t("table.emote")}
    </button>
    ${isOpen &&
    html`<ul class="emote-list" ref=${list} aria-label=${t("table.emote")}>
      ${EMOTES.map((emote) => html`<li key=${emote}>
        <button type="button" onClick=${() => choose(emote)}>${t(`table.emotes.${emote}`)}</button>
      </li>`)}
    </ul>`}
  </span>`;
}

/** @param {{emote: string | undefined}} props */
export function Emote({ emote }) {
  return emote && EMOTES.includes(emote) ? html`<span class="emote">${t(`table.emotes.${emote}`)}</span>` : null;
}
