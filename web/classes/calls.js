/** The calls about classes, and how a page follows one. */
import { Problem } from "../../clients/javascript/src/index.js";
import { useEffect, useRef, useState } from "../html.js";
import { PATIENCE, noteRevoked, useRepeated } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { Store } from "../shell/store.js";

/**
 * @typedef {import("./types.js").Schemas} Schemas
 * @typedef {import("./types.js").Code} Code
 * @typedef {{codes: Code[], partyCode: string | null}} Issued
 */

/** The options of every call about a class. @param {string} id */
export const of = (id) => ({ params: { class_id: id }, patience: PATIENCE });

/** @param {string} id @param {Schemas["DirectClassRequest"]["action"]} action */
export const direct = (id, action) => session.client.post("/classes/{class_id}/direct", { ...of(id), body: { action } });

/** @param {string} id @param {Schemas["FormTablesRequest"]} body */
export const formTables = (id, body) => session.client.post("/classes/{class_id}/tables", { ...of(id), body });

/** @param {string} id @param {Schemas["StartClassRequest"]} [body] */
export const start = (id, body = {}) => session.client.post("/classes/{class_id}/start", { ...of(id), body });

/** @param {string} id @param {number} place @param {number | null} table */
export const move = (id, place, table) =>
  session.client.post("/classes/{class_id}/places/{place}/move", { params: { class_id: id, place }, body: { table }, patience: PATIENCE });

/** @param {string} id @param {number} place */
export const free = (id, place) =>
  session.client.delete("/classes/{class_id}/places/{place}", { params: { class_id: id, place }, patience: PATIENCE });

/** Make new codes, of all children or of one, and keep them. @param {string} id @param {Schemas["RenewCodesRequest"]} [body] */
export async function renewCodes(id, body = {}) {
  const made = await session.client.post("/classes/{class_id}/codes", { ...of(id), body });
  keepCodes(id, made);
  return made;
}

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
 * @template {"/classes/{class_id}" | "/classes/{class_id}/mine"} Path
 * @typedef {import("../../clients/javascript/types/calls.d.ts").Content<Path, "get">} Content
 */

/**
 * Read a class when the page is shown and then again and again, until it is refused.
 * @template {"/classes/{class_id}" | "/classes/{class_id}/mine"} Path
 * @param {Path} path
 * @param {string} id
 * @param {number} pause in milliseconds
 * @returns {{data: Content<Path> | undefined, error: unknown, show: (data: Content<Path>) => void, look: () => void}}
 *   `show` takes the answer of a command, which is newer than what was read before
 */
export function usePolled(path, id, pause) {
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
      const answer = await session.client.request("GET", path, { ...of(id), ...(etag.current && { etag: etag.current }) });
      isGone.current = false;
      if (changes.current !== before) return;
      if (answer.status !== 304) {
        etag.current = answer.etag;
        setShown({ data: answer.data });
      } else setShown(({ data }) => ({ ...(data !== undefined && { data }) }));
    } catch (error) {
      noteRevoked(error);
      // As of a class that was deleted: what was shown is no longer true, and more reads would be refused too.
      isGone.current = error instanceof Problem && !error.isTemporary;
      if (changes.current === before) setShown(({ data }) => ({ ...(data !== undefined && !isGone.current && { data }), error }));
    } finally {
      isReading.current = false;
    }
  };
  useEffect(() => {
    session.ready.then(look);
    return () => void (changes.current += 1);
  }, [id]);
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
