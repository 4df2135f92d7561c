// Whose the token of a tab is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "../../../web/shell/early.js";
import { session } from "../../../web/shell/session.js";

const kept = new Map();
const storage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, { value: storage });
}

globalThis.fetch = async () => Response.json({ username: "ann" });

test("a sign-in in another tab leaves a pupil in their class", () => {
  const pupil = { token: "of the pupil", classId: "1", name: "Ant", code: null };
  let hear;
  globalThis.addEventListener = (_, listener) => (hear = listener);
  session.load();
  session.enterClass(pupil);

  localStorage.setItem(TOKEN, "of another");
  hear({ key: TOKEN });

  assert.equal(session.client.token, pupil.token);
  assert.equal(session.pupil, pupil);
});
