/** How far the time of a message may be from now. */
const OLDEST_SECONDS = 300;
const MOST_SIGNATURES = 10;

/** The message was not signed with the secret, or not now, or is none. Answer with status 400. */
export class UnverifiedWebhook extends Error {}

/**
 * Return a message of a webhook if the secret signed it, as Standard Webhooks 1.0.0 says, and at
 * most five minutes ago. Drop messages whose `webhook-id` is known: a server repeats them until they
 * are answered with a status of 2xx.
 *
 * @param {string | Uint8Array<ArrayBuffer>} body what was received, byte for byte
 * @param {Iterable<[string, string | string[]]> | Record<string, string | string[] | undefined>} headers
 *   `Headers`, a map or an object, with names in any case
 * @param {string} secret `whsec_` and Base64
 * @param {{ now?: number }} [options] `now` in Unix seconds
 * @returns {Promise<any>}
 * @throws {UnverifiedWebhook} if it cannot be verified: answer with status 400
 */
export async function verifyWebhook(body, headers, secret, { now = Date.now() / 1000 } = {}) {
  const timestamp = valueOf(headers, "webhook-timestamp");
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new UnverifiedWebhook("There is no webhook-timestamp in seconds.");
  if (Math.abs(now - Number(timestamp)) > OLDEST_SECONDS) {
    throw new UnverifiedWebhook("The message is more than five minutes old.");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const start = new TextEncoder().encode(`${valueOf(headers, "webhook-id")}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  const key = await keyOf(secret, ["verify"]);
  for (const signature of valueOf(headers, "webhook-signature").split(" ").slice(0, MOST_SIGNATURES)) {
    const given = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : null;
    if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) return messageOf(bytes);
  }
  throw new UnverifiedWebhook("No webhook-signature is of this secret.");
}

/**
 * Return the JSON to answer a verified message of type `challenge` with, which proves that this
 * program knows the secret.
 *
 * @param {{ data: { challenge: string } }} message
 * @param {string} secret
 */
export async function answerChallenge(message, secret) {
  const challenge = new TextEncoder().encode(message.data.challenge);
  const answer = await crypto.subtle.sign("HMAC", await keyOf(secret, ["sign"]), challenge);
  return { answer: btoa(String.fromCharCode(...new Uint8Array(answer))) };
}

/**
 * Return the value of a header, which is there once. Two values that were joined have a comma and a space.
 *
 * @param {Iterable<[string, string | string[]]> | Record<string, string | string[] | undefined>} headers
 * @param {string} name
 */
function valueOf(headers, name) {
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const [value, ...others] = pairs.flatMap(([each, values]) => (String(each).toLowerCase() === name ? values ?? [] : []));
  if (typeof value === "string" && !others.length && /^[\0-\x7f]*$/.test(value) && !value.includes(", ")) return value;
  throw new UnverifiedWebhook(`There is no ${name} of ASCII, or more than one.`);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function messageOf(bytes) {
  try {
    const message = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    if (message && typeof message === "object" && !Array.isArray(message)) return message;
  } catch {
    // No UTF-8, or no JSON.
  }
  throw new UnverifiedWebhook("The body is no JSON object in UTF-8.");
}

/**
 * @param {string} secret
 * @param {KeyUsage[]} uses
 */
function keyOf(secret, uses) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes) throw new Error("A secret is whsec_ and Base64.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, uses);
}

/** @param {string} text Base64 */
function bytesOf(text) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
