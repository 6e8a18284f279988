/** Finds the outline around a lettering by filling the paper or wash beside the letters up to the enclosing lines. */

/** Grey pixels, a byte each, row by row: 0 is black. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Lettering's rotated rectangle: centre, sides along and across in pixels, angle in radians clockwise. */
export interface LetteringPlace {
  x: number;
  y: number;
  length: number;
  height: number;
  angle: number;
}

/** Ellipse around the outline's content, in pixels; `theta` in radians clockwise. */
export interface Outline {
  centerX: number;
  centerY: number;
  radiusX: number;
  radiusY: number;
  theta: number;
  /** Circle: a tank, a gas holder. */
  isRound: boolean;
}

/** Ink threshold relative to the surroundings: lines are thin, washes and paper are even. */
const DARKER = 0.13;
/** Size of the surroundings window to each side, in letter heights. */
const SURROUNDINGS = 0.8;
/** Pixels of dilation tried in turn until no gap is left: drawn lines are broken, sheds dashed. */
const THICKER: readonly number[] = [0, 1, 2, 3];
/** Minimum area relative to the letters' rectangle, and maximum share of the picture. */
const LEAST_ROOM = 1.6;
const MOST_ROOM = 0.5;
/** Minimum share of the lettering's rectangle inside the outline. */
const LETTERS_INSIDE = 0.45;
/** Minimum share of its own rectangle that a building fills; surrounding streets and yards fill less. */
const FILLED = 0.5;
/** Maximum distance of a building's corners relative to an ellipse of the same spread; farther ones are spikes. */
const CORNERS = 1.4;
/** Maximum edge distance and axis ratio of a circle. */
const ROUND = 1.12;
const ROUND_AXES = 0.85;

/** Closed outline around a lettering; undefined if its lines leave the picture. */
export function outlineAround(picture: GreyPicture, place: LetteringPlace): Outline | undefined {
  const ink = inkOf(picture, Math.max(4, Math.round(place.height * SURROUNDINGS)));
  for (const thicker of THICKER) {
    const inside = roomOf(thickened(ink, picture, thicker), picture, place);
    if (!inside) continue;
    const filled = withoutHoles(thickened(inside, picture, thicker + 1), picture);
    const outline = ellipseOf(filled, picture, place);
    if (outline) return outline;
  }
  return undefined;
}

/** 1 for ink, 0 for background. */
function inkOf({ data, width, height }: GreyPicture, reach: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let line = 0;
    for (let x = 0; x < width; x++) {
      line += data[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + line;
    }
  }
  const sumTo = (x: number, y: number): number => sums[y * (width + 1) + x] ?? 0;
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
      const sum = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top);
      const mean = sum / ((right - left) * (bottom - top));
      if ((data[y * width + x] ?? 0) < mean * (1 - DARKER)) ink[y * width + x] = 1;
    }
  return ink;
}

function thickened(set: Uint8Array, { width, height }: GreyPicture, by: number): Uint8Array {
  if (by === 0) return set;
  const lines = new Uint8Array(set.length);
  const wide = new Uint8Array(set.length);
  for (let at = 0; at < set.length; at++) {
    if (!set[at]) continue;
    const x = at % width;
    lines.fill(1, at - Math.min(by, x), at + Math.min(by, width - 1 - x) + 1);
  }
  for (let at = 0; at < set.length; at++) {
    if (!lines[at]) continue;
    const y = Math.floor(at / width);
    for (let row = Math.max(0, y - by); row <= Math.min(height - 1, y + by); row++)
      wide[row * width + (at % width)] = 1;
  }
  return wide;
}

/** Undefined if open or missing. */
function roomOf(walls: Uint8Array, picture: GreyPicture, place: LetteringPlace): Uint8Array | undefined {
  const seeds = seedsOf(picture, place).filter((seed) => !walls[seed]);
  const rooms = new Uint16Array(walls.length);
  const isOpen: boolean[] = [];
  for (const seed of seeds) if (!rooms[seed]) isOpen.push(flood(walls, rooms, picture, seed, isOpen.length + 1));
  // the region that contains most of the letters
  const counts = new Map<number, number>();
  for (const seed of seeds) counts.set(rooms[seed] ?? 0, (counts.get(rooms[seed] ?? 0) ?? 0) + 1);
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  if (!best || isOpen[best[0] - 1]) return undefined;
  const room = new Uint8Array(walls.length);
  for (let at = 0; at < room.length; at++) if (rooms[at] === best[0]) room[at] = 1;
  return room;
}

/** Labels all pixels of a region. @returns whether it touches the picture's edge */
function flood(
  walls: Uint8Array,
  rooms: Uint16Array,
  { width, height }: GreyPicture,
  seed: number,
  number: number,
): boolean {
  const rest = new Int32Array(walls.length);
  let waiting = 0;
  let isOpen = false;
  const visit = (at: number): void => {
    if (walls[at] || rooms[at]) return;
    rooms[at] = number;
    rest[waiting++] = at;
  };
  visit(seed);
  while (waiting > 0) {
    const at = rest[--waiting] ?? 0;
    const x = at % width;
    if (x === 0 || at < width || x === width - 1 || at >= width * (height - 1)) {
      isOpen = true;
      continue;
    }
    visit(at - 1);
    visit(at + 1);
    visit(at - width);
    visit(at + width);
  }
  return isOpen;
}

/** Pixels between and just around the letters. */
function seedsOf({ width, height }: GreyPicture, place: LetteringPlace): number[] {
  const seeds: number[] = [];
  const [c, s] = [Math.cos(place.angle), Math.sin(place.angle)];
  const step = Math.max(2, place.height / 4);
  const [along, across] = [place.length / 2 + place.height * 0.4, place.height * 0.85];
  for (let u = -along; u <= along; u += step)
    for (let v = -across; v <= across; v += step) {
      const x = Math.round(place.x + u * c - v * s);
      const y = Math.round(place.y + u * s + v * c);
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) seeds.push(y * width + x);
    }
  return seeds;
}

/** Fills the letters and other enclosed areas. */
function withoutHoles(room: Uint8Array, { width, height }: GreyPicture): Uint8Array {
  const outside = new Uint8Array(room.length);
  const rest: number[] = [];
  const visit = (at: number): void => {
    if (room[at] || outside[at]) return;
    outside[at] = 1;
    rest.push(at);
  };
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) visit(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) visit(y * width + x);
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    const x = at % width;
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at < width * (height - 1)) visit(at + width);
  }
  return outside.map((one) => 1 - one);
}

/** Ellipse with the region's spread, enlarged to its corners; undefined if it is not a building. */
function ellipseOf(room: Uint8Array, { width, height }: GreyPicture, place: LetteringPlace): Outline | undefined {
  let [count, sumX, sumY, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < room.length; at++) {
    if (!room[at]) continue;
    const x = at % width;
    const y = (at - x) / width;
    count++;
    sumX += x;
    sumY += y;
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  if (count < LEAST_ROOM * place.length * place.height || count > MOST_ROOM * width * height) return undefined;
  if (insideOf(room, width, height, place) < LETTERS_INSIDE) return undefined;
  const [centerX, centerY] = [sumX / count, sumY / count];
  const [a, b, c] = [xx / count - centerX ** 2, yy / count - centerY ** 2, xy / count - centerX * centerY];
  const spread = Math.hypot((a - b) / 2, c);
  const [long, short] = [(a + b) / 2 + spread, Math.max(0.25, (a + b) / 2 - spread)];
  const [radiusX, radiusY] = [2 * Math.sqrt(long), 2 * Math.sqrt(short)];
  const theta = 0.5 * Math.atan2(2 * c, a - b);
  const edge = edgeOf(room, width, height).map((at) => {
    const [dx, dy] = [(at % width) - centerX, Math.floor(at / width) - centerY];
    const u = dx * Math.cos(theta) + dy * Math.sin(theta);
    const v = dy * Math.cos(theta) - dx * Math.sin(theta);
    return { u: Math.abs(u), v: Math.abs(v), out: Math.hypot(u / radiusX, v / radiusY) };
  });
  const sides = { u: most(edge.map(({ u }) => u)), v: most(edge.map(({ v }) => v)) };
  if (count < FILLED * 4 * sides.u * sides.v) return undefined;
  const out = most(edge.map(({ out: share }) => share));
  const wider = Math.min(CORNERS, Math.max(1, out));
  return {
    ...{ centerX, centerY, theta },
    radiusX: radiusX * wider,
    radiusY: radiusY * wider,
    isRound: out < ROUND && short / long > ROUND_AXES ** 2,
  };
}

/** High percentile: ignores spikes of the outline. */
function most(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * 0.97)] ?? 0;
}

function edgeOf(room: Uint8Array, width: number, height: number): number[] {
  const edge: number[] = [];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (room[at] && !(room[at - 1] && room[at + 1] && room[at - width] && room[at + width])) edge.push(at);
    }
  return edge;
}

function insideOf(room: Uint8Array, width: number, height: number, place: LetteringPlace): number {
  const [c, s] = [Math.cos(place.angle), Math.sin(place.angle)];
  let [inside, all] = [0, 0];
  for (let u = -0.5; u <= 0.5; u += 0.05)
    for (let v = -0.5; v <= 0.5; v += 0.25) {
      const x = Math.round(place.x + u * place.length * c - v * place.height * s);
      const y = Math.round(place.y + u * place.length * s + v * place.height * c);
      all++;
      if (x >= 0 && y >= 0 && x < width && y < height && room[y * width + x]) inside++;
    }
  return inside / all;
}
