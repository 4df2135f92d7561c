// What went wrong, in a sentence.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: {} };
const { chooseLocale, loadTexts } = await import("../../../web/text/text.js");
const { Problem } = await import("../../../clients/javascript/src/index.js");
const { faultText } = await import("../../../web/shell/faults.js");

const refused = (status, code, retryAfter = null) =>
  Object.assign(new Problem({ status, code, title: code, detail: code }), { retryAfter });

test("a refusal is a sentence by its code, or else by its status", async () => {
  await chooseLocale("en");
  await loadTexts("common");

  for (const [error, sentence] of [
    [refused(429, "rate_limited", 60), /^Too many requests\. Wait 60 s/],
    [refused(500, "internal_error"), /^The server is busy\./],
    [refused(409, "none_such"), /^none_such$/],
  ]) assert.match(faultText(error), sentence);
});
