/**
 * Shapes of the API that the table uses.
 *
 * @typedef {{rank: string | null, cards: string[] | null}} Book
 * @typedef {{seat: number, taken: boolean, left: boolean, bot: string | null, hand_size: number,
 *   hand: string[] | null, books: Book[], total: number, barred: string[], misses_turns: number}} SeatState
 * @typedef {Record<string, any> & {type: string}} Event
 * @typedef {{number: number, seat: number | null, at: string, digest: string, events: Event[]}} Move
 * @typedef {{type: string, target?: number, rank?: string, card?: string, cards?: string[],
 *   position?: number, reason?: string}} Action
 * @typedef {{game: string, version: number, phase: string, turn_seconds: number | null, rated: boolean | null,
 *   deadline: string | null, dealer: number | null, deal: number, turn: number | null,
 *   to_act: number | null, asked: Event | null, closing: string | null, stock: number,
 *   seats: SeatState[], void: Book[], discards: Book[], result: Event | null, series: Event | null,
 *   rulings: Event[], you: number | null, spectator: boolean, legal_actions: Action[],
 *   paused?: boolean, idle_asks: number, commitment: string, last_move: Move}} State
 * @typedef {{seat: number, player: string | null, display_name: string | null, kind: string,
 *   picture?: string | null, is_bot: boolean, bot: string | null, online: boolean | null}} SeatedPlayer
 * @typedef {Record<string, any> & {id: string, status: string, players: SeatedPlayer[], rules: Record<string, any>}} Game
 */
export {};
