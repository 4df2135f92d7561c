/** Choose a name and a picture, where one sits down or in one's account. */
import { html, useId, useState } from "../html.js";
import { fishName, nameOf, playerOf } from "../shell/players.js";
import { PATIENCE } from "../shell/requests.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { t } from "../text/text.js";
import { Picture, PICTURES, PlayerName } from "./picture.js";

const LONGEST = 60; // characters; the server counts up to 30 in their normal form

/**
 * Keep what a player chooses. `save` makes a stranger a guest who has it; it does nothing without a
 * change.
 */
export function useIdentity() {
  const { account } = useStore(session.standing);
  const [chosen, choose] = useState(/** @type {{name?: string, picture?: string}} */ ({}));
  const name = chosen.name ?? account?.display_name ?? "";
  const picture = chosen.picture ?? account?.picture ?? "";
  const save = async () => {
    const changes = {
      ...(chosen.name !== undefined && { display_name: chosen.name.trim() || null }),
      ...(chosen.picture && { picture: /** @type {any} */ (chosen.picture) }),
    };
    if (!Object.keys(changes).length) return;
    await session.needAccount();
    await session.client.patch("/me", { body: changes, patience: PATIENCE });
    await session.refresh();
    choose({});
  };
  /** @param {{name?: string, picture?: string}} changes */
  const change = (changes) => choose((before) => ({ ...before, ...changes }));
  return { account, name, picture, change, save };
}

/** @typedef {ReturnType<typeof useIdentity>} Identity */

/** Who one plays as, with a button that shows the fields. @param {{identity: Identity, isOpen?: boolean}} props */
export function PlayAs({ identity, isOpen: isOpenAtFirst = false }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const { account, name, picture } = identity;
  const shown = account && playerOf({ ...account, display_name: name.trim() || null, picture });
  return html`<div class="play-as">
    <p class="who">
      ${shown
        ? html`<span class="visually-hidden">${t("common.you_play_as")} </span><${PlayerName} name=${nameOf(shown)} player=${shown} />`
        : html`<span class="player-name">${picture && html`<${Picture} name=${picture} />`}<span>${name.trim() || t("common.you_play_as_guest")}</span></span>`}
      <button type="button" class="quiet" aria-expanded=${isOpen} aria-controls=${id} onClick=${() => setOpen(!isOpen)}>
        ${t(isOpen ? "common.close" : account ? "common.change_identity" : "common.choose_identity")}
      </button>
    </p>
    <div id=${id} hidden=${!isOpen}>${isOpen && html`<${IdentityFields} identity=${identity} />`}</div>
  </div>`;
}

/** The name and the pictures. @param {{identity: Identity, wrong?: string}} props */
export function IdentityFields({ identity, wrong = "" }) {
  const { name, change } = identity;
  const id = useId();
  return html`
    <div class="field">
      <label for=${id}>${t("common.your_name")}</label>
      <input id=${id} name="display_name" value=${name} maxlength=${LONGEST} autocomplete="nickname" spellcheck=${false}
        aria-invalid=${Boolean(wrong)} aria-describedby="${id}-hint"
        onInput=${(/** @type {any} */ { target }) => change({ name: target.value })} />
      <p class=${wrong ? "wrong" : "hint"} id="${id}-hint" role=${wrong ? "alert" : undefined}>${wrong || t("common.your_name_hint")}</p>
    </div>
    <${PictureChoice} identity=${identity} legend=${t("common.your_picture")} />
  `;
}

/** The pictures. @param {{identity: Identity, legend: string}} props */
export function PictureChoice({ identity: { picture, change }, legend }) {
  const id = useId();
  return html`<fieldset class="field">
    <legend>${legend}</legend>
    <div class="pictures">
      ${PICTURES.map(
        (each) => html`<label class="picture-choice" key=${each} title=${fishName(each)}>
          <input type="radio" name=${`${id}-picture`} value=${each} checked=${each === picture} onChange=${() => change({ picture: each })} />
          <${Picture} name=${each} />
          <span class="visually-hidden">${fishName(each)}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}
