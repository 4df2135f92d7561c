/** The win chances of all seats over the moves: a graph that moves the replay. */
import { html, useLayoutEffect, useRef, useState } from "../../html.js";
import { listText, t } from "../../text/text.js";
import { chancesAt, percent } from "./figures.js";
import { Line, Mark, Sample } from "./lines.js";

const HEIGHT = 230;
const LEFT = 46; // of the labels
const EDGE = 12;
const LEVELS = [0, 0.25, 0.5, 0.75, 1];
/** Pixels: the largest mark of an ask, and the smallest whose shape can be seen. */
const MARK = { most: 5, least: 2 };

/**
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {{x: (number: number) => number, y: (share: number) => number, number: (x: number) => number, first: number, last: number}} Scale
 */

/** @param {{analysis: Analysis, shown: import("./types.js").Shown}} props */
export function Graph({ analysis, shown }) {
  const { names, at } = shown;
  const chances = analysis.win_chances;
  if (chances.length < 2) return null;
  const now = chancesAt(chances, at);
  return html`<div class="graph">
    <${Plot} analysis=${analysis} shown=${shown} />
    <ul class="legend plain">
      ${names.map((name, seat) => html`<li key=${seat}>
        <${Sample} seat=${seat} /> <span>${name}</span> <b>${now ? percent(now.shares[seat] ?? 0) : ""}</b>
      </li>`)}
    </ul>
    <p class="small soft">${t("analysis.graph_help")} <span class="keys-help">${t("analysis.graph_keys")}</span></p>
  </div>`;
}

/** @param {{analysis: Analysis, shown: import("./types.js").Shown}} props */
function Plot({ analysis, shown }) {
  const { names, at, go } = shown;
  const chances = analysis.win_chances;
  const place = /** @type {{current: HTMLElement | null}} */ (useRef(null));
  const width = useWidth(place);
  const scale = scaleOf(chances, width);
  const { first, last } = scale;
  const now = chancesAt(chances, at);
  const near = Math.min(Math.max(at, first), last);
  /** A finger that drags scrolls the page; a mouse moves the replay. @param {PointerEvent} event */
  const drag = (event) => event.pointerType === "mouse" && event.buttons && point(event);
  /** @param {MouseEvent} event */
  const point = (event) => {
    const box = place.current?.getBoundingClientRect();
    if (box) go(scale.number(event.clientX - box.left));
  };
  /** Up and down lead to asks; other keys are those of the page. @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const numbers = analysis.asks.map(({ number }) => number);
    const isUp = event.key === "ArrowUp";
    const next = isUp ? numbers.find((each) => each > at) : numbers.findLast((each) => each < at);
    if (next !== undefined) go(next);
  };
  const heard = now && listText(names.map((name, seat) => t("analysis.chance_of", { name, chance: percent(now.shares[seat] ?? 0) })));
  return html`<div class="plot" ref=${place} role="slider" tabindex="0" aria-label=${t("analysis.graph")}
    aria-valuemin=${first} aria-valuemax=${last} aria-valuenow=${near}
    aria-valuetext=${now ? t("analysis.graph_at", { move: at, chances: heard ?? "" }) : t("analysis.graph_before", { move: at })}
    onClick=${point} onPointerMove=${drag} onKeyDown=${press}>
    <svg class="win-lines" width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`} aria-hidden="true" focusable="false">
      ${LEVELS.map((level) => html`<line key=${level} class="rule" x1=${scale.x(first)} x2=${scale.x(last)} y1=${scale.y(level)} y2=${scale.y(level)} />`)}
      ${LEVELS.filter((level) => level % 0.5 === 0).map((level) => html`<text key=${level} x=${isMirrored() ? width - LEFT + 6 : LEFT - 6} y=${scale.y(level) + 4} text-anchor=${isMirrored() ? "start" : "end"} direction="ltr">${percent(level)}</text>`)}
      ${analysis.turning_points.map(({ number }) => html`<path key=${number} class="turning" d=${`M${scale.x(number) - 5} 1h10l-5 8z`} />`)}
      ${near === at && html`<line class="now" x1=${scale.x(at)} x2=${scale.x(at)} y1=${EDGE} y2=${HEIGHT - EDGE} />`}
      <${Lines} analysis=${analysis} scale=${scale} />
      ${now && names.map((_, seat) => html`<${Mark} key=${seat} seat=${seat} x=${scale.x(near)} y=${scale.y(now.shares[seat] ?? 0)} size=${7} isFull />`)}
    </svg>
  </div>`;
}

/** The lines, and the asks on the line of the seat that asked. @param {{analysis: Analysis, scale: Scale}} props */
function Lines({ analysis, scale }) {
  const { win_chances: chances, asks, seats } = analysis;
  const pace = Math.abs(scale.x(scale.last) - scale.x(scale.first)) / (scale.last - scale.first);
  const size = Math.min(Math.max(pace * 0.45, MARK.least), MARK.most);
  return html`${Array.from({ length: seats }, (_, seat) => html`<${Line} key=${seat} seat=${seat}
      points=${chances.map(({ number, shares }) => `${scale.x(number).toFixed(1)},${scale.y(shares[seat] ?? 0).toFixed(1)}`).join(" ")} />`)}
    ${asks.map(({ number, seat, hit }) => html`<${Mark} key=${`ask ${number}`} seat=${seat} x=${scale.x(number)}
      y=${scale.y(chancesAt(chances, number)?.shares[seat] ?? 0)} size=${size} isFull=${hit} />`)}`;
}

/**
 * @param {readonly import("./types.js").WinChances[]} chances
 * @param {number} width
 * @returns {Scale}
 */
function scaleOf(chances, width) {
  const first = chances[0]?.number ?? 1;
  const last = chances.at(-1)?.number ?? first;
  const part = (width - LEFT - EDGE) / Math.max(last - first, 1);
  const turned = (/** @type {number} */ x) => (isMirrored() ? width - x : x);
  return {
    first,
    last,
    x: (number) => turned(LEFT + (number - first) * part),
    y: (share) => HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE),
    number: (x) => Math.min(Math.max(first + Math.round((turned(x) - LEFT) / part), first), last),
  };
}

const isMirrored = () => document.documentElement.dir === "rtl";

/** Return the width of an element in pixels, also after it changed. @param {{current: HTMLElement | null}} place */
function useWidth(place) {
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(Math.floor(element.clientWidth), 200));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}
