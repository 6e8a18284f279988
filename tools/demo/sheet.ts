import sharp from 'sharp';
import {
  romanLetters,
  romanWidth,
  straight,
  strokeLetters,
  textWidth,
  type LetterStyle,
  type Placement,
  type Point,
} from './lettering.js';
import { sceneOf } from './scene.js';
import { agePaper, type PaperOptions } from './paper.js';
import { between, pick, randomFor, wholeBetween } from './random.js';
import {
  SHEET_HEIGHT,
  SHEET_WIDTH,
  UNITS_PER_FOOT,
  townOf,
  type Building,
  type Material,
  type Rect,
  type Scene,
  type Street,
  type Town,
} from './town.js';

export const PUBLISHER = 'RIVERSIDE MAP COMPANY';

export interface SheetOptions {
  /** The neighbourhood: streets, lots and the history of every building. */
  seed: number;
  /** The year surveyed; buildings appear and go between 1862 and 1926. */
  year: number;
  /** The number in the corner; from the seed when absent. */
  sheet?: number;
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

/** A line that is lettered on the sheet, in picture pixels. */
export interface SheetLine {
  text: string;
  /** Start and end of the baseline. */
  from: Point;
  to: Point;
  capHeight: number;
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

const INK = '#2a2320';
const WASHES: Readonly<Record<Exclude<Material, 'none'>, string>> = {
  brick: '#efbac8',
  frame: '#f8e78a',
  stone: '#b3d5ee',
  iron: '#c6cad0',
  special: '#b9dac6',
};
const MONTHS = ['JANUARY', 'MARCH', 'MAY', 'JUNE', 'SEPTEMBER', 'OCTOBER', 'DECEMBER'];

/** Height of a sheet of a width, both in pixels. */
export const sheetHeight = (width: number): number => Math.round((width * SHEET_HEIGHT) / SHEET_WIDTH);

/** Draws a sheet; the same options always give the same drawing. */
export function drawSheet(options: SheetOptions): SheetDrawing {
  const width = options.width ?? 3200;
  const town = townOf(options.seed);
  const scene = sceneOf(town, options.year);
  const sheet = options.sheet ?? wholeBetween(randomFor(options.seed, 'sheet'), 12, 88);
  const drawing = new Drawing(town, options.year, sheet);
  drawing.all(scene);
  const scale = width / SHEET_WIDTH;
  return {
    svg: drawing.svg(width, sheetHeight(width)),
    width,
    height: sheetHeight(width),
    year: options.year,
    sheet,
    town: town.name,
    state: town.state,
    lines: drawing.lines.map(({ text, from, to, capHeight }) => ({
      text,
      from: [from[0] * scale, from[1] * scale],
      to: [to[0] * scale, to[1] * scale],
      capHeight: capHeight * scale,
    })),
    labels: scene.sites.map((site) => ({
      text: site.text,
      landUse: site.landUse,
      ...ellipseAround(town, site.area, scale),
    })),
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

/** Layers from the paper up; each is one path with one style. */
const LAYERS = {
  washBrick: { fill: WASHES.brick },
  deepBrick: { fill: '#e9adbd' },
  washFrame: { fill: WASHES.frame },
  deepFrame: { fill: '#f1da70' },
  washStone: { fill: WASHES.stone },
  washIron: { fill: WASHES.iron },
  washSpecial: { fill: WASHES.special },
  poolBrick: { stroke: '#d98c9c', width: 2.4, opacity: 0.3 },
  poolFrame: { stroke: '#ddbd45', width: 2.4, opacity: 0.32 },
  poolOther: { stroke: '#6f8794', width: 2.6, opacity: 0.25 },
  lots: { stroke: INK, width: 0.75, opacity: 0.85 },
  walls: { stroke: INK, width: 1.35 },
  dashes: { stroke: INK, width: 0.95, dash: '6 4' },
  pipes: { stroke: INK, width: 0.9, dash: '9 5', opacity: 0.85 },
  outlines: { stroke: INK, width: 1.25 },
  sheds: { stroke: INK, width: 1.05, dash: '5 3' },
  crosses: { stroke: INK, width: 0.8 },
  paper: { fill: '#fff' },
  rails: { stroke: INK, width: 1.0 },
  bank: { stroke: INK, width: 3.6 },
  holders: { stroke: INK, width: 1.7 },
  solids: { fill: INK },
  discs: { fill: '#d98a95', stroke: INK, width: 1.1 },
  hair: { stroke: INK, width: 0.7 },
  pen1: { stroke: INK, width: 0.85 },
  pen2: { stroke: INK, width: 1.15 },
  pen3: { stroke: INK, width: 1.6 },
  roman: { fill: INK },
  gap: { fill: '#fff' },
  front: { fill: INK },
  red: { fill: '#c23a32' },
  blue: { fill: '#33689c' },
} as const;

type LayerName = keyof typeof LAYERS;

const f = (value: number): string => String(Math.round(value * 100) / 100);

class Drawing {
  private readonly parts = new Map<LayerName, string[]>();
  private readonly random;
  private readonly under: string[] = [];
  /** What was lettered, in sheet units. */
  readonly lines: SheetLine[] = [];

  constructor(
    private readonly town: Town,
    private readonly year: number,
    private readonly sheet: number,
  ) {
    this.random = randomFor(town.seed, year, 'hand');
  }

  all(scene: Scene): void {
    this.title();
    this.cornerNumber();
    this.water();
    this.neighbours();
    for (const line of scene.lines) {
      this.add(line.kind === 'wall' ? 'walls' : line.kind === 'lot' ? 'lots' : 'dashes', this.path(line.points, false));
    }
    for (const building of scene.buildings) this.building(building);
    for (const tank of scene.tanks) {
      const [x, y] = this.town.bend(tank.at);
      if (tank.material !== 'none') this.wash(tank.material, circle(x, y, tank.radius));
      this.add(tank.radius > 20 ? 'holders' : 'outlines', circle(x, y, tank.radius));
      if (tank.radius > 40) this.add('hair', circle(x, y, tank.radius - 3.5));
      tank.text?.forEach((text, i, all) => {
        const size = i === 0 ? Math.min(8.5, tank.radius * 0.17 + 1) : Math.min(6.2, tank.radius * 0.13 + 1);
        this.text(text, tank.at, size, { dy: (i - (all.length - 1) / 2) * (size + 5) + size / 2 });
      });
    }
    for (const word of scene.words) {
      if (word.roman) this.romanWord(word.text, word.at, word.size, word.spacing ?? 0.2);
      else
        this.text(word.text, word.at, word.size, { upright: word.upright, spacing: word.spacing, dy: word.size / 2 });
    }
    for (const number of scene.numbers)
      this.text(number.text, number.at, 6.8, { upright: number.upright, dy: 3.4, slant: 0.2 });
    this.streets();
    for (const track of scene.tracks) this.track(track);
    this.blockNumbers();
    this.compass();
    this.scaleBar();
    this.riverName();
  }

  svg(width: number, height: number): string {
    const body = (Object.keys(LAYERS) as LayerName[]).map((name) => {
      const parts = this.parts.get(name);
      if (!parts) return '';
      const style: { fill?: string; stroke?: string; width?: number; dash?: string; opacity?: number } = LAYERS[name];
      const wash = /^(wash|deep)/.test(name) ? ' transform="translate(.7 -.5)"' : '';
      return (
        `<path d="${parts.join('')}" fill="${style.fill ?? 'none'}"` +
        (style.stroke ? ` stroke="${style.stroke}" stroke-width="${style.width}"` : '') +
        (style.dash ? ` stroke-dasharray="${style.dash}"` : '') +
        (style.opacity ? ` opacity="${style.opacity}"` : '') +
        `${wash}/>`
      );
    });
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${SHEET_WIDTH} ${SHEET_HEIGHT}" stroke-linecap="round" stroke-linejoin="round" fill-rule="nonzero">` +
      `${this.under.join('')}${body.join('')}</svg>`
    );
  }

  private add(layer: LayerName, d: string): void {
    const parts = this.parts.get(layer);
    if (parts) parts.push(d);
    else this.parts.set(layer, [d]);
  }

  /** A plan point on the sheet with the small error of a hand; the same corner always errs alike, so joints stay shut. */
  private hand(at: Point): Point {
    const [x, y] = this.town.bend(at);
    const wobble = Math.sin(at[0] * 12.9898 + at[1] * 78.233) * 43758.5453;
    const part = wobble - Math.floor(wobble);
    return [x + (part - 0.5) * 0.9, y + (((part * 7919) % 1) - 0.5) * 0.9];
  }

  private path(points: readonly Point[], closed: boolean): string {
    return `M${points.map((p) => this.hand(p).map(f).join(' ')).join('L')}${closed ? 'Z' : ''}`;
  }

  /** Direction of the street (or, upright, of the avenue read upwards) at a plan point, in radians. */
  private angle(at: Point, upright = false): number {
    const a = this.town.bend(at);
    const b = this.town.bend(upright ? [at[0], at[1] - 10] : [at[0] + 10, at[1]]);
    return Math.atan2(b[1] - a[1], b[0] - a[0]);
  }

  private wash(material: Exclude<Material, 'none'>, d: string): void {
    const layers: Readonly<Record<Exclude<Material, 'none'>, readonly [LayerName, LayerName]>> = {
      brick: ['washBrick', 'poolBrick'],
      frame: ['washFrame', 'poolFrame'],
      stone: ['washStone', 'poolOther'],
      iron: ['washIron', 'poolOther'],
      special: ['washSpecial', 'poolOther'],
    };
    for (const layer of layers[material]) this.add(layer, d);
  }

  private building(building: Building): void {
    const d = this.path(building.ring, true);
    if (building.material !== 'none') this.wash(building.material, d);
    // no two brushfuls are alike
    if (building.material === 'brick' && this.random() < 0.3) this.add('deepBrick', d);
    if (building.material === 'frame' && this.random() < 0.3) this.add('deepFrame', d);
    this.add(building.open ? 'sheds' : 'outlines', d);
    const [a, b, c] = building.ring;
    if (!a || !b || !c) return;
    const us = building.ring.map((p) => p[0]);
    const vs = building.ring.map((p) => p[1]);
    const box: Rect = { u0: Math.min(...us), v0: Math.min(...vs), u1: Math.max(...us), v1: Math.max(...vs) };
    const centre: [number, number] = [(box.u0 + box.u1) / 2, (box.v0 + box.v1) / 2];
    const room = { u: box.u1 - box.u0, v: box.v1 - box.v0 };
    if (building.crossed) {
      const far = building.ring[3] ?? c;
      this.add('crosses', this.path([a, c], false) + this.path([b, far], false));
    }
    const dwelling = building.use !== undefined && /^(D|S|FL\.|A)$/.test(building.use);
    if (building.storeys > 0 && !building.crossed && building.use !== 'A' && room.u > 15 && room.v > 12) {
      const inwards = (from: number, to: number, by: number): number => from + Math.sign(to - from) * by;
      const corner: Point =
        dwelling || building.ring.length > 4
          ? [inwards(a[0], centre[0], 7), inwards(a[1], centre[1], 8)]
          : [box.u0 + 8, box.v1 - 8];
      this.text(String(building.storeys), corner, 5.6, { dy: 2.8, slant: 0.15 });
    }
    if (dwelling && building.use !== 'A' && building.material === 'brick') this.masonry(a, b, c);
    if (!building.use) return;
    if (dwelling) {
      const at: Point = [centre[0], centre[1] + (room.v > room.u ? 2 : 0)];
      this.text(building.use, at, 6.6, { dy: 3.3, slant: 0.15 });
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
      this.add('solids', circle(x, y, 1.15));
    }
    if (this.random() < 0.4) {
      const [x, y] = this.town.bend(at(0.3, 0.72));
      this.add('hair', `M${f(x - 2)} ${f(y - 2)}h4v4h-4Z`);
    }
    if (this.random() < 0.45) {
      for (const deep of [0.35, 0.6, 0.85]) this.add('hair', this.path([at(0.96, deep), at(1.04, deep)], false));
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
        this.text(line, at, size, {
          upright: building.upright,
          dy: offset,
          slant: size > 9 ? 0 : 0.18,
          spacing: size > 9 ? 0.16 : 0,
        });
      });
      return;
    }
  }

  private text(
    text: string,
    at: Point,
    size: number,
    {
      upright = false,
      dy = 0,
      spacing = 0,
      slant = 0.18,
    }: { upright?: boolean; dy?: number; spacing?: number; slant?: number } = {},
  ): void {
    const style: LetterStyle = { size, spacing, slant };
    const angle = this.angle(at, upright);
    const [x, y] = this.town.bend(at);
    const base: Point = [x - dy * Math.sin(angle), y + dy * Math.cos(angle)];
    this.letters(text, style, straight(text, style, base, angle));
  }

  private letters(text: string, style: LetterStyle, place: Placement): void {
    this.record(text, textWidth(text, style), style.size, place);
    this.add(style.size < 7.4 ? 'pen1' : style.size < 10.8 ? 'pen2' : 'pen3', strokeLetters(text, style, place));
  }

  private romanWord(text: string, at: Point, size: number, spacing: number, upright = false): void {
    const style: LetterStyle = { size, spacing, stretch: 1.25 };
    const angle = this.angle(at, upright);
    const [x, y] = this.town.bend(at);
    const width = romanWidth(text, style);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const base: Point = [x - (size / 2) * sin - (width / 2) * cos, y + (size / 2) * cos - (width / 2) * sin];
    this.roman(text, style, (tx, ty) => [base[0] + tx * cos - ty * sin, base[1] + tx * sin + ty * cos]);
  }

  private roman(text: string, style: LetterStyle, place: Placement, pen = 0.17): void {
    this.record(text, romanWidth(text, style), style.size, place);
    this.add('roman', romanLetters(text, style, place, pen));
  }

  private record(text: string, width: number, capHeight: number, place: Placement): void {
    if (text.length > 1) this.lines.push({ text, from: place(0, 0), to: place(width, 0), capHeight });
  }

  /** Large letters set off from a cast shadow by a line of bare paper. */
  private shaded(text: string, x: number, baseline: number, style: LetterStyle, pen: number, layer: LayerName): void {
    const start = x - romanWidth(text, style) / 2;
    const off = style.size * 0.075;
    this.record(text, romanWidth(text, style), style.size, (tx, ty) => [start + tx, baseline + ty]);
    this.add(
      'roman',
      romanLetters(text, style, (tx, ty) => [start + tx + off, baseline + ty + off], pen),
    );
    this.add(
      'gap',
      romanLetters(text, style, (tx, ty) => [start + tx, baseline + ty], pen, 0.03),
    );
    this.add(
      layer,
      romanLetters(text, style, (tx, ty) => [start + tx, baseline + ty], pen),
    );
  }

  /** Roman letters set level, centred on x. */
  private romanLine(text: string, x: number, baseline: number, style: LetterStyle, pen?: number): void {
    const start = x - romanWidth(text, style) / 2;
    this.roman(text, style, (tx, ty) => [start + tx, baseline + ty], pen);
  }

  /** Single-stroke letters set level, centred on x. */
  private penLine(text: string, x: number, baseline: number, style: LetterStyle): void {
    this.letters(text, style, straight(text, style, [x, baseline]));
  }

  private water(): void {
    const shore = this.path(this.town.bank, false);
    this.under.push(
      `<clipPath id="water"><path d="${shore}L1660 1960L-60 1960Z"/></clipPath>`,
      `<g clip-path="url(#water)" fill="none" stroke="#8fbad0" stroke-linejoin="round">`,
      ...[46, 30, 17].map(
        (width, i) => `<path d="${shore}" stroke-width="${width}" opacity="${[0.2, 0.32, 0.5][i] ?? 0.3}"/>`,
      ),
      '</g>',
    );
    this.add('bank', shore);
  }

  /** The blocks of the sheets next door: outlines and the number of the sheet to turn to. */
  private neighbours(): void {
    const { blocks, up } = this.town;
    const random = randomFor(this.town.seed, 'neighbours');
    const [north, west, east] = [this.sheet - 4, this.sheet - 1, this.sheet + 1];
    for (const block of blocks) {
      if (block.row === 0) {
        this.add(
          'walls',
          this.path(
            [
              [block.u0, 34],
              [block.u0, 96],
              [block.u1, 96],
              [block.u1, 34],
            ],
            false,
          ),
        );
        if (block.column === 0) this.romanWord(String(north), [(block.u0 + block.u1) / 2, 66], 27, 0);
      }
      if (block.column === 0) {
        const u = up[0]?.from ?? 76;
        this.add(
          'walls',
          this.path(
            [
              [26, block.v0],
              [u, block.v0],
              [u, block.v1],
              [26, block.v1],
            ],
            false,
          ),
        );
        if (block.row === 1) this.romanWord(String(west), [48, (block.v0 + block.v1) / 2 + 30], 27, 0);
      }
      if (block.column === 2) {
        const u = up[3]?.to ?? 1484;
        const bite = between(random, 0, 18);
        this.add(
          'walls',
          this.path(
            [
              [1576, block.v0],
              [u, block.v0],
              [u, block.v1 - bite],
              [1576, block.v1],
            ],
            false,
          ),
        );
        if (block.row === 1) this.romanWord(String(east), [1530, (block.v0 + block.v1) / 2], 27, 0);
      }
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
      this.text(`${street.feet}'`, [1470, v + (track ? 0 : 14)], 7, { dy: 3.5 });
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
      this.text(`${street.feet}'`, [u + 15, 1172], 7, { dy: 3.5 });
      for (const [j, crossing] of across.entries()) {
        const v = (crossing.from + crossing.to) / 2;
        if (j < 3 && random() < 0.62) this.hydrant([street.to - 9, crossing.to - 8], random() < 0.35);
        if (j < 3 && j + 3 !== i && random() < 0.4)
          this.text(`(${wholeBetween(random, 11, 48)})`, [u + 25, v - 17], 8, { dy: 4 });
      }
    });
    if (across[3]) this.text(this.town.railroad, [620, 1253], 7, { dy: 3.5, spacing: 0.25 });
  }

  private streetName(street: Street, at: Point, size: number, upright: boolean): void {
    let spacing = 0.42;
    const length = (): number => romanWidth(street.name, { size, spacing, stretch: 1.25 });
    while (length() > (upright ? 186 : 240) && spacing > 0) spacing -= 0.03;
    this.clear(at, length() / 2 + 8, size / 2 + 3, upright);
    this.romanWord(street.name, at, size, spacing, upright);
  }

  /** Scrapes the paper clean for a word. */
  private clear(at: Point, halfLength: number, halfHeight: number, upright: boolean): void {
    const angle = this.angle(at, upright);
    const [x, y] = this.town.bend(at);
    const corner = (a: number, b: number): string =>
      `${f(x + a * Math.cos(angle) - b * Math.sin(angle))} ${f(y + a * Math.sin(angle) + b * Math.cos(angle))}`;
    this.add(
      'paper',
      `M${corner(-halfLength, -halfHeight)}L${corner(halfLength, -halfHeight)}L${corner(halfLength, halfHeight)}L${corner(-halfLength, halfHeight)}Z`,
    );
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
      this.add('pipes', this.path(line, false));
    }
    const point: Point = upright ? [from[0] + 13, at] : [at, from[1] - 13];
    this.text(text, point, 6.6, { upright, dy: 3.3 });
  }

  private hydrant(at: Point, double: boolean): void {
    const [x, y] = this.town.bend(at);
    this.add('solids', circle(x, y, 3.1));
    if (double) this.text('D.H.', [at[0] + 13, at[1]], 5.4, { dy: 2.7 });
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
      this.add('rails', `M${rail.join('L')}`);
    }
  }

  private blockNumbers(): void {
    for (const block of this.town.blocks) {
      const at: Point = [block.u1 + 15, block.v0 - 14];
      const [x, y] = this.town.bend(at);
      this.add('discs', circle(x, y, 12.5));
      this.text(String(block.number), at, 7.6, { dy: 3.8, slant: 0 });
    }
  }

  private cornerNumber(): void {
    const text = String(this.sheet);
    const style: LetterStyle = { size: 62, stretch: 0.95 };
    const x = 1546 - romanWidth(text, style) / 2;
    this.shaded(text, x, 118, style, 0.3, this.year < 1900 ? 'red' : 'blue');
    this.penLine(this.town.name, x, 38, { size: 8.5, spacing: 0.1, slant: 0.2 });
  }

  /** The side of the river with more room for the title; the compass stands on the other. */
  private get titleX(): number {
    return this.town.rising ? 1218 : 382;
  }

  private compass(): void {
    const x = this.town.rising ? 172 : 1428;
    const y = 1738;
    const turn = between(randomFor(this.town.seed, 'north'), -0.5, 0.35);
    const ray = (angle: number, length: number): Point => [
      x + Math.sin(angle + turn) * length,
      y - Math.cos(angle + turn) * length,
    ];
    for (let i = 0; i < 32; i++) {
      const long = i % 8 === 0 ? 62 : i % 4 === 0 ? 48 : i % 2 === 0 ? 36 : 28;
      const angle = (i / 16) * Math.PI;
      this.add('hair', `M${ray(angle, 12).map(f).join(' ')}L${ray(angle, long).map(f).join(' ')}`);
    }
    for (let i = 0; i < 8; i++) {
      const angle = (i / 4) * Math.PI;
      const length = i % 2 ? 44 : 62;
      const left = `M${f(x)} ${f(y)}L${ray(angle - Math.PI / 8, 14)
        .map(f)
        .join(' ')}L${ray(angle, length).map(f).join(' ')}Z`;
      const right = `M${f(x)} ${f(y)}L${ray(angle + Math.PI / 8, 14)
        .map(f)
        .join(' ')}L${ray(angle, length).map(f).join(' ')}Z`;
      this.add('solids', left);
      this.add('paper', right);
      this.add('hair', left + right);
    }
    this.add('hair', circle(x, y, 30) + circle(x, y, 33) + circle(x, y, 72));
    // the long needle, feathered at the south end
    this.add('pen2', `M${ray(0, 62).map(f).join(' ')}L${ray(0, 96).map(f).join(' ')}`);
    this.add(
      'solids',
      `M${ray(0, 112).map(f).join(' ')}L${ray(-0.07, 88).map(f).join(' ')}L${ray(0, 94).map(f).join(' ')}L${ray(0.07, 88).map(f).join(' ')}Z`,
    );
    for (let i = 0; i < 4; i++) {
      const r = 74 + i * 7;
      for (const side of [-0.07, 0.07])
        this.add(
          'pen1',
          `M${ray(Math.PI, r).map(f).join(' ')}L${ray(Math.PI + side, r + 9)
            .map(f)
            .join(' ')}`,
        );
    }
    this.add('pen1', `M${ray(Math.PI, 62).map(f).join(' ')}L${ray(Math.PI, 100).map(f).join(' ')}`);
    const [nx, ny] = ray(0, 128);
    this.romanLine('N', nx, ny + 8, { size: 16, stretch: 1.1 });
  }

  private scaleBar(): void {
    const foot = UNITS_PER_FOOT;
    const start = (this.town.rising ? 560 : 1040) - 75 * foot;
    const y = 1828;
    const bar = (from: number, to: number, top: number): string =>
      `M${f(start + from * foot)} ${top}H${f(start + to * foot)}V${top + 4}H${f(start + from * foot)}Z`;
    for (const [from, to] of [
      [0, 10],
      [20, 30],
      [40, 50],
      [100, 150],
    ] as const)
      this.add('solids', bar(from, to, y));
    for (const [from, to] of [
      [10, 20],
      [30, 40],
      [50, 100],
      [150, 200],
    ] as const)
      this.add('solids', bar(from, to, y + 4));
    this.add('hair', `M${f(start)} ${y}H${f(start + 200 * foot)}V${y + 8}H${f(start)}Z`);
    for (const feet of [0, 50, 100, 150, 200]) {
      this.add('hair', `M${f(start + feet * foot)} ${y - 5}V${y}`);
      this.penLine(String(feet), start + feet * foot, y - 8, { size: 7 });
    }
    this.penLine('SCALE OF FEET', start + 100 * foot, y + 22, { size: 7.5, spacing: 0.3 });
  }

  private title(): void {
    const x = this.titleX;
    const { name, state, seed } = this.town;
    const top = 1626;
    const style = (size: number, spacing = 0.2, stretch = 1.15): LetterStyle => ({ size, spacing, stretch });
    const half = 272;
    const frame = (inset: number): string => {
      const [l, r, t, b, n] = [x - half + inset, x + half - inset, top - 8 + inset, 1864 - inset, 15];
      return (
        `M${l + n} ${t}H${r - n}C${r - n} ${t + n * 0.6} ${r - n * 0.6} ${t + n} ${r} ${t + n}V${b - n}` +
        `C${r - n * 0.6} ${b - n} ${r - n} ${b - n * 0.6} ${r - n} ${b}H${l + n}C${l + n} ${b - n * 0.6} ${l + n * 0.6} ${b - n} ${l} ${b - n}` +
        `V${t + n}C${l + n * 0.6} ${t + n} ${l + n} ${t + n * 0.6} ${l + n} ${t}Z`
      );
    };
    this.add('pen3', frame(0));
    this.add('hair', frame(5));
    this.penLine('INSURANCE MAP OF', x, top + 26, { size: 11, spacing: 0.42 });
    let big = style(37, 0.06);
    while (romanWidth(name, big) > 2 * half - 76)
      big = { ...big, size: big.size * 0.97, stretch: (big.stretch ?? 1) * 0.985 };
    this.shaded(name, x, top + 46 + 37, big, 0.22, 'front');
    const small = style(13, 0.55);
    const stateWidth = romanWidth(state, small);
    this.romanLine(state, x, top + 113, small);
    for (const side of [-1, 1]) {
      const from = x + side * (stateWidth / 2 + 18);
      const to = x + side * (half - 46);
      this.add('hair', `M${f(from)} ${top + 105}H${f(to)}M${f(from)} ${top + 108}H${f(to)}`);
      this.add('solids', diamond(from - side * 4, top + 106.5, 4));
    }
    this.romanLine(`${monthOf(seed, this.year)} ${this.year}`, x, top + 149, style(18.5, 0.2));
    this.penLine(`PUBLISHED BY THE ${PUBLISHER}`, x, top + 174, { size: 10, spacing: 0.2 });
    this.penLine(`SCALE 50 FEET TO AN INCH.  COPYRIGHT ${this.year}.`, x, top + 191, {
      size: 7,
      spacing: 0.16,
      slant: 0.2,
    });
    const key: readonly (readonly [Exclude<Material, 'none'>, string])[] = [
      ['brick', 'BRICK'],
      ['frame', 'FRAME'],
      ['stone', 'STONE'],
      ['iron', 'IRON'],
      ['special', 'SPECIAL'],
    ];
    const step = (2 * half - 60) / key.length;
    key.forEach(([material, word], i) => {
      const left = x - half + 36 + i * step;
      const swatch = `M${f(left)} ${top + 205}h26v13h-26Z`;
      this.wash(material, swatch);
      this.add('outlines', swatch);
      const letters: LetterStyle = { size: 6.6, spacing: 0.1 };
      this.letters(word, letters, straight(word, letters, [left + 33, top + 215], 0, 'start'));
    });
  }

  /** The river's name in leaning letters along its course. */
  private riverName(): void {
    const { river, rising } = this.town;
    let style: LetterStyle = { size: 25, spacing: 0.95, slant: 0.26, stretch: 1.15 };
    while (romanWidth(river, style) > 560) style = { ...style, spacing: (style.spacing ?? 0) - 0.05 };
    const width = romanWidth(river, style);
    const centre = rising ? 612 : 988;
    const start = centre - width / 2;
    const fall = rising ? -0.075 : 0.075;
    const course = (x: number): number => 1722 + fall * (x - centre) + 7 * Math.sin((x - start) / 95);
    this.roman(river, style, (tx, ty) => [start + tx, course(start + tx) + ty], 0.15);
    const arrow = rising ? start - 70 : start + width + 20;
    const y = course(arrow) - 12;
    this.add(
      'pen1',
      `M${f(arrow)} ${f(y + 2)}L${f(arrow + 44)} ${f(y - 2)}M${f(arrow + 34)} ${f(y - 6)}L${f(arrow + 44)} ${f(y - 2)}L${f(arrow + 35)} ${f(y + 4)}`,
    );
  }
}

/** Sheets of 1896 appear in January; other years in a month of their own. */
function monthOf(seed: number, year: number): string {
  return year === 1896 ? 'JANUARY' : pick(randomFor(seed, year, 'month'), MONTHS);
}

function circle(x: number, y: number, r: number): string {
  return `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0Z`;
}

function diamond(x: number, y: number, r: number): string {
  return `M${f(x - r)} ${f(y)}L${f(x)} ${f(y - r)}L${f(x + r)} ${f(y)}L${f(x)} ${f(y + r)}Z`;
}
