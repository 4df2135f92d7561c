/** The head of a page: a picture, what the page is for, and one thing to do. */
import { html } from "../html.js";

/** @param {{picture: URL, title?: string, lead?: string, children?: any}} props `children` are the thing to do */
export function Scene({ picture, title, lead, children }) {
  return html`<section class="hero scene panel">
    <div>
      ${title && html`<h1>${title}</h1>`}
      ${lead && html`<p class="lead">${lead}</p>`}
      <p class="actions">${children}</p>
    </div>
    <img class="fan" src=${picture.href} alt="" width="320" height="220" />
  </section>`;
}
