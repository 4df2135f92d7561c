/** The names of players, the same in lists, at the table and in the watch views. */
import { hasText, t } from "../text/text.js";

/** @typedef {{seat: number, player: string | null, display_name: string | null, picture?: string | null, kind: string, bot: string | null}} NamedPlayer */

const GUEST = "guest-"; // the beginning of usernames of guests
const PUPIL = "pupil-"; // that of pupils of a class, which says nothing to players

/**
 * Return what the players are called by seat, each differently: those that share a name are
 * numbered by seat, from 1.
 * @param {readonly NamedPlayer[]} players
 * @param {number} seats
 */
export function namesOf(players, seats) {
  const names = Array.from({ length: seats }, (_, seat) => nameOf(players.find((each) => each.seat === seat), seat));
  return names.map((name, seat) => {
    const isShared = names.some((other, at) => other === name && at !== seat);
    const number = names.slice(0, seat + 1).filter((other) => other === name).length;
    return isShared ? t("common.name_with_number", { name, number }) : name;
  });
}

/**
 * Return the names by seat, with the usernames, or the levels of built-in bots.
 * @param {readonly NamedPlayer[]} players
 * @param {number} seats
 */
export function labelsOf(players, seats) {
  return namesOf(players, seats).map((name, seat) => {
    const player = players.find((each) => each.seat === seat);
    const handle = player ? handleOf(player) : "";
    return player && handle ? withHandle(nameOf(player, seat), handle) : name;
  });
}

/** @typedef {{username: string, display_name: string | null, picture?: string | null}} NamedAccount */

/** Return the name of an account with its username: names may look alike. @param {NamedAccount} account */
export function labelOf(account) {
  const player = playerOf(account);
  const handle = handleOf(player);
  return handle ? withHandle(nameOf(player), handle) : nameOf(player);
}

/** Return an account as a player of a game. @param {NamedAccount} account @returns {NamedPlayer} */
export const playerOf = ({ username, display_name, picture }) =>
  ({ seat: 0, player: username, display_name, picture: picture ?? null, kind: "person", bot: null });

/** Return the name of a level of built-in bots. @param {string | null} level */
export const botName = (level) => t(`common.bot_${level ?? "memory"}`);

/**
 * Return what a player is called: the display name, else the name of a guest's fish, else the
 * username.
 * @param {NamedPlayer | undefined} player @param {number} [seat]
 */
export function nameOf(player, seat = 0) {
  if (!player) return t("common.seat_number", { seat: seat + 1 });
  if (player.display_name) return player.display_name;
  if (player.kind === "built_in") return botName(player.bot);
  if (player.player === null) return t("common.closed_account");
  return player.picture && player.player.startsWith(GUEST) ? fishName(player.picture) : player.player;
}

/** Return what is shown small next to the name, or "". @param {NamedPlayer} player */
export function handleOf(player) {
  const handle = player.kind === "built_in" ? botName(player.bot) : (player.player ?? "");
  return handle === nameOf(player) || handle.startsWith(PUPIL) ? "" : handle;
}

/** Return the name of a drawn fish. @param {string} picture */
export const fishName = (picture) => (hasText(`common.fish_${picture}`) ? t(`common.fish_${picture}`) : t("common.guest"));

/** @param {string} name @param {string} handle */
const withHandle = (name, handle) => t("common.name_with_handle", { name, handle });
