/** What the API says of classes. */

/**
 * @typedef {{seat: number, place: number | null, name: string | null, bot: boolean}} Seat
 * @typedef {{number: number, status: "formed" | "playing" | "over", game: string | null, seats: Seat[],
 *   version: number, turn: number | null, deadline: string | null, scores: number[] | null}} Table
 * @typedef {{number: number, name: string, signed_in: boolean, online: boolean, table: number | null}} Place
 * @typedef {{place: number, name: string, code: string}} Code
 * @typedef {{id: string, name: string, kind: "class" | "party", language: string,
 *   status: "waiting" | "formed" | "playing" | "between" | "over", sign_in_until: string | null,
 *   paused: boolean, delete_at: string, created_at: string, round: number, round_ends_at: string | null,
 *   seats: number, size: number}} Terms
 * @typedef {Terms & {places: Place[], tables: Table[], codes?: Code[], party_code?: string | null}} Group
 * @typedef {Terms & {signed_in: number}} Entry
 * @typedef {{id: string, name: string, language: string, status: Terms["status"], paused: boolean,
 *   round: number, round_ends_at: string | null, place: number, me: string, table: number | null,
 *   game: string | null}} Mine
 * @typedef {{place: number, name: string, rank: number, games: number, firsts: number, books: number,
 *   asks: number, hits: number, tables: {round: number, table: number, books: number, first: boolean}[]}} Result
 */

export {};
