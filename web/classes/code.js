/** Codes of pupils and parties: how they are written, and as a QR code. */
import { Qr } from "../hosting/qr.js";
import { html } from "../html.js";
import { t } from "../text/text.js";

/** Return a code in two groups, easy to copy. @param {string} code */
export const written = (code) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Return the address that a code opens. What stands after `#` is never sent. @param {string} code */
const addressOf = (code) => `${location.origin}/class#${code}`;

/** Return the address to type, without the protocol. */
export const typedAddress = () => `${location.host}/class`;

/** @param {{code: string}} props */
export const CodeQr = ({ code }) => html`<${Qr} address=${addressOf(code)} label=${t("classes.qr", { code: written(code) })} />`;
