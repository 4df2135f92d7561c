/** Codes of pupils and parties: how they are written, and as a QR code. */
import { html } from "../html.js";
import { t } from "../text/text.js";
import { correction, generate } from "../vendor/qrcode.js";

/** Return a code in two groups, easy to copy. @param {string} code */
export const written = (code) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Return the address that a code opens. What stands after `#` is never sent. @param {string} code */
export const addressOf = (code) => `${location.origin}/class#${code}`;

/** Return the address to type, without the protocol. */
export const typedAddress = () => `${location.host}/class`;

/** @param {{code: string, label?: string}} props */
export function Qr({ code, label = t("classes.qr", { code: written(code) }) }) {
  const drawn = generate(addressOf(code), { minCorrectionLevel: correction.M });
  const { size } = drawn;
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) if (drawn.get(column, row)) path += `M${column} ${row}h1v1h-1z`;
  }
  // The light edge belongs to the code: scanners need four modules of it.
  return html`<svg class="qr" viewBox=${`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <path fill="#fff" d=${`M-4 -4h${size + 8}v${size + 8}h-${size + 8}z`} /><path fill="#000" d=${path} />
  </svg>`;
}
