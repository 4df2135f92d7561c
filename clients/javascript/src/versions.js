/**
 * Return the ETag of a state, for `If-None-Match`: its version, and the seat that looks.
 *
 * @param {{version: number, you: number | null}} state
 */
export const etagOf = ({ version, you }) => `"${version}-${you ?? "s"}"`;

/**
 * Return the `If-Match` of a command that is only valid in this version of a game.
 *
 * @param {number} version
 */
export const ifMatch = (version) => `"${version}"`;
