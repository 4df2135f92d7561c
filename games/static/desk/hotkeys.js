// Single keys for the links, buttons and forms with `data-key`, and a list of them under `?`. The list can switch them
// off: programs for speech and people who miss a key would press them by accident.
"use strict";

const keysButton = document.querySelector("[data-keys]");
if (keysButton) {
  const OFF = "desk-keys-off";
  const actions = () => [...document.querySelectorAll("[data-key]")].filter((each) => each.checkVisibility());
  const list = document.createElement("dialog");
  list.className = "keys-list";
  list.setAttribute("aria-labelledby", "keys-title");

  function row(key, meaning) {
    const [term, name, sign] = ["dt", "dd", "kbd"].map((each) => document.createElement(each));
    sign.textContent = key;
    name.textContent = meaning;
    term.append(sign);
    return [term, name];
  }

  function open() {
    const title = document.createElement("h2");
    title.id = "keys-title";
    title.textContent = "Keys";
    const rows = document.createElement("dl");
    const named = actions().map((each) => [each.dataset.key, each.dataset.keyName ?? each.textContent.trim()]);
    if (document.querySelector("[data-table]")) {
      named.push(["← →", "Previous and next move"], ["Home End", "First and last move"], ["Space", "Play or pause"]);
    }
    rows.append(...[...named, ["?", "This list"]].flatMap(([key, meaning]) => row(key, meaning)));
    const choice = document.createElement("label");
    const isOn = document.createElement("input");
    isOn.type = "checkbox";
    isOn.checked = !localStorage.getItem(OFF);
    isOn.addEventListener("change", () => {
      if (isOn.checked) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "yes");
    });
    choice.append(isOn, " Use single letters as keys");
    const close = document.createElement("button");
    close.textContent = "Close";
    close.addEventListener("click", () => list.close());
    list.replaceChildren(title, rows, choice, close);
    document.body.append(list);
    list.showModal();
  }

  function act(target) {
    if (target.matches("form")) target.querySelector("input:not([type=hidden])").focus();
    else target.click();
  }

  keysButton.addEventListener("click", open);
  keysButton.hidden = false;
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || list.open) return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const target = actions().find((each) => each.dataset.key === event.key);
    if (event.key !== "?" && (!target || localStorage.getItem(OFF))) return;
    event.preventDefault();
    if (event.key === "?") open();
    else act(target);
  });
}
