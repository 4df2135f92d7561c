/** How the line of a seat looks: each differs by dashes, of cards/lines.css, and marks, and not only by colour. */
import { html } from "../../html.js";

/** Outlines of the marks within one unit around the origin, by seat. */
const MARKS = [
  "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z",
  "M-.9-.9h1.8v1.8h-1.8z",
  "M0-1.15L1.1.85h-2.2z",
  "M0-1.25L1.25 0 0 1.25-1.25 0z",
  "M0 1.15L1.1-.85h-2.2z",
  "M-.4-1.1h.8v.7h.7v.8h-.7v.7h-.8v-.7h-.7v-.8h.7z",
];

/** @param {{seat: number, points: string}} props */
export function Line({ seat, points }) {
  return html`<polyline class=${`line seat-${seat % MARKS.length}`} points=${points} />`;
}

/**
 * The mark of a seat; an ask that hit is full.
 * @param {{seat: number, x: number, y: number, size: number, isFull: boolean}} props
 */
export function Mark({ seat, x, y, size, isFull }) {
  return html`<path class=${`mark seat-${seat % MARKS.length} ${isFull ? "full" : ""}`} d=${MARKS[seat % MARKS.length]}
    transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})`} />`;
}

/** A piece of the line, for the legend. @param {{seat: number}} props */
export function Sample({ seat }) {
  return html`<svg class="win-lines sample" width="44" height="16" viewBox="0 0 44 16" aria-hidden="true">
    <${Line} seat=${seat} points="1,8 43,8" />
    <${Mark} seat=${seat} x=${22} y=${8} size=${5} isFull />
  </svg>`;
}
