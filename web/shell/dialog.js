/** A dialog of the browser: it holds the focus, Escape closes it, and the focus returns. */

import { html, useEffect, useRef } from "../html.js";
import { t } from "../text/text.js";
import { Fault } from "./faults.js";

/**
 * @param {{title: string, close: () => void, closeText?: string, children: any}} props
 *   with `closeText` the focus begins at the button that closes
 */
export function Dialog({ title, close, closeText, children }) {
  const dialog = /** @type {{current: HTMLDialogElement | null}} */ (useRef(null));
  const back = /** @type {{current: HTMLButtonElement | null}} */ (useRef(null));
  useEffect(() => {
    const before = document.activeElement;
    const own = dialog.current;
    own?.showModal();
    if (closeText) back.current?.focus();
    return () => {
      // What the answer has led to may have taken the focus already.
      const { activeElement: now } = document;
      const isFree = !now || now === document.body || own?.contains(now);
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return html`<dialog ref=${dialog} aria-labelledby="dialog-title" onClose=${close}>
    <h2 id="dialog-title">${title}</h2>
    ${children}
    <button type="button" class="quiet close" ref=${back} onClick=${() => dialog.current?.close()}>
      ${closeText ?? t("common.close")}
    </button>
  </dialog>`;
}

/**
 * A question before something that cannot be undone. The focus begins at the way back.
 * @param {{title: string, confirm: string, onConfirm: () => void, close: () => void,
 *   running?: boolean, error?: unknown, children: any}} props
 */
export function Question({ title, confirm, onConfirm, close, running = false, error, children }) {
  return html`<${Dialog} title=${title} close=${close} closeText=${t("common.cancel")}>
    ${children}
    ${error && html`<${Fault} error=${error} />`}
    <p class="actions">
      <button type="button" class="danger" onClick=${onConfirm} aria-disabled=${running}>${confirm}</button>
    </p>
  <//>`;
}
