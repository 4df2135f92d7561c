/**
 * The first game: what the guide says to ask, rank and seat. The deal and the bots follow from
 * the lesson's seed, so each of these asks shows what its step is about; `tests/play/test_lessons.py`
 * plays them.
 */
export const LESSON = "first-game";
/** @type {[string, number][]} */
export const ASKS = [["K", 1], ["7", 2], ["5", 2], ["7", 1]];
export const TABLE = { preset: "classic", seats: 3, bots: ["forgetful", "forgetful"], visibility: "private", aids: true };
