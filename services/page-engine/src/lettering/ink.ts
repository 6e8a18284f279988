/** Grey picture. */
export interface Raster {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Radius in pixels of a pixel's neighbourhood. */
const AROUND = 20;
/** Share of its mean below which a pixel is ink. Building tints are at least 0.9. */
const INK_SHARE = 0.8;
/** Stroke edges lie between ink and this share; above is paper. */
const EDGE_SHARE = 0.92;
export const PAPER = 255;

/** Marks ink with 1 and whitens the paper around it. */
export function inkOf({ data, width, height }: Raster): { ink: Uint8Array; clean: Uint8Array } {
  const ink = new Uint8Array(width * height);
  const clean = new Uint8Array(width * height).fill(PAPER);
  const columns = new Float64Array(width);
  for (let y = 0; y < Math.min(height, AROUND); y++) addRow(columns, data, y * width, 1);
  for (let y = 0; y < height; y++) {
    if (y + AROUND < height) addRow(columns, data, (y + AROUND) * width, 1);
    if (y - AROUND - 1 >= 0) addRow(columns, data, (y - AROUND - 1) * width, -1);
    const rows = Math.min(height - 1, y + AROUND) - Math.max(0, y - AROUND) + 1;
    let sum = 0;
    for (let x = 0; x < Math.min(width, AROUND); x++) sum += columns[x] ?? 0;
    for (let x = 0; x < width; x++) {
      if (x + AROUND < width) sum += columns[x + AROUND] ?? 0;
      if (x - AROUND - 1 >= 0) sum -= columns[x - AROUND - 1] ?? 0;
      const across = Math.min(width - 1, x + AROUND) - Math.max(0, x - AROUND) + 1;
      const at = y * width + x;
      const share = ((data[at] ?? 0) * rows * across) / Math.max(1, sum);
      if (share < INK_SHARE) ink[at] = 1;
      if (share < EDGE_SHARE) clean[at] = Math.min(PAPER, (share * PAPER) / EDGE_SHARE);
    }
  }
  return { ink, clean };
}

function addRow(columns: Float64Array, data: Uint8Array, at: number, sign: 1 | -1): void {
  for (let x = 0; x < columns.length; x++) columns[x] = (columns[x] ?? 0) + sign * (data[at + x] ?? 0);
}
