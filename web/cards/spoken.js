/** The name of a card, spoken when the card is tapped. */
import { say } from "../shell/voice.js";
import { cardName } from "./names.js";

/** Say the card that was tapped, or that of the pressed control. @param {Event} event */
export function sayCard({ target }) {
  const tapped = target instanceof Element ? (target.closest("[data-card]") ?? target.closest("button")?.querySelector("[data-card]")) : null;
  const card = tapped?.getAttribute("data-card");
  if (card) say(cardName(card));
}
