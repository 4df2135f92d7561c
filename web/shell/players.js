/** The names of players, the same in lists, at the table and in the watch views. */
import { t } from "../text/text.js";

/** @typedef {{seat: number, player: string | null, display_name: string | null, kind: string, bot: string | null}} NamedPlayer */

/**
 * Return the usernames of players by seat. Built-in bots of one level, and closed accounts,
 * are numbered by seat, from 1: the number of a bot is that of the key that chooses it.
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
 * Return the usernames by seat, with the display names.
 * @param {readonly NamedPlayer[]} players
 * @param {number} seats
 */
export function labelsOf(players, seats) {
  return namesOf(players, seats).map((name, seat) => labelOf(name, players.find((each) => each.seat === seat)?.display_name));
}

/** Return a username with the display name: display names may look alike. @param {string} username @param {string | null} [shown] */
export const labelOf = (username, shown) => (shown ? `${username} (${shown})` : username);

/** Return the name of a built-in bot. @param {string | null} level */
export const botName = (level) => t(`common.bot_${level ?? "memory"}`);

/** @param {NamedPlayer | undefined} player @param {number} seat */
function nameOf(player, seat) {
  if (!player) return t("common.seat_number", { seat: seat + 1 });
  if (player.kind === "built_in") return botName(player.bot);
  return player.player ?? t("common.closed_account");
}
