/** The scrubber and the buttons, and what else can be chosen. */
import { html } from "../html.js";
import { CopyButton } from "../shell/copy.js";
import { numberText, t } from "../text/text.js";
import { SPEEDS } from "./playback.js";

const ICONS = {
  first: "M5 5h2v14H5zM19 5v14l-10-7z",
  back: "M16 5v14L6 12z",
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  forward: "M8 5v14l10-7z",
  last: "M17 5h2v14h-2zM5 5v14l10-7z",
};

/**
 * @param {{playback: import("./playback.js").Playback, last: number, books: readonly number[]}} props
 *   `books` are the moves that made a book, which the scrubber marks
 */
export function Controls({ playback, last, books }) {
  const { at, isPlaying, go, step, toggle } = playback;
  const label = t("watch.move_of", { move: at, last });
  const share = (/** @type {number} */ move) => `${(100 * (move - 1)) / Math.max(last - 1, 1)}%`;
  return html`<section class="controls" aria-label=${t("watch.controls")}>
    <div class="scrubber">
      <input type="range" min="1" max=${last} value=${at} aria-label=${t("watch.move")} aria-valuetext=${label}
        style=${{ "--part": share(at) }} onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} />
      <div class="marks" aria-hidden="true">
        ${books.map((move) => html`<i key=${move} style=${{ insetInlineStart: share(move) }}></i>`)}
      </div>
    </div>
    <div class="control-row">
      <div class="buttons">
        <${Control} icon="first" label=${t("watch.first")} act=${() => go(1)} isOff=${at === 1} />
        <${Control} icon="back" label=${t("watch.back")} act=${() => step(-1)} isOff=${at === 1} />
        <${Control} icon=${isPlaying ? "pause" : "play"} label=${t(isPlaying ? "watch.pause" : "watch.play")} act=${toggle} isMain />
        <${Control} icon="forward" label=${t("watch.forward")} act=${() => step(1)} isOff=${at === last} />
        <${Control} icon="last" label=${t("watch.last")} act=${() => go(last)} isOff=${at === last} />
      </div>
      <p class="moment">${label}</p>
    </div>
  </section>`;
}

/**
 * Whose view is shown, how fast, and a link to the moment.
 * @param {{playback: import("./playback.js").Playback, names: readonly string[], address: string}} props
 */
export function Options({ playback, names, address }) {
  const { seat, speed, look, setSpeed } = playback;
  return html`<div class="options">
    <label>${t("watch.view")}
      <select onChange=${(/** @type {any} */ { target }) => look(target.value === "" ? null : Number(target.value))}>
        <option value="" selected=${seat === null}>${t("watch.view_all")}</option>
        ${names.map((name, at) => html`<option key=${at} value=${at} selected=${seat === at}>${t("watch.view_seat", { name })}</option>`)}
      </select>
    </label>
    <label>${t("watch.speed")}
      <select onChange=${(/** @type {any} */ { target }) => setSpeed(Number(target.value))}>
        ${SPEEDS.map((each) => html`<option key=${each} value=${each} selected=${speed === each}>${t("watch.speed_times", { speed: numberText(each) })}</option>`)}
      </select>
    </label>
    <${LinkButton} address=${address} />
  </div>`;
}

/**
 * @param {{icon: keyof typeof ICONS, label: string, act: () => void, isOff?: boolean, isMain?: boolean}} props
 */
function Control({ icon, label, act, isOff = false, isMain = false }) {
  return html`<button type="button" class=${isMain ? "primary control" : "control"} aria-label=${label} title=${label}
    aria-disabled=${isOff} onClick=${() => isOff || act()}>
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d=${ICONS[icon]} fill="currentColor" /></svg>
  </button>`;
}

/** Copies the address of the shown move; where that is forbidden, shows it. @param {{address: string}} props */
export function LinkButton({ address }) {
  return html`<${CopyButton} button=${t("watch.copy_link")} label=${t("watch.link_label")} text=${new URL(address, location.href).href} />`;
}
