// Generated from the schema of the API by `clients/python/generate.py`: do not edit.
/** Reasons after which a stream has ended for good. */
export const FINAL_REASONS = Object.freeze([
  "game_over",
  "game_closed",
  "invitation_ended",
  "seat_left",
  "invalid_token",
  "ticket_expired",
  "watch_code_ended",
  "no_games_left",
]);
