/** Texts to copy. A browser has no clipboard on pages without https, and may refuse it: then the text is selected. */

import { html, useEffect, useId, useRef, useState } from "../html.js";
import { announce } from "./announce.js";
import { t } from "../text/text.js";

/** @param {string} text */
const isCopied = (text) => navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;

/**
 * A text in a field, with a button that copies it.
 * @param {{label: string, text: string, isRefused?: boolean}} props `isRefused` if copying has failed already
 */
export function CopyField({ label, text, isRefused = false }) {
  const id = useId();
  const input = /** @type {{current: HTMLInputElement | null}} */ (useRef(null));
  const [report, setReport] = useState("");
  const select = () => {
    setReport(t("common.copy_by_hand"));
    input.current?.focus();
    input.current?.select();
  };
  const copy = async () => ((await isCopied(text)) ? setReport(t("common.copied")) : select());
  useEffect(() => {
    if (isRefused) select();
  }, [isRefused]);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <div class="copy">
      <input id=${id} ref=${input} readonly value=${text} aria-describedby=${`${id}-report`} onFocus=${() => input.current?.select()} />
      <button type="button" onClick=${copy}>${t("common.copy")}</button>
    </div>
    <p class="hint" role="status" id=${`${id}-report`}>${report}</p>
  </div>`;
}

/**
 * A button that copies a text, and shows it where it cannot.
 * @param {{button: string, label: string, text: string}} props `label` of the field with the text
 */
export function CopyButton({ button, label, text }) {
  const [isDone, setDone] = useState(/** @type {boolean | null} */ (null));
  const copy = async () => {
    const isNowDone = await isCopied(text);
    setDone(isNowDone);
    if (isNowDone) announce(t("common.copied"));
  };
  useEffect(() => setDone(null), [text]);
  return html`<button type="button" onClick=${copy}>${button}</button>
    ${isDone && html`<span class="hint">${t("common.copied")}</span>`}
    ${isDone === false && html`<${CopyField} label=${label} text=${text} isRefused />`}`;
}
