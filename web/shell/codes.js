/** Where a code or a link leads that a person types: one field takes all of them. */

const GAME = /^[0-9A-Za-z]{11}$/;
/** As the server makes them: without letters and digits that people confuse. */
const CLASS_CODE = /^[2-9A-HJ-NP-Z]{10}$/;
const DEVICE_CODE = /^[A-Z]{4}-[A-Z]{4}$/i;
const TABLE_CODE = /^[2-9A-HJ-NP-Z]{8}$/;

/** Where a table can be joined with its code. @param {string} game @param {string} code */
export const joinPath = (game, code) => `/join/${game}#${new URLSearchParams({ code: code.trim() })}`;

/**
 * Return the page for a code, for a game's number with its code, or for a link of this server;
 * another server's name; or what is wrong.
 * @param {string} text
 * @param {{origin: string, routeOf: (path: string) => unknown}} server this one
 * @returns {{address: string} | {otherServer: string} | {wrong: "unknown" | "needs_number"}}
 */
export function whereTo(text, server) {
  const given = text.trim();
  if (given.includes("/")) return inLink(given, server); // also without its protocol, as on a sheet
  const letters = given.replace(/[\s-]/g, "").toUpperCase();
  if (CLASS_CODE.test(letters)) return { address: `/class#${letters}` };
  if (DEVICE_CODE.test(given)) return { address: `/device#${given.toUpperCase()}` };
  if (TABLE_CODE.test(letters)) return { wrong: "needs_number" };
  const [game = "", code = "", ...rest] = given.split(/[\s,;]+/);
  if (!GAME.test(game) || rest.length) return { wrong: "unknown" };
  return { address: code ? joinPath(game, code) : `/join/${game}` };
}

/** @param {string} link @param {{origin: string, routeOf: (path: string) => unknown}} server @returns {ReturnType<typeof whereTo>} */
function inLink(link, { origin, routeOf }) {
  const whole = /^https?:/i.test(link) ? link : `${new URL(origin).protocol}//${link}`;
  if (!URL.canParse(whole)) return { wrong: "unknown" };
  const { origin: theirs, host, href, pathname, hash } = new URL(whole);
  if (theirs !== origin) return { otherServer: host };
  const [, game = ""] = /^\/games\/(\w+)\/?$/.exec(pathname) ?? [];
  // A game's own address invites, as a friend has copied it; that for watchers does not.
  if (game && !new URLSearchParams(hash.slice(1)).has("watch")) return { address: `/join/${game}${hash}` };
  return routeOf(pathname) ? { address: href } : { wrong: "unknown" };
}
