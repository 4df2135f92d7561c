// Where an account that was made on the way leads to.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.location = new URL("https://fish.example/tournaments/abc#code=QRST");
const { cameFrom, setRoutes, signInAddress } = await import("../../../web/shell/router.js");
setRoutes([{ path: "/classes" }, { path: "/tournaments/:id" }]);

/** @param {string} to */
const back = (to) => cameFrom(new URLSearchParams({ to }), "/me");

test("a link to sign in leads back to its page, with the code that stays in the browser", () => {
  const { hash, pathname } = new URL(signInAddress(), location.href);

  assert.equal(pathname, "/sign-in");
  assert.equal(cameFrom(new URLSearchParams(hash.slice(1)), "/me"), location.href);
});

test("a link leads to no other site, and only to pages of the client", () => {
  const others = ["", "https://evil.example/classes", "//evil.example/classes", "/\\evil.example", "@evil.example", "/api/v1/me", "javascript:alert(1)"];

  assert.deepEqual(others.map(back), others.map(() => "/me"));
  assert.equal(back("/classes"), "https://fish.example/classes");
});
