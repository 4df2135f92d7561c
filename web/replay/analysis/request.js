/** The analysis of a game: read, requested, and waited for. */
import { Problem, Waits } from "../../../clients/javascript/src/index.js";
import { useEffect, useState } from "../../html.js";
import { announce } from "../../shell/announce.js";
import { PATIENCE } from "../../shell/requests.js";
import { session } from "../../shell/session.js";
import { t } from "../../text/text.js";

const PATH = "/games/{game_id}/analysis";
/** Milliseconds between two looks at an analysis that is computed; the server may ask for more. */
const WAITS = { first: 1_500, longest: 30_000 };

/**
 * @typedef {import("./types.js").StoredAnalysis} StoredAnalysis
 * @typedef {{status: "reading" | "none" | "waiting" | "unavailable"} | {status: "done", stored: StoredAnalysis}
 *   | {status: "fault", error: unknown}} Found
 */

/**
 * Return what is known of the analysis, and functions that request it or read it again.
 * @param {string} id
 * @param {string | undefined} watchCode
 * @param {unknown} known how far it is, as the game says: what is not there is not requested
 * @returns {{found: Found, request: () => void, reload: () => void}}
 */
export function useAnalysis(id, watchCode, known) {
  const [found, setFound] = useState(/** @type {Found} */ ({ status: "reading" }));
  const [order, setOrder] = useState({ method: /** @type {"GET" | "POST"} */ ("GET"), attempt: 0 });
  useEffect(() => {
    if (!order.attempt && (known === "none" || known === "unavailable")) return setFound({ status: known });
    const stop = new AbortController();
    const waits = new Waits(WAITS);
    const options = { params: { game_id: id }, signal: stop.signal, patience: PATIENCE, watchCode };
    let timer = 0;
    let hasWaited = false;
    const wait = (/** @type {number} */ seconds) => {
      setFound({ status: "waiting" });
      if (!hasWaited) announce(t("analysis.waiting"));
      hasWaited = true;
      timer = setTimeout(() => ask("GET").catch(fail), waits.next(seconds));
    };
    const ask = async (/** @type {"GET" | "POST"} */ method) => {
      const { status, data, headers } = await session.client.request(method, PATH, options);
      if (status === 202) return wait(Number(headers.get("Retry-After")) || 0);
      setFound({ status: "done", stored: data });
      if (hasWaited) announce(t("analysis.ready"));
    };
    const fail = (/** @type {unknown} */ error) => {
      if (stop.signal.aborted) return;
      const isMissing = error instanceof Problem && error.code === "not_analysed";
      setFound(isMissing ? { status: "none" } : { status: "fault", error });
    };
    setFound({ status: order.method === "POST" ? "waiting" : "reading" });
    session.ready.then(() => ask(order.method)).catch(fail);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [id, watchCode, order]);
  /** @param {"GET" | "POST"} method */
  const again = (method) => setOrder(({ attempt }) => ({ method, attempt: attempt + 1 }));
  return { found, request: () => again("POST"), reload: () => again("GET") };
}
