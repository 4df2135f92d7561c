/** How a page follows a class or a tournament. */
import { Problem } from "../../clients/javascript/src/index.js";
import { useEffect, useRef, useState } from "../html.js";
import { noteRevoked, PATIENCE, useRepeated } from "../shell/requests.js";
import { session } from "../shell/session.js";

/**
 * @template {"/classes/{class_id}" | "/classes/{class_id}/mine" | "/tournaments/{tournament_id}"} Path
 * @typedef {import("../../clients/javascript/types/calls.d.ts").Content<Path, "get">} Content
 */

/**
 * Read a class or a tournament when the page is shown and then again and again, until it is refused.
 * @template {"/classes/{class_id}" | "/classes/{class_id}/mine" | "/tournaments/{tournament_id}"} Path
 * @param {Path} path
 * @param {Record<string, string>} params of the path
 * @param {number} pause in milliseconds
 * @returns {{data: Content<Path> | undefined, error: unknown, show: (data: Content<Path>) => void, look: () => void}}
 *   `show` takes the answer of a command, which is newer than what was read before
 */
export function usePolled(path, params, pause) {
  const [shown, setShown] = useState(/** @type {{data?: Content<Path>, error?: unknown}} */ ({}));
  const etag = useRef(/** @type {string | null} */ (null));
  const changes = useRef(0);
  const isReading = useRef(false);
  const isGone = useRef(false);
  const look = async () => {
    if (isReading.current) return;
    isReading.current = true;
    const before = changes.current;
    try {
      const answer = await session.client.request("GET", path, { params: /** @type {any} */ (params), patience: PATIENCE, ...(etag.current && { etag: etag.current }) });
      isGone.current = false;
      if (changes.current !== before) return;
      if (answer.status !== 304) {
        etag.current = answer.etag;
        setShown({ data: answer.data });
      } else setShown(({ data }) => ({ ...(data !== undefined && { data }) }));
    } catch (error) {
      noteRevoked(error);
      // As of what was deleted: what was shown is no longer true, and more reads would be refused too.
      isGone.current = error instanceof Problem && !error.isTemporary;
      if (changes.current === before) setShown(({ data }) => ({ ...(data !== undefined && !isGone.current && { data }), error }));
    } finally {
      isReading.current = false;
    }
  };
  useEffect(() => {
    session.ready.then(look);
    return () => void (changes.current += 1);
  }, Object.values(params));
  useRepeated(() => isGone.current || look(), pause);
  return {
    data: shown.data,
    error: shown.error,
    look,
    show: (data) => {
      changes.current += 1;
      etag.current = null;
      setShown({ data });
    },
  };
}
