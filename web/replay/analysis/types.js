/**
 * Shapes of the API that the analysis uses. Chances are 0 to 1; those by seat are lists.
 *
 * @typedef {{target: number, rank: string, card?: string | null}} Ask
 * @typedef {{number: number, seat: number, ask: Ask, hit: boolean, provable: "hit" | "miss" | null,
 *   hit_chance: number, win_before: number, win: number, cost: number, win_after: number,
 *   best: {ask: Ask, win: number}}} JudgedAsk
 * @typedef {{number: number, shares: number[]}} WinChances
 * @typedef {{value: number, error: number}} Estimate `error` is a standard error
 * @typedef {{seat: number, asks: number, accuracy: Estimate | null,
 *   luck: Estimate & {deal: number, draws: number}}} SeatAnalysis
 * @typedef {{number: number, seat: number, change: number, text: string}} TurningPoint
 * @typedef {{model: string, seats: number, asks: JudgedAsk[], win_chances: WinChances[],
 *   players: SeatAnalysis[], turning_points: TurningPoint[]}} Analysis
 * @typedef {{annulled: boolean, model: string, analysis: Analysis}} StoredAnalysis
 *
 * @typedef {{id: string, names: readonly string[], at: number, isPlaying: boolean, go: (at: number) => void,
 *   address: (at: number) => string, watchCode: string | undefined}} Shown
 *   the replay around the panel; `at` is the number of the current move
 */
export {};
