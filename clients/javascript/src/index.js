/** A client of the Go Fish API, for browsers and Node 20 or later. */
export { Client } from "./client.js";
export { Problem } from "./problem.js";
export { FINAL_REASONS } from "./reasons.js";
export { Waits } from "./waits.js";
export { etagOf } from "./versions.js";
