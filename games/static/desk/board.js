// Step through a game without reloading the page: the server renders the table after each move.
// Without this script the links of the page do the same.
"use strict";

const board = document.querySelector("[data-table]");
if (board) {
  const last = Number(board.dataset.last);
  const player = board.querySelector(".player");
  const playButton = board.querySelector("[data-play]");
  const speed = board.querySelector("[data-speed]");
  const announce = board.querySelector("[data-announce]");
  const table = board.querySelector("#table");
  const moves = board.querySelector(".moves");
  const moment = board.querySelector("[data-moment]");
  const broken = board.querySelector("[data-broken]"); // only if the log is broken
  const tables = new Map(); // cached and prefetched responses by URL
  const MOST_TABLES = 300;
  let timer = null;

  const here = () => new URLSearchParams(location.search);
  const move = () => Number(table.querySelector("[name=move]").defaultValue);
  const seat = () => table.querySelector("[name=seat]").value;

  function fetchTable(number) {
    const address = `${board.dataset.table}?move=${number}&seat=${seat()}`;
    if (!tables.has(address)) {
      if (tables.size >= MOST_TABLES) tables.delete(tables.keys().next().value);
      tables.set(address, fetch(address).then((response) => {
        if (!response.ok || response.redirected) throw new Error(response.statusText);
        return response.text();
      }));
    }
    return tables.get(address);
  }

  let wanted = move();

  async function show(number) {
    wanted = Math.min(Math.max(number, 1), last);
    const shown = wanted;
    let html;
    try {
      html = await fetchTable(shown);
    } catch {
      location.search = addressOf(shown); // logged out, or no access any more: a full page says so
      return;
    }
    if (shown !== wanted) return; // a newer request replaced this one
    const focused = document.activeElement?.id;
    table.innerHTML = html;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    history.replaceState(null, "", `?${addressOf(shown)}`);
    const isUnsound = broken && shown >= Number(broken.dataset.broken);
    if (broken) broken.hidden = !isUnsound;
    const warning = isUnsound ? " The log is broken here." : "";
    announce.textContent = `Move ${shown}.${warning} ${table.querySelector("[data-sentence]").textContent}`;
    moment.search = addressOf(shown);
    moment.textContent = "Link to this moment";
    mark(shown);
    if (shown < last) fetchTable(shown + 1).catch(() => {});
    if (shown > 1) fetchTable(shown - 1).catch(() => {});
  }

  function addressOf(number) {
    const address = here();
    address.set("move", number);
    address.set("seat", seat());
    return address.toString();
  }

  function mark(number) {
    moves.querySelector("[aria-current='true']")?.setAttribute("aria-current", "false");
    const item = document.getElementById(`move-${number}`);
    if (!item) return;
    item.setAttribute("aria-current", "true");
    const above = item.offsetTop - moves.scrollTop;
    if (above < 0 || above + item.offsetHeight > moves.clientHeight) {
      moves.scrollTop = item.offsetTop - moves.clientHeight / 3;
    }
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => (wanted < last ? show(wanted + 1) : play(false)), Number(speed.value)) : null;
    playButton.setAttribute("aria-pressed", String(on));
    playButton.textContent = on ? "Pause" : "Play";
  }

  function bringIntoView() {
    const { top, bottom } = table.getBoundingClientRect();
    if (top < innerHeight / 2 && bottom > innerHeight / 4) return;
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    table.scrollIntoView({ behavior: reducedMotion ? "auto" : "smooth" });
  }

  const KEYS = {
    ArrowLeft: () => show(wanted - 1),
    ArrowRight: () => show(wanted + 1),
    Home: () => show(1),
    End: () => show(last),
    " ": () => play(timer === null),
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    bringIntoView();
    act();
  });

  board.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?move=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = new URLSearchParams(link.search);
    if (to.get("seat") !== seat()) return; // another view shows other moves: load the page
    event.preventDefault();
    play(false);
    if (!link.hasAttribute("aria-disabled")) show(Number(to.get("move")));
  });

  moment?.addEventListener("click", async (event) => {
    if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(moment.href);
      moment.textContent = announce.textContent = "The link is copied";
    } catch {
      location.assign(moment.href);
    }
  });

  playButton.addEventListener("click", () => play(timer === null));
  speed.addEventListener("change", () => timer !== null && play(true));
  player.hidden = false;
  mark(wanted);
  if (wanted < last) fetchTable(wanted + 1).catch(() => {});
}
