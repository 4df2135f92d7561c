/** What the form for a new tournament holds, and the request that it makes. */

const HALF_HOUR = 30 * 60_000; // milliseconds
const FIVE_MINUTES = 5 * 60_000;
const MOST_IN_ROUND_ROBIN = 16;

/** @typedef {ReturnType<typeof usualTerms>} Terms */

/** Return the terms that the form begins with. @param {number} now */
export const usualTerms = (now) => ({
  ...{ name: "", format: "rounds", seats: "4", rounds: "5", minutes: "60", entry: "open", kinds: "people" },
  ...{ at: localTime(Math.ceil((now + HALF_HOUR) / FIVE_MINUTES) * FIVE_MINUTES), late: "0", preset: "classic" },
  ...{ clock: "60", least: "2", most: "100", rated: false },
});

/** Return a time as a field for times takes it, by the clock of the device. @param {number} time */
export function localTime(time) {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Whether a number of rounds is needed: two at a table need as many as there are players. @param {Pick<Terms, "format" | "seats">} terms */
export const hasRounds = ({ format, seats }) => format === "rounds" || (format === "round_robin" && seats !== "2");

/** Whether the games can be rated. @param {Pick<Terms, "entry" | "kinds">} terms */
export const mayBeRated = ({ entry, kinds }) => entry === "open" && kinds !== "both";

/** @param {Terms} terms */
export function bodyOf(terms) {
  const { name, format, entry, kinds, preset } = terms;
  const most = Number(terms.most);
  return {
    ...{ name: name.trim(), format, entry, kinds, preset },
    ...{ seats: Number(terms.seats), turn_seconds: Number(terms.clock), starts_at: new Date(terms.at).toISOString() },
    players_min: Number(terms.least),
    players_max: format === "round_robin" ? Math.min(most, MOST_IN_ROUND_ROBIN) : most,
    ...(hasRounds(terms) && { rounds: Number(terms.rounds) }),
    ...(format === "arena" && { minutes: Number(terms.minutes) }),
    ...(format === "rounds" && { late_until: Math.min(Number(terms.late), Number(terms.rounds)) }),
    ...(terms.rated && mayBeRated(terms) && { rated: true }),
  };
}
