/** A proxy before the real server that cuts, stalls or answers in its place. */
import { connect, createServer } from "node:net";

/**
 * Start a proxy. `faultFor` is called with the first bytes of each connection's request, and returns
 * what happens to its answer: `{cutAfter}` or `{stallAfter}` so many bytes, `{answer}` instead of
 * the server's, or null.
 */
export async function faultyProxy(server, faultFor) {
  const { hostname, port } = new URL(server);
  const sockets = new Set();
  const listening = createServer((browser) => {
    sockets.add(browser.on("error", () => {}).on("close", () => sockets.delete(browser)));
    browser.once("data", (request) => {
      const fault = faultFor(request.toString()) ?? {};
      if (fault.answer) return browser.end(fault.answer);
      const upstream = connect(Number(port), hostname);
      upstream.on("error", () => browser.destroy());
      browser.on("close", () => upstream.destroy());
      upstream.write(request.toString().replace(/\r\n/, "\r\nConnection: close\r\n"));
      browser.on("data", (bytes) => upstream.write(bytes));
      let passed = 0;
      upstream.on("data", (bytes) => {
        const limit = fault.cutAfter ?? fault.stallAfter ?? Infinity;
        const part = bytes.subarray(0, Math.max(limit - passed, 0));
        passed += part.length;
        browser.write(part, () => passed >= fault.cutAfter && browser.destroy());
      });
      upstream.on("end", () => passed < (fault.stallAfter ?? Infinity) && browser.end());
    });
  });
  await new Promise((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${listening.address().port}`,
    close() {
      listening.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** An answer without a server behind it. */
export const answered = (status, headers = {}, body = "") =>
  [
    `HTTP/1.1 ${status} Fault`,
    ...Object.entries({ "Content-Length": Buffer.byteLength(body), Connection: "close", ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    "",
    body,
  ].join("\r\n");
