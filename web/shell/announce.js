/**
 * The one polite live region of the page. Each text is read once, in order, also while the focus
 * stays in a control: every text is an element of its own, added to a region that never changes.
 */

const KEPT = 20;

/** @type {HTMLElement | null} */
let region = null;

/** Make the region. It has to stand in the page before the first text is added. */
export function prepareAnnouncements() {
  if (region) return;
  region = document.createElement("div");
  region.className = "visually-hidden";
  region.setAttribute("role", "log");
  region.setAttribute("aria-live", "polite");
  region.setAttribute("aria-relevant", "additions");
  region.dataset["announcements"] = "";
  document.body.append(region);
}

/**
 * Have a screen reader say a text.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  prepareAnnouncements();
  const line = document.createElement("p");
  line.textContent = text;
  region?.append(line);
  while (region && region.childElementCount > KEPT) region.firstElementChild?.remove();
}
