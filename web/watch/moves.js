/** The moves of a game in words. */
import { html, useEffect, useRef } from "../html.js";
import { numberText, t } from "../text/text.js";
import { sentences } from "../table/words/events.js";

/**
 * @typedef {import("../table/types.js").Move} Move
 */

/**
 * The newest moves of a running game, the newest first.
 * @param {{moves: readonly Move[], names: readonly string[], reached: number, isLoading?: boolean}} props
 *   `isLoading` while the moves before them are read
 */
export function NewestMoves({ moves, names, reached, isLoading = false }) {
  const lines = inWords(moves, names).filter(({ number }) => number <= reached);
  return html`<section class="history" aria-labelledby="moves-title">
    <h2 id="moves-title">${t("watch.moves")}</h2>
    <ol class="moves plain-moves" reversed tabindex="0" aria-labelledby="moves-title">
      ${lines.slice(-60).reverse().map(({ number, words }) => html`<li key=${number} value=${number}><p>${words}</p></li>`)}
    </ol>
    ${isLoading && html`<p class="loading">${t("common.loading")}</p>`}
  </section>`;
}

/**
 * All moves, oldest first, each a link to its moment.
 * @param {{moves: readonly Move[], names: readonly string[], at: number, address: (number: number) => string}} props
 */
export function LinkedMoves({ moves, names, at, address }) {
  const list = /** @type {{current: HTMLOListElement | null}} */ (useRef(null));
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]");
    if (!list.current || !(current instanceof HTMLElement)) return;
    // Scrolls the list alone: the page stays where the reader is.
    const middle = current.offsetTop - (list.current.clientHeight - current.offsetHeight) / 2;
    list.current.scrollTo({ top: middle });
  }, [at]);
  return html`<section class="history" aria-labelledby="moves-title">
    <h2 id="moves-title">${t("watch.moves")}</h2>
    <ol class="moves linked-moves" ref=${list} tabindex="0" aria-labelledby="moves-title">
      ${inWords(moves, names).map(
        ({ number, words }) => html`<li key=${number} value=${number}>
          <a href=${address(number)} aria-current=${number === at ? "step" : null}>
            <span class="number">${numberText(number)}</span> <span>${words}</span>
          </a>
        </li>`,
      )}
    </ol>
  </section>`;
}

/**
 * Return the moves that have words: those before the start have none.
 * @param {readonly Move[]} moves
 * @param {readonly string[]} names
 */
function inWords(moves, names) {
  return moves
    .map(({ number, events }) => ({ number, words: sentences(events, { names, you: null }).join(" ") }))
    .filter(({ words }) => words);
}
