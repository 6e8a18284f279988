import { between, randomFor, wholeBetween, type Random } from './random.js';

export interface PaperOptions {
  /** Strength of the grain; 1 is a good scan, more makes larger files. */
  grain?: number;
}

/** Colour of fresh map paper. */
const PAPER = [241, 232, 211] as const;
/** The slow part of the paper's tone is computed on cells of this many pixels and stretched between them. */
const CELL = 16;
const TILE = 512;

/** One piece of grain serves every sheet, laid from another corner each time: it takes longer to make than to lay. */
let grainTileMade: Int8Array | undefined;

/**
 * Lays a drawing on white (8-bit RGB, changed in place) on old paper: uneven tone, browned edges, a fold each way,
 * a few stains and foxing, and grain that settles more in washes than on bare paper. Same seed, same paper.
 */
export function agePaper(
  rgb: Uint8Array,
  width: number,
  height: number,
  { seed, grain = 1 }: { seed: number } & PaperOptions,
): void {
  const random = randomFor(seed, 'paper');
  const columns = Math.ceil(width / CELL) + 2;
  const rows = Math.ceil(height / CELL) + 2;
  const tone = paperTone(random, columns, rows);
  grainTileMade ??= makeGrain(randomFor('grain'));
  const noise = grainTileMade;
  const start = wholeBetween(random, 0, TILE - 1);
  const strength = 0.055 * grain;
  const line = new Float32Array(columns * 3);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / CELL);
    const down = (y % CELL) / CELL;
    for (let i = 0; i < line.length; i++) {
      const above = tone[row * columns * 3 + i] ?? 0;
      line[i] = above + ((tone[(row + 1) * columns * 3 + i] ?? 0) - above) * down;
    }
    // each band of the tile starts elsewhere, so that the repeat does not show
    const shift = (start + Math.floor(y / TILE) * 197) % TILE;
    const noiseRow = (y % TILE) * TILE;
    let at = y * width * 3;
    for (let cell = 0; cell * CELL < width; cell++) {
      const end = Math.min(width, (cell + 1) * CELL);
      let r = line[cell * 3] ?? 0;
      let g = line[cell * 3 + 1] ?? 0;
      let b = line[cell * 3 + 2] ?? 0;
      const dr = ((line[cell * 3 + 3] ?? 0) - r) / CELL;
      const dg = ((line[cell * 3 + 4] ?? 0) - g) / CELL;
      const db = ((line[cell * 3 + 5] ?? 0) - b) / CELL;
      for (let x = cell * CELL; x < end; x++, at += 3) {
        const red = rgb[at] ?? 0;
        const green = rgb[at + 1] ?? 0;
        const blue = rgb[at + 2] ?? 0;
        const wash = 1 + (510 - green - blue) / 255;
        const light = 1 / 255 + ((noise[noiseRow + ((x + shift) & (TILE - 1))] ?? 0) * strength * wash) / 32640;
        // ink never prints quite black
        rgb[at] = clamp((red * 0.94 + 15) * r * light);
        rgb[at + 1] = clamp((green * 0.94 + 15) * g * light);
        rgb[at + 2] = clamp((blue * 0.94 + 15) * b * light);
        r += dr;
        g += dg;
        b += db;
      }
    }
  }
}

const clamp = (value: number): number => (value > 255 ? 255 : value < 0 ? 0 : value + 0.5);

/** Tone of the paper per cell, three floats each. */
function paperTone(random: Random, columns: number, rows: number): Float32Array {
  const tone = new Float32Array(columns * rows * 3);
  const clouds = [
    cloud(random, columns, rows, 5),
    cloud(random, columns, rows, 14),
    cloud(random, columns, rows, 60),
  ] as const;
  const foldX = between(random, 0.485, 0.515);
  const foldY = between(random, 0.46, 0.54);
  const stains = Array.from({ length: wholeBetween(random, 3, 5) }, () => ({
    x: random(),
    y: random() < 0.5 ? between(random, 0, 0.3) : between(random, 0.7, 1),
    r: between(random, 0.03, 0.11),
    depth: between(random, 0.02, 0.055),
    lobes: between(random, 2, 5),
    turn: between(random, 0, 6),
  }));
  const foxing = Array.from({ length: 46 }, () => ({
    x: random(),
    y: random(),
    r: between(random, 0.0015, 0.0042),
    depth: between(random, 0.02, 0.1),
  }));
  const aspect = rows / columns;
  for (let row = 0; row < rows; row++) {
    const y = row / (rows - 2);
    for (let column = 0; column < columns; column++) {
      const x = column / (columns - 2);
      const i = row * columns + column;
      const edge = Math.min(x, 1 - x, y * aspect, (1 - y) * aspect);
      const worn = Math.exp(-Math.max(0, edge) / 0.018) * 0.1 + Math.exp(-Math.max(0, edge) / 0.1) * 0.055;
      // bound on the left: the page dips into the gutter
      const gutter = Math.exp(-x / 0.035) * 0.16;
      const fold = creaseAt(x - foldX, 0.0035) + creaseAt((y - foldY) * aspect, 0.003) * 0.8;
      let brown = worn + 0.035 * (clouds[0][i] ?? 0) + 0.028 * (clouds[1][i] ?? 0) + 0.01 * (clouds[2][i] ?? 0);
      for (const stain of stains) {
        const dx = x - stain.x;
        const dy = (y - stain.y) * aspect;
        const lobe = 1 + 0.16 * Math.sin(stain.lobes * Math.atan2(dy, dx) + stain.turn) + 0.1 * (clouds[1][i] ?? 0);
        const d = Math.hypot(dx, dy) / (stain.r * lobe);
        if (d < 1.25) {
          // a dried tide line darker than what it encloses
          brown +=
            stain.depth * (d < 1 ? 0.45 : 0) * (1 - 0.4 * d) + stain.depth * 1.1 * Math.exp(-(((d - 1) / 0.06) ** 2));
        }
      }
      for (const spot of foxing) {
        const d = Math.hypot(x - spot.x, (y - spot.y) * aspect) / spot.r;
        if (d < 3) brown += spot.depth * Math.exp(-d * d);
      }
      tone[i * 3] = PAPER[0] * (1 - brown * 0.72 - gutter - fold);
      tone[i * 3 + 1] = PAPER[1] * (1 - brown * 0.98 - gutter - fold * 1.02);
      tone[i * 3 + 2] = PAPER[2] * (1 - brown * 1.5 - gutter - fold * 1.06);
    }
  }
  return tone;
}

/** A crease: a thin dark line beside a thin light one, in a shallow trough. */
function creaseAt(distance: number, width: number): number {
  const line = Math.exp(-((distance / width) ** 2)) * 0.07;
  const ridge = Math.exp(-(((distance - width * 2.1) / (width * 1.2)) ** 2)) * 0.03;
  const trough = Math.exp(-Math.abs(distance) / 0.05) * 0.018;
  return line - ridge + trough;
}

/** Smooth noise in [-1, 1] with about `cells` swells across. */
function cloud(random: Random, columns: number, rows: number, cells: number): Float32Array {
  const across = cells + 3;
  const down = Math.ceil((cells * rows) / columns) + 3;
  const knots = Float32Array.from({ length: across * down }, () => random() * 2 - 1);
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const field = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const y = (row / rows) * (down - 2);
    const ky = Math.floor(y);
    const ty = ease(y - ky);
    for (let column = 0; column < columns; column++) {
      const x = (column / columns) * (across - 2);
      const kx = Math.floor(x);
      const tx = ease(x - kx);
      const a = knots[ky * across + kx] ?? 0;
      const b = knots[ky * across + kx + 1] ?? 0;
      const c = knots[(ky + 1) * across + kx] ?? 0;
      const d = knots[(ky + 1) * across + kx + 1] ?? 0;
      field[row * columns + column] = a + (b - a) * tx + (c + (d - c) * tx - a - (b - a) * tx) * ty;
    }
  }
  return field;
}

/** A square of grain in -127..127: fine noise and short fibres lying every way. */
function makeGrain(random: Random): Int8Array {
  const field = new Float32Array(TILE * TILE);
  for (let i = 0; i < field.length; i++) field[i] = (random() + random() + random() - 1.5) * 62;
  for (let i = 0; i < 2600; i++) {
    let x = random() * TILE;
    let y = random() * TILE;
    let angle = random() * Math.PI * 2;
    const depth = between(random, -16, 12);
    for (let step = wholeBetween(random, 6, 22); step > 0; step--) {
      const at = (Math.floor(y) & (TILE - 1)) * TILE + (Math.floor(x) & (TILE - 1));
      field[at] = (field[at] ?? 0) + depth;
      x += Math.cos(angle);
      y += Math.sin(angle);
      angle += between(random, -0.25, 0.25);
    }
  }
  return Int8Array.from(field, (value) => Math.max(-127, Math.min(127, value)));
}
