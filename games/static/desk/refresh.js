// Refresh the counts and the list of disputes without losing the place: focus, scrolling and
// selected rows stay. Without this script the page is as it was when it was loaded.
"use strict";

const refreshed = document.querySelector("[data-refresh]");
if (refreshed) {
  const seconds = Number(refreshed.dataset.refresh);
  let isBusy = false;
  let failures = 0;
  let addedSinceLoad = 0;

  const rows = (within) => [...within.querySelectorAll("#result_list tbody tr")];
  const keyOf = (row) => row.querySelector("th a")?.getAttribute("href").split("?")[0] ?? row.textContent;

  // Screen readers read each change aloud, so the same text is not written again.
  function say(text) {
    if (refreshed.textContent !== text) refreshed.textContent = text;
  }

  function replaceLive(fresh) {
    for (const old of document.querySelectorAll("[data-live]")) {
      const next = fresh.querySelector(`[data-live="${old.dataset.live}"]`);
      if (next && next.innerHTML !== old.innerHTML) keepFocus(old, () => (old.innerHTML = next.innerHTML));
    }
  }

  // The links of a part have the same order before and after.
  function keepFocus(part, change) {
    const at = [...part.querySelectorAll("a")].indexOf(document.activeElement);
    change();
    if (at >= 0) part.querySelectorAll("a")[at]?.focus({ preventScroll: true });
  }

  function mergeRow(old, next) {
    const cells = [...next.children];
    [...old.children].forEach((cell, at) => {
      if (cell.querySelector("input") || !cells[at] || cell.innerHTML === cells[at].innerHTML) return;
      keepFocus(cell, () => (cell.innerHTML = cells[at].innerHTML));
    });
  }

  function mergeRows(fresh) {
    const body = document.querySelector("#result_list tbody");
    const next = fresh.querySelector("#result_list tbody");
    if (!body || !next) return body === next ? 0 : -1;
    const known = new Map(rows(document).map((row) => [keyOf(row), row]));
    const focused = document.activeElement; // moving its row takes the focus from it
    let added = 0;
    let place = null;
    for (const row of rows(fresh)) {
      const old = known.get(keyOf(row));
      known.delete(keyOf(row));
      if (old) mergeRow(old, row);
      else added += 1;
      const merged = old ?? document.adoptNode(row);
      const following = place ? place.nextElementSibling : body.firstElementChild;
      if (merged !== following) body.insertBefore(merged, following);
      place = merged;
    }
    for (const gone of known.values()) {
      if (!gone.contains(document.activeElement)) gone.remove(); // it goes when the focus has left
    }
    if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
    return added;
  }

  async function refresh() {
    if (isBusy || document.hidden) return;
    isBusy = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      replaceLive(fresh);
      const added = mergeRows(fresh);
      failures = 0;
      addedSinceLoad += Math.max(added, 0);
      if (added < 0) say("The list has changed. Reload the page.");
      else say(addedSinceLoad ? `New in the list: ${addedSinceLoad}.` : "");
    } catch {
      failures += 1;
      say("This page could not be refreshed. Reload it.");
      if (failures >= 3) clearInterval(timer);
    } finally {
      isBusy = false;
    }
  }

  const timer = setInterval(refresh, seconds * 1000);
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  document.addEventListener("desk:refresh", refresh);
}
