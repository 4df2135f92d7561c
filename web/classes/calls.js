/** The calls about classes, and how a page follows one. */
import { useEffect, useRef, useState } from "../html.js";
import { PATIENCE, noteRevoked, useRepeated } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { Store } from "../shell/store.js";

/**
 * @typedef {import("./types.js").Code} Code
 * @typedef {{codes: Code[], partyCode: string | null}} Issued
 */

const client = () => /** @type {any} */ (session.client);

/** @param {string} path @returns {Promise<any>} */
export const read = (path) => client().get(path, { patience: PATIENCE });

/** @param {string} path @param {object} [body] @returns {Promise<any>} */
export const post = (path, body) => client().post(path, { body, patience: PATIENCE });

/** @param {string} path @returns {Promise<any>} */
export const remove = (path) => client().delete(path, { patience: PATIENCE });

/** Whether codes open a class now. @param {{sign_in_until: string | null}} group */
export const isOpen = ({ sign_in_until: until }) => until !== null && Date.parse(until) > session.client.now();

/**
 * Codes by the id of their class. The server shows them once, so they are here until the page is
 * loaded again.
 * @type {Store<Map<string, Issued>>}
 */
export const issued = new Store(new Map());

/**
 * Keep codes that were just made, in place of those of the same children.
 * @param {string} id @param {{codes?: Code[], party_code?: string | null}} made
 */
export function keepCodes(id, { codes = [], party_code = null }) {
  const before = issued.value.get(id) ?? { codes: [], partyCode: null };
  const isNew = (/** @type {number} */ place) => codes.some((code) => code.place === place);
  const all = [...before.codes.filter(({ place }) => !isNew(place)), ...codes].sort((one, other) => one.place - other.place);
  issued.set(new Map(issued.value).set(id, { codes: all, partyCode: party_code ?? before.partyCode }));
}

/**
 * Read something when the page is shown and then again and again.
 * @template Content
 * @param {string} path
 * @param {number} pause in milliseconds
 * @returns {{data: Content | undefined, error: unknown, show: (data: Content) => void, look: () => void}}
 *   `show` takes the answer of a command, which is newer than what was read before
 */
export function usePolled(path, pause) {
  const [shown, setShown] = useState(/** @type {{data?: Content, error?: unknown}} */ ({}));
  const etag = useRef(/** @type {string | null} */ (null));
  const changes = useRef(0);
  const isReading = useRef(false);
  const look = async () => {
    if (isReading.current) return;
    isReading.current = true;
    const before = changes.current;
    try {
      const answer = await client().request("GET", path, { patience: PATIENCE, ...(etag.current && { etag: etag.current }) });
      if (changes.current !== before) return;
      if (answer.status !== 304) {
        etag.current = answer.etag;
        setShown({ data: answer.data });
      } else setShown(({ data }) => ({ ...(data !== undefined && { data }) }));
    } catch (error) {
      noteRevoked(error);
      if (changes.current === before) setShown(({ data }) => ({ ...(data !== undefined && { data }), error }));
    } finally {
      isReading.current = false;
    }
  };
  useEffect(() => {
    session.ready.then(look);
    return () => void (changes.current += 1);
  }, [path]);
  useRepeated(look, pause);
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
