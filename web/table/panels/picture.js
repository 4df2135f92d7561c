/** A picture of the result, drawn in the page, to share or to keep. */

const WIDTH = 1200;
const HEIGHT = 630;
const SHOWN = 6; // rows

/**
 * Draw the result as a PNG.
 * @param {{title: string, rows: readonly {name: string, score: string, isWinner: boolean}[], foot: string}} result
 * @returns {Promise<Blob | null>}
 */
export function drawResult({ title, rows, foot }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  const baize = pen.createRadialGradient(WIDTH / 2, HEIGHT / 3, 50, WIDTH / 2, HEIGHT / 2, WIDTH / 1.6);
  baize.addColorStop(0, "#3b6d60");
  baize.addColorStop(1, "#21433a");
  pen.fillStyle = baize;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.textBaseline = "middle";
  pen.fillStyle = "#f6c453";
  written(pen, title, { x: 80, y: 110, size: 68, most: WIDTH - 160 });
  rows.slice(0, SHOWN).forEach(({ name, score, isWinner }, at) => {
    const y = 210 + at * 62;
    pen.fillStyle = isWinner ? "#f6c453" : "#f5f8f3";
    written(pen, name, { x: 80, y, size: 40, most: WIDTH - 330 });
    pen.textAlign = "right";
    written(pen, score, { x: WIDTH - 80, y, size: 40, most: 150 });
    pen.textAlign = "left";
  });
  pen.fillStyle = "#d3dfd7";
  written(pen, foot, { x: 80, y: HEIGHT - 45, size: 28, most: WIDTH - 160 });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {{x: number, y: number, size: number, most: number}} at */
function written(pen, text, { x, y, size, most }) {
  pen.font = `650 ${size}px system-ui, sans-serif`;
  pen.fillText(text, x, y, most);
}
