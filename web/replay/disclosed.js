/** Parts of a page that are loaded when they are first opened. */
import { html, useEffect, useRef, useState } from "../html.js";
import { Fault, ViewMissing } from "../shell/faults.js";
import { t } from "../text/text.js";

/**
 * @param {{title: string, load: () => Promise<{default: (props: any) => any}>, content: Record<string, any>, isWanted?: boolean}} props
 *   `content` are the properties of the part; it is opened at once if the address wants it
 */
export function Disclosed({ title, load, content, isWanted = false }) {
  const box = /** @type {{current: HTMLDetailsElement | null}} */ (useRef(null));
  useEffect(() => {
    if (!isWanted || !box.current) return;
    box.current.open = true;
    box.current.scrollIntoView({ block: "start" });
  }, [isWanted]);
  const [part, setPart] = useState(/** @type {{view?: any, error?: unknown}} */ ({}));
  const [isOpen, setOpen] = useState(false);
  const { view: View, error } = part;
  /** @param {any} event */
  const toggle = ({ target }) => {
    setOpen(target.open);
    if (!target.open || View) return;
    load().then(
      (loaded) => setPart({ view: loaded.default }),
      () => setPart({ error: new ViewMissing() }),
    );
  };
  return html`<details class="panel disclosed" ref=${box} onToggle=${toggle}>
    <summary><h2>${title}</h2></summary>
    ${isOpen && error && html`<${Fault} error=${error} />`}
    ${isOpen && !View && !error && html`<p class="loading" role="status">${t("common.loading")}</p>`}
    ${isOpen && View && html`<${View} ...${content} />`}
  </details>`;
}
