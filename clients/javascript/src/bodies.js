/** Characters of a line, and bytes of an answer. Those of the API are smaller. */
export const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Return the text of an answer.
 *
 * @param {Response} response
 * @throws {RangeError} if it has more than `MAX_BYTES` bytes
 */
export async function textOf({ body }) {
  if (!body) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > MAX_BYTES) throw new RangeError("The answer is too long.");
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
