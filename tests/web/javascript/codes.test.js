// Where the one field for codes and links leads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { whereTo } from "../../../web/shell/codes.js";

const origin = "https://fish.example";
const routeOf = (path) => ["/class", "/"].includes(path) || /^\/(join|tournaments|games)\/\w+$/.test(path);

test("every code and every link of this server leads to its page", () => {
  const class_ = "/class#7WQ2FXMK9B";
  const game = "/join/Xk3PqZ90aBc";
  const led = {
    "7WQ2F-XMK9B": class_, " 7wq2f xmk9b ": class_, "7wq2fxmk9b": class_, "bcdf-ghjk": "/device#BCDF-GHJK",
    "Xk3PqZ90aBc 7WQ2FXMK": `${game}#code=7WQ2FXMK`, Xk3PqZ90aBc: game,
    "fish.example/class": `${origin}/class`,
    [`${origin}/class#7WQ2FXMK9B`]: origin + class_,
    [`${origin}/games/Xk3PqZ90aBc#code=7WQ2FXMK`]: `${game}#code=7WQ2FXMK`,
    [`${origin}/games/Xk3PqZ90aBc#watch=7WQ2FXMK`]: `${origin}/games/Xk3PqZ90aBc#watch=7WQ2FXMK`,
    [`${origin}/#game=Xk3PqZ90aBc&code=7WQ2FXMK`]: `${origin}/#game=Xk3PqZ90aBc&code=7WQ2FXMK`,
    [`${origin}/tournaments/Xk3PqZ90aBc#code=QRST`]: `${origin}/tournaments/Xk3PqZ90aBc#code=QRST`,
  };

  for (const [typed, address] of Object.entries(led)) assert.deepEqual(whereTo(typed, { origin, routeOf }), { address }, typed);
});

test("what leads nowhere says why", () => {
  const nowhere = {
    "7WQ2FXMK": { wrong: "needs_number" }, // the code of a table: no page asks for it alone
    hello: { wrong: "unknown" }, "7WQ2F XMK0O": { wrong: "unknown" }, [`${origin}/api/v1/me`]: { wrong: "unknown" },
    "https://evil.example/class": { otherServer: "evil.example" }, "https://": { wrong: "unknown" },
  };

  for (const [typed, why] of Object.entries(nowhere)) assert.deepEqual(whereTo(typed, { origin, routeOf }), why, typed);
});
