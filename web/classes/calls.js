/** The calls about classes. */
import { PATIENCE } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { Store } from "../shell/store.js";
import { t } from "../text/text.js";

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

/** Return a text in the words of a class or a party. @param {string} key @param {boolean} isParty */
export const wordOf = (key, isParty) => t(`classes.${key}${isParty ? "_party" : ""}`);

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
