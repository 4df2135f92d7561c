/** Read what a person pasted: a link of an invitation, or the number of a game and its code. */

const ID = /^[A-Za-z0-9_-]{11}$/;

/**
 * Return the game and its code, another server's name, or null if the text is neither.
 * @param {string} text
 * @param {string} origin of this server
 * @returns {{game: string, code: string} | {otherServer: string} | null}
 */
export function invitationIn(text, origin) {
  const given = text.trim();
  if (/^https?:\/\//i.test(given)) return inLink(given, origin);
  const [game = "", code = "", ...rest] = given.split(/[\s,;]+/);
  return ID.test(game) && !rest.length ? { game, code } : null;
}

/** @param {string} link @param {string} origin @returns {ReturnType<typeof invitationIn>} */
function inLink(link, origin) {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.origin !== origin) return { otherServer: url.host };
  const fragment = new URLSearchParams(url.hash.slice(1));
  const game = fragment.get("game") ?? /^\/(?:games|join)\/([^/]+)/.exec(url.pathname)?.[1] ?? "";
  return ID.test(game) ? { game, code: fragment.get("code") ?? "" } : null;
}
