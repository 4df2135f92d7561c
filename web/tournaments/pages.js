/** The buttons below a page of a list. */
import { html } from "../html.js";
import { t } from "../text/text.js";

/** @param {{page: {next: string | null, previous: string | null} | undefined, show: (cursor: string) => void}} props */
export function Pages({ page, show }) {
  /** @param {string | null | undefined} address @param {string} label */
  const button = (address, label) => {
    const cursor = address && new URL(address).searchParams.get("cursor");
    return cursor && html`<button type="button" onClick=${() => show(cursor)}>${label}</button>`;
  };
  if (!page?.next && !page?.previous) return null;
  return html`<p class="actions">
    ${button(page.previous, t("tournaments.before"))} ${button(page.next, t("tournaments.more"))}
  </p>`;
}
