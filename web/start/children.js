/** The door for small children: pairs against one easy bot, and how to play in four pictures. */
import { Back, Card } from "../cards/card.js";
import { sayCard } from "../cards/spoken.js";
import { html } from "../html.js";
import { PictureChoice, useIdentity } from "../players/identity.js";
import { Picture } from "../players/picture.js";
import { Fault } from "../shell/faults.js";
import { PATIENCE, useAction } from "../shell/requests.js";
import { navigate, prepare } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useSharedStyle, useStyle } from "../shell/style.js";
import { useTitle } from "../shell/title.js";
import { useVoice } from "../shell/voice.js";
import { t } from "../text/text.js";

/** Pairs, but an empty hand draws on: as deals go, the game could end before the child's first ask. */
const TABLE = /** @type {const} */ ({
  preset: "pairs", seats: 2, bots: ["forgetful"], visibility: "private",
  options: { hand_size: 7, on_empty_hand: "draw_one", mid_turn_empty: "draw_and_continue", end_on_empty_hand: "never", end_on_empty_stock: true },
});
/** Pictures with cards; "" is one face down, and a name in small letters an animal. */
const STEPS = /** @type {const} */ ([
  ["tap", ["4C", "7H", "QD"]],
  ["ask", ["crab", "7H"]],
  ["pair", ["7H", "7S"]],
  ["fish", ["clownfish", ""]],
]);

export default function Children() {
  useSharedStyle();
  useStyle(new URL("../cards/cards.css", import.meta.url));
  useStyle(new URL("../style/children.css", import.meta.url));
  useTitle(t("common.children"));
  const { run, running, error } = useAction();
  const identity = useIdentity();
  const hasVoice = useVoice();
  const play = () =>
    run(async () => {
      prepare("/games/-");
      await session.needAccount();
      await identity.save();
      const { state } = await session.client.post("/games", { body: { ...TABLE, bots: [...TABLE.bots] }, patience: PATIENCE });
      navigate(`/games/${state.game}#child`);
    });
  return html`<div class="children">
    <section class="hero panel">
      <div>
        <h1>${t("child.title")}</h1>
        <p class="lead">${t("child.lead")}</p>
        <p><button type="button" class="primary big" onClick=${play} aria-disabled=${running}>${t("child.play")}</button></p>
        ${error && html`<${Fault} error=${error} retry=${play} />`}
      </div>
      <${PictureChoice} identity=${identity} legend=${t("child.choose_fish")} />
    </section>
    <h2>${t("child.how")}</h2>
    <ol class="ways plain" onClick=${sayCard}>
      ${STEPS.map(([name, shown]) => html`<li class="panel" key=${name}>
        <p class="step-picture">${shown.map((each) => drawn(each, hasVoice))}</p>
        <p>${t(`child.step_${name}`)}</p>
      </li>`)}
    </ol>
    <p class="lead">${t("child.win")}${hasVoice && ` ${t("child.hear")}`}</p>
  </div>`;
}

/** @param {string} shown @param {boolean} isSpoken whether a tap says the card, which is then a button */
function drawn(shown, isSpoken) {
  if (!shown) return html`<${Back} />`;
  if (shown.length > 2) return html`<${Picture} name=${shown} />`;
  return isSpoken ? html`<button type="button" class="spoken-card"><${Card} card=${shown} /></button>` : html`<${Card} card=${shown} />`;
}
