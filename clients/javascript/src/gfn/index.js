/** GFN, the notation of games as text: docs/gfn.md of the service has its grammar. */
export { MOST, NoNotation, positionAt, readNotation } from "./reader.js";
export { writeNotation } from "./writer.js";
