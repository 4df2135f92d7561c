/** Give the person at the page a file that was made in it. */

/** @param {string} text JSON @param {string} name of the file */
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
