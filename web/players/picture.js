/** A player as they are shown in lists and at the table: the picture, the name, and who that is. */
import { html, useEffect, useState } from "../html.js";
import { handleOf } from "../shell/players.js";

/** @typedef {import("./drawings.js").Shape} Shape */
/** @typedef {typeof import("./drawings.js").DRAWINGS} Drawings */

/** @type {Drawings | null} */
let drawings = null;
/** @type {Promise<unknown> | null} */
let loading = null;

/** What players choose from, as the API lists them. */
export const PICTURES = /** @type {const} */ ([
  "angelfish", "anglerfish", "clownfish", "eel", "flounder", "goldfish",
  "pufferfish", "ray", "seahorse", "shark", "sunfish", "swordfish",
]);

/**
 * A picture; an empty circle for one that this version does not know. The name next to it says who
 * it is, so it has no text of its own.
 * @param {{name: string | null | undefined}} props
 */
export function Picture({ name }) {
  const drawing = useDrawings()?.[name ?? ""];
  return html`<svg class="picture" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <circle cx="24" cy="24" r="24" fill=${drawing?.back ?? "#c2cdc4"} />
    ${drawing?.shapes.map(shape)}
  </svg>`;
}

/** Return the drawings, which are loaded with the first picture; null until then. */
function useDrawings() {
  const [known, setKnown] = useState(drawings);
  useEffect(() => {
    if (known) return;
    loading ??= import("./drawings.js").then(
      ({ DRAWINGS }) => {
        drawings = DRAWINGS;
      },
      () => {
        loading = null; // the next picture tries again
      },
    );
    loading.then(() => setKnown(drawings));
  }, []);
  return known;
}

/** @param {Shape} drawn */
function shape(drawn) {
  if (drawn[0] === "e") {
    const [, cx, cy, rx, ry, fill] = drawn;
    return html`<ellipse cx=${cx} cy=${cy} rx=${rx} ry=${ry} fill=${fill} />`;
  }
  const [kind, path, colour] = drawn;
  if (kind === "p") return html`<path d=${path} fill=${colour} />`;
  return html`<path d=${path} fill="none" stroke=${colour} stroke-width=${drawn[3]} stroke-linecap="round" stroke-linejoin="round" />`;
}

/**
 * A player's picture and name, with the username, or the level of a built-in bot, small next to it.
 * @param {{name: string, player: import("../shell/players.js").NamedPlayer | undefined, children?: any}} props
 */
export function PlayerName({ name, player, children }) {
  const handle = player && handleOf(player);
  return html`<span class="player-name">
    ${player && html`<${Picture} name=${player.picture} />`}
    <span class="called"><span class="name">${name}</span>${handle && html` <small class="handle">${handle}</small>`}${children}</span>
  </span>`;
}
