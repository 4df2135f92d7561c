// What verify_deal.html does. A plain script, since browsers do not load modules from a disk.
const byId = (id) => document.getElementById(id);
byId("scope").textContent = gofish.SCOPE;
const [drop, input] = [byId("drop"), byId("file")];

async function check(file) {
  if (!file) return;
  show("Checking …", "");
  try {
    const { holds, lines } = await gofish.verifyText(await file.text());
    show(holds ? "The deal holds." : "The deal does not hold.", lines.join("\n"));
  } catch (error) {
    show("This file cannot be checked.", error.message);
  }
}

function show(verdict, lines) {
  byId("verdict").textContent = verdict;
  byId("lines").textContent = lines;
}

input.addEventListener("change", () => check(input.files[0]));
// Otherwise a file dropped outside the box would replace the page.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => event.preventDefault());
drop.addEventListener("dragover", () => drop.classList.add("over"));
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  drop.classList.remove("over");
  check(event.dataTransfer.files[0]);
});
