/** A question before something that cannot be undone. The focus begins at the way back. */
import { html } from "../html.js";
import { t } from "../text/text.js";
import { Dialog } from "./dialog.js";
import { Fault } from "./faults.js";

/**
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
