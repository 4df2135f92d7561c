/** The next step of those who direct: one clear button, with the choices that belong to it. */
import { html, useEffect, useRef } from "../html.js";
import { t } from "../text/text.js";

/** The panel of a step: give it a `key` that changes with the step. @param {{children: any}} props */
export function StepPanel({ children }) {
  const panel = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  // The next button has the focus, so that Enter alone goes through an event.
  useEffect(() => {
    const { activeElement: now } = document;
    if (!now || now === document.body) panel.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  return html`<section class="panel class-next" aria-label=${t("classes.next_step")} ref=${panel}>${children}</section>`;
}

/** @param {{label: string, running: boolean, onClick: () => void}} props */
export function Main({ label, running, onClick }) {
  return html`<button type="button" class="primary big" aria-disabled=${running} onClick=${() => running || onClick()}>${label}</button>`;
}
