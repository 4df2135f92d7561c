/** The calls about tournaments, and what follows from where one is. */
import { PATIENCE } from "../shell/requests.js";
import { session } from "../shell/session.js";

/**
 * @typedef {import("../../clients/generated/gofish.d.ts").components["schemas"]} Schemas
 * @typedef {Schemas["Tournament"]} Tournament
 * @typedef {Schemas["Standing"]} Standing
 * @typedef {Schemas["TournamentTable"]} Table
 * @typedef {(send: () => Promise<Tournament>, done?: string) => Promise<void>} Act
 *   sends a decision and shows its answer; `done` is announced, else where the tournament is then
 */

/** The options of every call about a tournament. @param {string} id */
export const of = (id) => ({ params: { tournament_id: id }, patience: PATIENCE });

/** Decide as a director. @param {string} id @param {Schemas["DirectRequest"]} body */
export const direct = (id, body) => session.client.post("/tournaments/{tournament_id}/direct", { ...of(id), body });

/**
 * @template {"standings" | "tables"} What
 * @param {string} id @param {What} what @param {object} query @param {AbortSignal} [signal]
 * @returns {Promise<What extends "tables" ? Schemas["TournamentTablePage"] : Schemas["StandingsPage"]>}
 */
export function readPage(id, what, query, signal) {
  return /** @type {any} */ (session.client).get(`/tournaments/{tournament_id}/${what}`, { ...of(id), query, signal });
}

/** Return the address with which players join. @param {Pick<Tournament, "id" | "join_code">} tournament */
export const linkOf = ({ id, join_code: code }) => `${location.origin}/tournaments/${id}${code ? `#code=${code}` : ""}`;

/** Whether players may still join. @param {Pick<Tournament, "status" | "format" | "round" | "late_until">} tournament */
export function isOpen({ status, format, round, late_until }) {
  if (status !== "running" && status !== "paused") return status === "open";
  return format === "arena" || (format === "rounds" && round <= late_until);
}

/** Whether a tournament has ended. @param {{status: string}} tournament */
export const hasEnded = ({ status }) => status === "over" || status === "cancelled";

/** Whether the account takes part. @param {Pick<Tournament, "me">} tournament */
export const takesPart = ({ me }) => me?.status === "active" || me?.status === "paused";

/**
 * Return the next step of a director.
 * @param {Pick<Tournament, "status" | "phase" | "format" | "players" | "players_min">} tournament
 */
export function stepOf({ status, phase, format, players, players_min: least }) {
  if (status === "open") return players < least ? "gather" : "begin";
  if (status !== "running") return status;
  if (format === "arena") return "arena";
  return phase === "confirming" ? "confirm" : "play";
}

/**
 * Return what a player waits for or does.
 * @param {Pick<Tournament, "status" | "phase" | "format" | "me">} tournament
 * @param {boolean | null} isSeated whether the player has a table in this round, as far as is known
 */
export function situationOf({ status, phase, format, me }, isSeated) {
  if (me?.status === "paused") return "paused";
  if (status !== "running" || me?.status !== "active") return "";
  if (me.table) return "seated";
  if (format === "arena") return me.ready ? "arena_ready" : "arena_confirm";
  if (phase === "confirming") return me.ready ? "ready" : "confirm";
  if (isSeated) return "played";
  return me.ready ? isSeated === false ? "rests" : "played" : "missed";
}

/** Return the mean of a full table, which a rest gives. @param {Pick<Tournament, "place_points" | "seats">} tournament */
export function restPoints({ place_points: tables, seats }) {
  const points = pointsOf({ place_points: tables, seats });
  return points.reduce((sum, each) => sum + each, 0) / points.length;
}

/** Return the points of the places at a full table. @param {Pick<Tournament, "place_points" | "seats">} tournament */
export const pointsOf = ({ place_points: tables, seats }) => tables.find((table) => table.seats === seats)?.points ?? [0];
