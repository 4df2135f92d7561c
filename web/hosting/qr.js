/** An address as a QR code. */
import { html } from "../html.js";
import { correction, generate } from "../vendor/qrcode.js";

/** @param {{address: string, label: string}} props */
export function Qr({ address, label }) {
  const drawn = generate(address, { minCorrectionLevel: correction.M });
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
