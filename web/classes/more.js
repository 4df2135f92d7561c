/** What a teacher needs more rarely: sign-in, codes, the end of the class, and its deletion. */
import { html, useState } from "../html.js";
import { announce } from "../shell/announce.js";
import { Question } from "../shell/dialog.js";
import { useAction } from "../shell/requests.js";
import { navigate } from "../shell/router.js";
import { session } from "../shell/session.js";
import { useStore } from "../shell/store.js";
import { dateText, t } from "../text/text.js";
import { direct, isOpen, issued, of, renewCodes, wordOf } from "./calls.js";

/** @param {{group: import("./types.js").Group, act: import("./view.js").Act, running: boolean}} props */
export function More({ group, act, running }) {
  const [question, ask] = useState(/** @type {"" | "codes" | "end" | "delete"} */ (""));
  const { run, running: isSending, error } = useAction();
  const codes = useStore(issued).get(group.id);
  const isOver = group.status === "over";
  const isWaiting = group.status === "waiting"; // where the next step and the codes have these buttons
  const end = wordOf("end", group.kind === "party");
  /** @param {() => Promise<unknown>} work */
  const carryOut = (work) =>
    run(async () => {
      await work();
      ask("");
    });
  const answers = {
    codes: async () => {
      await renewCodes(group.id);
      announce(t("classes.codes_once"));
    },
    end: () => act(() => direct(group.id, "end"), t("classes.is_over")),
    delete: async () => {
      await session.client.delete("/classes/{class_id}", of(group.id));
      navigate("/classes");
    },
  };
  const close = () => ask("");
  return html`<section class="class-more" aria-labelledby="class-more">
    <h2 id="class-more">${t("classes.more_title")}</h2>
    <p class="actions">
      ${!isOver &&
      html`${isOpen(group)
          ? html`<button type="button" aria-disabled=${running} onClick=${() => act(() => direct(group.id, "close"), t("classes.sign_in_shut"))}>${t("classes.close")}</button>`
          : !isWaiting && html`<button type="button" aria-disabled=${running} onClick=${() => act(() => direct(group.id, "open"), t("classes.opened"))}>${t("classes.open")}</button>`}
        ${codes && !isWaiting && html`<button type="button" onClick=${() => print()}>${t("classes.print_codes")}</button>`}
        <button type="button" onClick=${() => ask("codes")}>${t("classes.renew_codes")}</button>
        <button type="button" onClick=${() => ask("end")}>${end}</button>`}
      <button type="button" class="danger" onClick=${() => ask("delete")}>${t("classes.delete")}</button>
    </p>
    <p class="hint">${t("classes.deleted_at", { at: dateText(group.delete_at, { dateStyle: "long" }) })}</p>
    ${question &&
    html`<${Question} title=${question === "end" ? end : t(`classes.${question}_title`)} confirm=${t(`classes.${question}_now`)} close=${close} error=${error}
      running=${isSending} onConfirm=${() => carryOut(answers[question])}>
      <p>${t(`classes.${question}_text`)}</p>
    <//>`}
  </section>`;
}
