import { MAX_BYTES } from "./bodies.js";

/**
 * Yield the JSON values of a body, one a line; empty lines are keep-alives. A last line without its
 * end was cut off and is left out.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} onBytes called whenever something arrives
 * @returns {AsyncGenerator<any, void>}
 * @throws {SyntaxError} if a line is not JSON
 * @throws {RangeError} if a line does not end
 */
export async function* linesOf(body, onBytes) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > MAX_BYTES) throw new RangeError("A line of the stream does not end.");
      for (const line of lines) if (line.trim()) yield JSON.parse(line);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
