/** A dialog of the browser: it holds the focus, and Escape closes it. */

import { html, useEffect, useRef } from "../html.js";
import { t } from "../text/text.js";

/** @param {{title: string, close: () => void, children: any}} props */
export function Dialog({ title, close, children }) {
  const dialog = /** @type {{current: HTMLDialogElement | null}} */ (useRef(null));
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`<dialog ref=${dialog} aria-labelledby="dialog-title" onClose=${close}>
    <h2 id="dialog-title">${title}</h2>
    ${children}
    <button type="button" class="quiet close" onClick=${() => dialog.current?.close()}>${t("common.close")}</button>
  </dialog>`;
}
