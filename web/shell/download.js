/** Give the person at the page a file that was made in it. */

/** @param {string} text JSON @param {string} name of the file */
export function download(text, name) {
  downloadBlob(new Blob([text], { type: "application/json" }), name);
}

/** @param {Blob} content @param {string} name of the file */
export function downloadBlob(content, name) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
