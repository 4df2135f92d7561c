/** A client of the Go Fish API, for browsers and Node. */
export { Client } from "./client.js";
export { NO_ANSWER, Problem } from "./problems.js";
