/** The terms of a tournament in words. */
import { dateText, t } from "../text/text.js";

/** Return who hosts it, and when it starts or began. @param {Pick<import("./calls.js").Tournament, "host" | "started_at" | "starts_at">} entry */
export const hostText = ({ host, started_at: began, starts_at: at }) => t(began ? "tournaments.by_began" : "tournaments.by", { host, at: dateText(began ?? at) });

/** @param {import("../../clients/generated/gofish.d.ts").components["schemas"]["TournamentEntry"]} entry */
export function termsText(entry) {
  const length =
    entry.minutes === null
      ? entry.rounds === null
        ? t("tournaments.format_round_robin")
        : t("tournaments.rounds", { count: entry.rounds })
      : t("tournaments.minutes", { count: entry.minutes });
  return [
    length,
    t("tournaments.seats", { count: entry.seats }),
    t("tournaments.players", { count: entry.players, most: entry.players_max }),
    t(`tournaments.kinds_${entry.kinds}`),
    t(entry.rated ? "tournaments.rated" : "tournaments.unrated"),
  ].join(" · ");
}
