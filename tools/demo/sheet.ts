import sharp from 'sharp';
import { romanWidth, textWidth, type Point } from './lettering.js';
import { agePaper, type PaperOptions } from './paper.js';
import { circle, f, Pen, type SheetLine } from './pen.js';
import { between, randomFor, wholeBetween } from './random.js';
import { sceneOf } from './scene.js';
import {
  drawCompass,
  drawCornerNumber,
  drawNeighbours,
  drawRiverName,
  drawScaleBar,
  drawTitle,
  drawWater,
} from './sheet-frame.js';
import {
  SHEET_HEIGHT,
  SHEET_WIDTH,
  townOf,
  turnedBy,
  type Building,
  type Rect,
  type Scene,
  type Street,
  type Town,
} from './town.js';

export interface SheetOptions {
  /** The neighbourhood: streets, lots and the history of every building. */
  seed: number;
  /** The year surveyed; buildings appear and go between 1862 and 1926. */
  year: number;
  /** The number in the corner; from the seed when absent. */
  sheet?: number;
  /** Degrees clockwise by which the streets are turned on the sheet; 0 when absent. */
  turn?: number;
  /** Width of the picture in pixels (default 3200); the height is 19/16 of it. */
  width?: number;
}

/** A label an assessor would look for, as an ellipse in picture pixels. */
export interface SheetLabel {
  text: string;
  /** A value of the land-use list of features of interest. */
  landUse: string;
  cx: number;
  cy: number;
  rx: number;
  ry: number;
}

export interface SheetDrawing {
  svg: string;
  /** Pixels. */
  width: number;
  height: number;
  year: number;
  sheet: number;
  town: string;
  state: string;
  labels: SheetLabel[];
  /** All lettering but the small figures in buildings, from the title down. */
  lines: SheetLine[];
}

export interface SheetPicture extends SheetDrawing {
  jpeg: Buffer;
}

/** Height of a sheet of a width, both in pixels. */
export const sheetHeight = (width: number): number => Math.round((width * SHEET_HEIGHT) / SHEET_WIDTH);

/** Draws a sheet; the same options always give the same drawing. */
export function drawSheet(options: SheetOptions): SheetDrawing {
  const width = options.width ?? 3200;
  const town = options.turn ? turnedBy(townOf(options.seed), options.turn) : townOf(options.seed);
  const scene = sceneOf(town, options.year);
  const sheet = options.sheet ?? wholeBetween(randomFor(options.seed, 'sheet'), 12, 88);
  const drawing = new Drawing(town, options.year, sheet, options.turn !== undefined && options.turn !== 0);
  drawing.all(scene);
  const scale = width / SHEET_WIDTH;
  const height = sheetHeight(width);
  // the edge cuts off the corners of a town that is turned
  const isOn = (x: number, y: number): boolean => x >= 0 && x <= width && y >= 0 && y <= height;
  return {
    svg: drawing.pen.svg(width, height),
    width,
    height,
    year: options.year,
    sheet,
    town: town.name,
    state: town.state,
    lines: drawing.pen.lines
      .map(({ text, from, to, capHeight }): SheetLine => ({
        text,
        from: [from[0] * scale, from[1] * scale],
        to: [to[0] * scale, to[1] * scale],
        capHeight: capHeight * scale,
      }))
      .filter(({ from, to }) => isOn(...from) && isOn(...to)),
    labels: scene.sites
      .map((site) => ({ text: site.text, landUse: site.landUse, ...ellipseAround(town, site.area, scale) }))
      .filter(({ cx, cy, rx, ry }) => isOn(cx - rx, cy - ry) && isOn(cx + rx, cy + ry)),
  };
}

/** Draws a sheet and ages it into a scan: a JPEG of about 1.1 bits a pixel (1.7 MB at the default width and quality). */
export async function renderSheet(options: SheetOptions & PaperOptions & { quality?: number }): Promise<SheetPicture> {
  const drawing = drawSheet(options);
  const { data, info } = await sharp(Buffer.from(drawing.svg), { limitInputPixels: 300e6 })
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  agePaper(data, info.width, info.height, { seed: options.seed * 31 + options.year, grain: options.grain });
  const jpeg = await sharp(data, {
    raw: { width: info.width, height: info.height, channels: 3 },
    limitInputPixels: 300e6,
  })
    .jpeg({ quality: options.quality ?? 82 })
    .toBuffer();
  return { ...drawing, jpeg };
}

function ellipseAround(town: Town, area: Rect, scale: number): Pick<SheetLabel, 'cx' | 'cy' | 'rx' | 'ry'> {
  const corners = (
    [
      [area.u0, area.v0],
      [area.u1, area.v0],
      [area.u1, area.v1],
      [area.u0, area.v1],
    ] as const
  ).map(town.bend);
  const xs = corners.map((p) => p[0]);
  const ys = corners.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const px = (value: number): number => Math.round(value * scale * 10) / 10;
  return { cx: px((x0 + x1) / 2), cy: px((y0 + y1) / 2), rx: px((x1 - x0) / 2), ry: px((y1 - y0) / 2) };
}
class Drawing {
  readonly pen: Pen;
  private readonly random;

  constructor(
    private readonly town: Town,
    private readonly year: number,
    private readonly sheet: number,
    /** The river runs where the title and the scale stand otherwise. */
    private readonly isTurned: boolean,
  ) {
    this.pen = new Pen(town);
    this.random = randomFor(town.seed, year, 'hand');
  }

  all(scene: Scene): void {
    drawTitle(this.pen, this.year);
    drawCornerNumber(this.pen, this.sheet, this.year);
    drawWater(this.pen);
    drawNeighbours(this.pen, this.sheet);
    for (const line of scene.lines) {
      this.pen.add(
        line.kind === 'wall' ? 'walls' : line.kind === 'lot' ? 'lots' : 'dashes',
        this.pen.path(line.points, false),
      );
    }
    for (const building of scene.buildings) this.building(building);
    for (const tank of scene.tanks) {
      const [x, y] = this.town.bend(tank.at);
      if (tank.material !== 'none') this.pen.wash(tank.material, circle(x, y, tank.radius));
      this.pen.add(tank.radius > 20 ? 'holders' : 'outlines', circle(x, y, tank.radius));
      if (tank.radius > 40) this.pen.add('hair', circle(x, y, tank.radius - 3.5));
      tank.text?.forEach((text, i, all) => {
        const size = i === 0 ? Math.min(8.5, tank.radius * 0.17 + 1) : Math.min(6.2, tank.radius * 0.13 + 1);
        this.pen.text(text, tank.at, size, { dy: (i - (all.length - 1) / 2) * (size + 5) + size / 2 });
      });
    }
    for (const word of scene.words) {
      if (word.roman) this.pen.romanWord(word.text, word.at, word.size, word.spacing ?? 0.2);
      else
        this.pen.text(word.text, word.at, word.size, {
          upright: word.upright,
          spacing: word.spacing,
          dy: word.size / 2,
        });
    }
    for (const number of scene.numbers)
      this.pen.text(number.text, number.at, 6.8, { upright: number.upright, dy: 3.4, slant: 0.2 });
    this.streets();
    for (const track of scene.tracks) this.track(track);
    this.blockNumbers();
    drawCompass(this.pen);
    if (this.isTurned) return;
    drawScaleBar(this.pen);
    drawRiverName(this.pen);
  }

  private building(building: Building): void {
    const d = this.pen.path(building.ring, true);
    if (building.material !== 'none') this.pen.wash(building.material, d);
    // no two brushfuls are alike
    if (building.material === 'brick' && this.random() < 0.3) this.pen.add('deepBrick', d);
    if (building.material === 'frame' && this.random() < 0.3) this.pen.add('deepFrame', d);
    this.pen.add(building.open ? 'sheds' : 'outlines', d);
    const [a, b, c] = building.ring;
    if (!a || !b || !c) return;
    const us = building.ring.map((p) => p[0]);
    const vs = building.ring.map((p) => p[1]);
    const box: Rect = { u0: Math.min(...us), v0: Math.min(...vs), u1: Math.max(...us), v1: Math.max(...vs) };
    const centre: [number, number] = [(box.u0 + box.u1) / 2, (box.v0 + box.v1) / 2];
    const room = { u: box.u1 - box.u0, v: box.v1 - box.v0 };
    if (building.crossed) {
      const far = building.ring[3] ?? c;
      this.pen.add('crosses', this.pen.path([a, c], false) + this.pen.path([b, far], false));
    }
    const dwelling = building.use !== undefined && /^(D|S|FL\.|A)$/.test(building.use);
    if (building.storeys > 0 && !building.crossed && building.use !== 'A' && room.u > 15 && room.v > 12) {
      const inwards = (from: number, to: number, by: number): number => from + Math.sign(to - from) * by;
      const corner: Point =
        dwelling || building.ring.length > 4
          ? [inwards(a[0], centre[0], 7), inwards(a[1], centre[1], 8)]
          : [box.u0 + 8, box.v1 - 8];
      this.pen.text(String(building.storeys), corner, 5.6, { dy: 2.8, slant: 0.15 });
    }
    if (dwelling && building.use !== 'A' && building.material === 'brick') this.masonry(a, b, c);
    if (!building.use) return;
    if (dwelling) {
      const at: Point = [centre[0], centre[1] + (room.v > room.u ? 2 : 0)];
      this.pen.text(building.use, at, 6.6, { dy: 3.3, slant: 0.15 });
      return;
    }
    if (building.crossed) centre[1] -= room.v * 0.24;
    this.fitted(building.use, centre, building.upright ? { u: room.v, v: room.u } : room, building);
  }

  /** Chimneys and skylights on a roof, window ticks on the party wall; a to b is the front, b to c a side. */
  private masonry(a: Point, b: Point, c: Point): void {
    const at = (along: number, deep: number): Point => [
      a[0] + (b[0] - a[0]) * along + (c[0] - b[0]) * deep,
      a[1] + (b[1] - a[1]) * along + (c[1] - b[1]) * deep,
    ];
    if (this.random() < 0.55) {
      const [x, y] = this.town.bend(at(0.78, 0.3 + this.random() * 0.2));
      this.pen.add('solids', circle(x, y, 1.15));
    }
    if (this.random() < 0.4) {
      const [x, y] = this.town.bend(at(0.3, 0.72));
      this.pen.add('hair', `M${f(x - 2)} ${f(y - 2)}h4v4h-4Z`);
    }
    if (this.random() < 0.45) {
      for (const deep of [0.35, 0.6, 0.85])
        this.pen.add('hair', this.pen.path([at(0.96, deep), at(1.04, deep)], false));
    }
  }

  /** A use written into a building, in one line or one word a line, as large as there is room for. */
  private fitted(text: string, at: Point, room: { u: number; v: number }, building: Building): void {
    const fits = (lines: readonly string[], size: number): boolean =>
      lines.every((line) => textWidth(line, { size, slant: 0.15 }) < room.u - 5) &&
      lines.length * size * 1.6 < room.v - 2;
    const layouts = text.includes(' ')
      ? [
          [text],
          text
            .replaceAll(' & ', ' &\u0000')
            .split(' ')
            .map((s) => s.replace('\u0000', ' ')),
        ]
      : [[text]];
    const wanted = building.lettering ?? 8;
    for (let size = wanted; size >= 4.4; size -= 0.4) {
      const lines = layouts.find((layout) => fits(layout, size));
      if (!lines) continue;
      const pitch = size * 1.6;
      lines.forEach((line, i) => {
        const offset = (i - (lines.length - 1) / 2) * pitch + size / 2;
        this.pen.text(line, at, size, {
          upright: building.upright,
          dy: offset,
          slant: size > 9 ? 0 : 0.18,
          spacing: size > 9 ? 0.16 : 0,
        });
      });
      return;
    }
  }

  private streets(): void {
    const { across, up, blocks } = this.town;
    const columns = blocks.filter((block) => block.row === 0);
    const random = randomFor(this.town.seed, 'streets');
    across.forEach((street, i) => {
      const track = i === across.length - 1;
      const v = track ? (street.from + street.to) / 2 - 17 : (street.from + street.to) / 2;
      if (!track) this.pipe([30, v], [1570, v], [`${street.main ? 8 : 6}" W. PIPE`, (columns[i]?.u0 ?? 0) + 34]);
      const size = street.main ? 17 : 14;
      for (const column of street.main ? [0, 1, 2] : [i % 2, 2]) {
        const block = columns[column];
        if (!block) continue;
        const at: Point = [(block.u0 + block.u1) / 2 + between(random, 16, 40), v];
        this.streetName(street, at, track ? 11 : size, false);
      }
      this.pen.text(`${street.feet}'`, [1470, v + (track ? 0 : 14)], 7, { dy: 3.5 });
    });
    up.forEach((street, i) => {
      const u = (street.from + street.to) / 2;
      this.pipe([u, 1180], [u, 40], [`${street.main ? 8 : 4}" W. PIPE`, (blocks[((i + 1) % 3) * 3]?.v1 ?? 0) - 30]);
      const rows = street.main ? [0, 1, 2] : i % 2 ? [0, 2] : [1, 2];
      for (const row of rows) {
        const block = blocks[row * 3];
        if (!block) continue;
        this.streetName(street, [u, (block.v0 + block.v1) / 2 - between(random, 14, 30)], street.main ? 17 : 14, true);
      }
      this.pen.text(`${street.feet}'`, [u + 15, 1172], 7, { dy: 3.5 });
      for (const [j, crossing] of across.entries()) {
        const v = (crossing.from + crossing.to) / 2;
        if (j < 3 && random() < 0.62) this.hydrant([street.to - 9, crossing.to - 8], random() < 0.35);
        if (j < 3 && j + 3 !== i && random() < 0.4)
          this.pen.text(`(${wholeBetween(random, 11, 48)})`, [u + 25, v - 17], 8, { dy: 4 });
      }
    });
    if (across[3]) this.pen.text(this.town.railroad, [620, 1253], 7, { dy: 3.5, spacing: 0.25 });
  }

  private streetName(street: Street, at: Point, size: number, upright: boolean): void {
    let spacing = 0.42;
    const length = (): number => romanWidth(street.name, { size, spacing, stretch: 1.25 });
    while (length() > (upright ? 186 : 240) && spacing > 0) spacing -= 0.03;
    this.pen.clear(at, length() / 2 + 8, size / 2 + 3, upright);
    this.pen.romanWord(street.name, at, size, spacing, upright);
  }

  /** A water main: two broken lines along the street, with its bore. */
  private pipe(from: Point, to: Point, [text, at]: readonly [string, number]): void {
    const upright = from[0] === to[0];
    for (const side of [-3, 3]) {
      const line: Point[] = [];
      for (let i = 0; i <= 12; i++) {
        const t = i / 12;
        line.push([
          from[0] + (to[0] - from[0]) * t + (upright ? side : 0),
          from[1] + (to[1] - from[1]) * t + (upright ? 0 : side),
        ]);
      }
      this.pen.add('pipes', this.pen.path(line, false));
    }
    const point: Point = upright ? [from[0] + 13, at] : [at, from[1] - 13];
    this.pen.text(text, point, 6.6, { upright, dy: 3.3 });
  }

  private hydrant(at: Point, double: boolean): void {
    const [x, y] = this.town.bend(at);
    this.pen.add('solids', circle(x, y, 3.1));
    if (double) this.pen.text('D.H.', [at[0] + 13, at[1]], 5.4, { dy: 2.7 });
  }

  private track(points: readonly Point[]): void {
    const line = points.map((p) => this.town.bend(p));
    for (const side of [-2.6, 2.6]) {
      const rail = line.map((p, i) => {
        const a = line[Math.max(0, i - 1)] ?? p;
        const b = line[Math.min(line.length - 1, i + 1)] ?? p;
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        return `${f(p[0] - ((b[1] - a[1]) / length) * side)} ${f(p[1] + ((b[0] - a[0]) / length) * side)}`;
      });
      this.pen.add('rails', `M${rail.join('L')}`);
    }
  }

  private blockNumbers(): void {
    for (const block of this.town.blocks) {
      const at: Point = [block.u1 + 15, block.v0 - 14];
      const [x, y] = this.town.bend(at);
      this.pen.add('discs', circle(x, y, 12.5));
      this.pen.text(String(block.number), at, 7.6, { dy: 3.8, slant: 0 });
    }
  }
}
