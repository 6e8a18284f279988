/**
 * A draughtsman's single-stroke alphabet, ours, so that a sheet looks the same on a machine without fonts.
 * Glyphs live on a grid with the cap line at y = 0 and the baseline at y = 10; commands are the absolute
 * M, L, C and Z of SVG paths.
 */
interface Glyph {
  width: number;
  path: string;
}

export type Point = readonly [x: number, y: number];

/** Puts a point of the text (x along the baseline from its start, y upwards negative) on the sheet. */
export type Placement = (x: number, y: number) => Point;

export interface LetterStyle {
  /** Cap height in sheet units. */
  size: number;
  /** Extra room between letters, in cap heights. */
  spacing?: number;
  /** How far the cap line leans to the right, in cap heights. */
  slant?: number;
  /** Horizontal stretch; 1.3 gives the extended letters of street names. */
  stretch?: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const bowl = (x: number, rx: number, y: number, ry: number): string => {
  // four cubic quarters; 0.5523 is the usual constant for a circle
  const kx = rx * 0.5523;
  const ky = ry * 0.5523;
  const p = (a: number, b: number): string => `${round(a)} ${round(b)}`;
  return (
    `M${p(x, y - ry)} C${p(x - kx, y - ry)} ${p(x - rx, y - ky)} ${p(x - rx, y)} ` +
    `C${p(x - rx, y + ky)} ${p(x - kx, y + ry)} ${p(x, y + ry)} ` +
    `C${p(x + kx, y + ry)} ${p(x + rx, y + ky)} ${p(x + rx, y)} ` +
    `C${p(x + rx, y - ky)} ${p(x + kx, y - ry)} ${p(x, y - ry)} Z`
  );
};

const GLYPHS: Readonly<Record<string, Glyph>> = {
  ' ': { width: 3.4, path: '' },
  A: { width: 7.4, path: 'M0 10 L3.7 0 L7.4 10 M1.3 6.7 L6.1 6.7' },
  B: {
    width: 6.4,
    path: 'M0 0 L0 10 L3.4 10 C7.4 10 7.4 4.8 3.4 4.8 L0 4.8 M3.3 4.8 C6.7 4.8 6.7 0 3.2 0 L0 0',
  },
  C: {
    width: 7.2,
    path: 'M7.1 2.4 C6.4 .8 5.4 0 3.9 0 C1.5 0 0 2 0 5 C0 8 1.5 10 3.9 10 C5.4 10 6.4 9.2 7.2 7.6',
  },
  D: { width: 7.1, path: 'M0 0 L0 10 L2.8 10 C8.5 10 8.5 0 2.8 0 L0 0' },
  E: { width: 5.6, path: 'M5.5 0 L0 0 L0 10 L5.6 10 M0 4.8 L4.4 4.8' },
  F: { width: 5.4, path: 'M5.4 0 L0 0 L0 10 M0 4.8 L4.3 4.8' },
  G: {
    width: 7.4,
    path: 'M7 2.2 C6.3 .8 5.4 0 3.9 0 C1.5 0 0 2 0 5 C0 8 1.5 10 3.9 10 C5.5 10 6.7 9.2 7.4 7.9 L7.4 5.6 L4.5 5.6',
  },
  H: { width: 7, path: 'M0 0 L0 10 M7 0 L7 10 M0 4.8 L7 4.8' },
  I: { width: 0.4, path: 'M.2 0 L.2 10' },
  J: { width: 4.8, path: 'M4.8 0 L4.8 7.2 C4.8 9.2 3.9 10 2.4 10 C1 10 0 9.2 0 7.4' },
  K: { width: 6.6, path: 'M0 0 L0 10 M6.2 0 L0 6.2 M2.4 3.9 L6.6 10' },
  L: { width: 5.2, path: 'M0 0 L0 10 L5.2 10' },
  M: { width: 8.4, path: 'M0 10 L0 0 L4.2 7.6 L8.4 0 L8.4 10' },
  N: { width: 7.1, path: 'M0 10 L0 0 L7.1 10 L7.1 0' },
  O: { width: 7.8, path: bowl(3.9, 3.9, 5, 5) },
  P: { width: 6.1, path: 'M0 10 L0 0 L3.2 0 C7.1 0 7.1 5.5 3.2 5.5 L0 5.5' },
  Q: { width: 7.8, path: `${bowl(3.9, 3.9, 5, 5)} M4.8 7.4 L7.8 10.8` },
  R: { width: 6.6, path: 'M0 10 L0 0 L3.2 0 C7.1 0 7.1 5.3 3.2 5.3 L0 5.3 M3.4 5.3 L6.6 10' },
  S: {
    width: 6,
    path: 'M5.7 1.9 C5.2 .7 4.3 0 3 0 C1.3 0 .3 1 .3 2.4 C.3 4 1.6 4.5 3 4.9 C4.6 5.3 6 5.9 6 7.5 C6 9 4.8 10 3 10 C1.5 10 .5 9.3 0 7.9',
  },
  T: { width: 6.8, path: 'M0 0 L6.8 0 M3.4 0 L3.4 10' },
  U: { width: 6.9, path: 'M0 0 L0 6.4 C0 8.8 1.3 10 3.45 10 C5.6 10 6.9 8.8 6.9 6.4 L6.9 0' },
  V: { width: 7.2, path: 'M0 0 L3.6 10 L7.2 0' },
  W: { width: 10, path: 'M0 0 L2.6 10 L5 1.6 L7.4 10 L10 0' },
  X: { width: 6.8, path: 'M0 0 L6.8 10 M6.8 0 L0 10' },
  Y: { width: 6.8, path: 'M0 0 L3.4 5 L6.8 0 M3.4 5 L3.4 10' },
  Z: { width: 6.2, path: 'M.2 0 L6.2 0 L0 10 L6.2 10' },
  '0': { width: 6.2, path: bowl(3.1, 3.1, 5, 5) },
  '1': { width: 2.6, path: 'M0 2.2 L2.2 0 L2.2 10' },
  '2': { width: 5.8, path: 'M.2 2.8 C.3 1 1.4 0 2.9 0 C4.6 0 5.6 1.1 5.6 2.7 C5.6 4.8 3.2 6.6 0 10 L5.8 10' },
  '3': {
    width: 5.8,
    path: 'M.3 2.1 C.8 .7 1.7 0 2.9 0 C4.5 0 5.4 1 5.4 2.4 C5.4 3.9 4.3 4.7 2.3 4.7 C4.6 4.7 5.8 5.7 5.8 7.3 C5.8 9 4.7 10 2.9 10 C1.4 10 .4 9.2 0 7.7',
  },
  '4': { width: 6.2, path: 'M4.6 10 L4.6 0 L0 7 L6.2 7' },
  '5': {
    width: 5.8,
    path: 'M5.3 0 L1 0 L.5 4.6 C1.2 4 2 3.7 2.9 3.7 C4.7 3.7 5.8 4.9 5.8 6.8 C5.8 8.8 4.7 10 2.8 10 C1.4 10 .4 9.3 0 8',
  },
  '6': {
    width: 5.9,
    path: 'M5.3 1.5 C4.8 .5 4 0 3.1 0 C1 0 0 2.2 0 5.4 C0 8.5 1 10 3 10 C4.8 10 5.9 8.8 5.9 6.9 C5.9 5 4.8 3.9 3.1 3.9 C1.5 3.9 .3 4.9 0 6.4',
  },
  '7': { width: 5.8, path: 'M0 0 L5.8 0 C3.6 3.4 2.4 6.4 2 10' },
  '8': { width: 5.9, path: `${bowl(2.95, 2.55, 2.35, 2.35)} ${bowl(2.95, 2.95, 7.35, 2.65)}` },
  '9': {
    width: 5.9,
    path: 'M.6 8.5 C1.1 9.5 1.9 10 2.8 10 C4.9 10 5.9 7.8 5.9 4.6 C5.9 1.5 4.9 0 2.9 0 C1.1 0 0 1.2 0 3.1 C0 5 1.1 6.1 2.8 6.1 C4.4 6.1 5.6 5.1 5.9 3.6',
  },
  '.': { width: 1, path: 'M.2 9.6 L.8 9.6 L.8 10 L.2 10 Z' },
  ',': { width: 1.2, path: 'M.8 9.6 L.2 11.6' },
  ':': { width: 0.8, path: 'M.2 9.7 L.6 9.7 M.2 4.6 L.6 4.6' },
  "'": { width: 0.8, path: 'M.6 0 L.3 2.6' },
  '"': { width: 2.4, path: 'M.6 0 L.3 2.6 M2.2 0 L1.9 2.6' },
  '-': { width: 3.4, path: 'M0 5.6 L3.4 5.6' },
  '&': {
    width: 7.2,
    path: 'M7 10 L1.7 3.6 C.6 1.9 1.3 0 3.1 0 C4.7 0 5.5 1.7 4.5 3 C3.6 4.2 0 5 0 7.5 C0 9 1.2 10 2.9 10 C5 10 6.5 8.3 6.9 5.6',
  },
  '(': { width: 2.2, path: 'M2.2 -.8 C-.6 2.6 -.6 7.6 2.2 11' },
  ')': { width: 2.2, path: 'M0 -.8 C2.8 2.6 2.8 7.6 0 11' },
  '/': { width: 5, path: 'M0 11 L5 -1' },
  '=': { width: 4.4, path: 'M0 4 L4.4 4 M0 7 L4.4 7' },
  '#': { width: 6.4, path: 'M2.2 .6 L1.2 9.6 M5.2 .6 L4.2 9.6 M0 3.4 L6.4 3.4 M0 6.8 L6.4 6.8' },
};

/** Room after a letter before any extra spacing, in grid units. */
const SIDE_BEARING = 2.3;
/** Share of the usual space before a full stop, whatever the letter spacing. */
const STOP_GAP = 0.6;

function glyphOf(char: string): Glyph {
  const glyph = GLYPHS[char];
  if (!glyph) throw new RangeError(`the map alphabet has no letter for ${JSON.stringify(char)}`);
  return glyph;
}

/** Length of the text along its baseline, in sheet units. */
export const textWidth = (text: string, style: LetterStyle): number => advance(text, style, SIDE_BEARING);

function advance(text: string, style: LetterStyle, bearing: number): number {
  const unit = (style.size / 10) * (style.stretch ?? 1);
  const gap = bearing * unit + (style.spacing ?? 0) * style.size;
  let width = 0;
  for (const [index, char] of [...text].entries()) {
    const after = index + 1 === text.length ? 0 : text[index + 1] === '.' ? gap * STOP_GAP : gap;
    width += glyphOf(char).width * unit + after;
  }
  return width;
}

/** A placement that sets the text straight, at an angle in radians, about a point. */
export function straight(
  text: string,
  style: LetterStyle,
  at: Point,
  angle = 0,
  anchor: 'start' | 'middle' | 'end' = 'middle',
): Placement {
  const width = textWidth(text, style);
  const shift = anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return (x, y) => [at[0] + (x - shift) * cos - y * sin, at[1] + (x - shift) * sin + y * cos];
}

type Command = { op: string; points: Point[] };

const parsed = new Map<string, Command[]>();

function commandsOf(path: string): Command[] {
  const known = parsed.get(path);
  if (known) return known;
  const commands = [...path.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, op = '', numbers = '']) => {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const points: Point[] = [];
    for (let i = 0; i + 1 < values.length; i += 2) points.push([values[i] ?? 0, values[i + 1] ?? 0]);
    return { op, points };
  });
  parsed.set(path, commands);
  return commands;
}

/** Path data of a text in single strokes; draw it with round caps and a pen of about a tenth of the cap height. */
export function strokeLetters(text: string, style: LetterStyle, place: Placement): string {
  const unitY = style.size / 10;
  const unitX = unitY * (style.stretch ?? 1);
  const lean = (style.slant ?? 0) * unitY;
  const gap = SIDE_BEARING * unitX + (style.spacing ?? 0) * style.size;
  const parts: string[] = [];
  let pen = 0;
  for (const [index, char] of [...text].entries()) {
    const glyph = glyphOf(char);
    for (const { op, points } of commandsOf(glyph.path)) {
      let lead = op;
      if (points.length === 0) parts.push(op);
      for (const [x, y] of points) {
        const point = place(pen + x * unitX + lean * (10 - y), (y - 10) * unitY);
        parts.push(`${lead}${round(point[0])} ${round(point[1])}`);
        lead = ' ';
      }
    }
    pen += glyph.width * unitX + (text[index + 1] === '.' ? gap * STOP_GAP : gap);
  }
  return parts.join('');
}

/** Room after a roman letter, whose stems stand wider than single strokes, in grid units. */
const ROMAN_BEARING = 4.2;
/** How far a serif reaches to each side of its stem's middle, beyond the nib, in grid units. */
const SERIF = 1.25;

/**
 * Path data, to be filled, of the same skeletons swept with a flat pen held level: upright strokes swell, level ones
 * stay thin, and stems that end on the cap line or the baseline get slab serifs.
 *
 * @param pen width of a stem in cap heights
 * @param grow widens every stroke on all sides by so many cap heights: the same letter, outlined
 */
export function romanLetters(text: string, style: LetterStyle, place: Placement, pen = 0.2, grow = 0): string {
  const unit = style.size / 10;
  const halfWide = pen * 5 + grow * 10; // in grid units
  const halfHigh = Math.min(pen * 5, 0.42) + grow * 10;
  const stretch = style.stretch ?? 1;
  const slant = style.slant ?? 0;
  const gap = ROMAN_BEARING * unit * stretch + (style.spacing ?? 0) * style.size;
  const parts: string[] = [];
  let at = 0;
  for (const [index, char] of [...text].entries()) {
    const glyph = glyphOf(char);
    // a full stop is as high as it is wide
    const [wide, high] = char === '.' ? [halfWide * 0.62, halfWide * 0.62] : [halfWide, halfHigh];
    for (const ring of sweptGlyph(char, wide, high)) {
      let lead = 'M';
      for (const [x, y] of ring) {
        const point = place(at + x * unit * stretch + slant * (10 - y) * unit, (y - 10) * unit);
        parts.push(`${lead}${round(point[0])} ${round(point[1])}`);
        lead = 'L';
      }
      parts.push('Z');
    }
    at += glyph.width * unit * stretch + (text[index + 1] === '.' ? gap * STOP_GAP : gap);
  }
  return parts.join('');
}

const swept = new Map<string, Point[][]>();

/** The rings, in grid units, that a nib of these half sizes leaves along a glyph; kept, for letters come again. */
function sweptGlyph(char: string, wide: number, high: number): Point[][] {
  const key = `${char} ${wide} ${high}`;
  const known = swept.get(key);
  if (known) return known;
  const rings: Point[][] = [];
  for (const line of flatten(commandsOf(glyphOf(char).path))) {
    line.forEach((point, i) => {
      const before = line[i - 1];
      if (before) rings.push(sweep(before, point, wide, high));
    });
    const ends = [
      [line[0], line[1]],
      [line[line.length - 1], line[line.length - 2]],
    ] as const;
    for (const [end, before] of ends) {
      if (!end || !before) continue;
      const onLine = end[1] < 0.1 || end[1] > 9.9;
      const steep = Math.abs(end[1] - before[1]) > 1.2 * Math.abs(end[0] - before[0]);
      if (onLine && steep && /[A-Z1]/.test(char))
        rings.push(sweep([end[0] - SERIF, end[1]], [end[0] + SERIF, end[1]], wide, high));
    }
  }
  swept.set(key, rings);
  return rings;
}

/**
 * What a nib covers on its way from one point to another. All outlines wind the same way, or overlapping parts would
 * cut holes into each other.
 */
function sweep(p: Point, q: Point, wide: number, high: number): Point[] {
  const [[ax, ay], [bx, by]] = p[0] <= q[0] ? [p, q] : [q, p];
  return by >= ay
    ? [
        [ax - wide, ay - high],
        [ax + wide, ay - high],
        [bx + wide, by - high],
        [bx + wide, by + high],
        [bx - wide, by + high],
        [ax - wide, ay + high],
      ]
    : [
        [ax - wide, ay - high],
        [bx - wide, by - high],
        [bx + wide, by - high],
        [bx + wide, by + high],
        [ax + wide, ay + high],
        [ax - wide, ay + high],
      ];
}

/** Length of a text in roman letters, in sheet units. */
export const romanWidth = (text: string, style: LetterStyle): number => advance(text, style, ROMAN_BEARING);

/** Polylines of a glyph; eight chords a curve are within a hundredth of the cap height. */
function flatten(commands: readonly Command[]): Point[][] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  for (const { op, points } of commands) {
    const from = line[line.length - 1] ?? [0, 0];
    const [a, b, c] = points;
    if (op === 'M' && a) {
      line = [a];
      lines.push(line);
    } else if (op === 'L' && a) {
      line.push(a);
    } else if (op === 'C' && a && b && c) {
      for (let i = 1; i <= 8; i++) {
        const t = i / 8;
        const s = 1 - t;
        const mix = (k: 0 | 1): number =>
          s * s * s * from[k] + 3 * s * s * t * a[k] + 3 * s * t * t * b[k] + t * t * t * c[k];
        line.push([mix(0), mix(1)]);
      }
    } else if (op === 'Z' && line[0]) {
      line.push(line[0]);
    }
  }
  return lines;
}
