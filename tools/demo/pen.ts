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
import { SHEET_HEIGHT, SHEET_WIDTH, type Material, type Town } from './town.js';

/** A line that is lettered on the sheet, in picture pixels. */
export interface SheetLine {
  text: string;
  /** Start and end of the baseline. */
  from: Point;
  to: Point;
  capHeight: number;
}

const INK = '#2a2320';
const WASHES: Readonly<Record<Exclude<Material, 'none'>, string>> = {
  brick: '#efbac8',
  frame: '#f8e78a',
  stone: '#b3d5ee',
  iron: '#c6cad0',
  special: '#b9dac6',
};

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

/** A number in path data: at most two decimals. */
export const f = (value: number): string => String(Math.round(value * 100) / 100);

/** Draws and letters in sheet units onto layers, and gives the picture. */
export class Pen {
  private readonly parts = new Map<LayerName, string[]>();
  /** Texts on the sheet, in sheet units. */
  readonly lines: SheetLine[] = [];
  /** Elements that lie below all layers. */
  readonly under: string[] = [];

  constructor(readonly town: Town) {}

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

  add(layer: LayerName, d: string): void {
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

  path(points: readonly Point[], closed: boolean): string {
    return `M${points.map((p) => this.hand(p).map(f).join(' ')).join('L')}${closed ? 'Z' : ''}`;
  }

  /** Direction of the street (or, upright, of the avenue read upwards) at a plan point, in radians. */
  angle(at: Point, upright = false): number {
    const a = this.town.bend(at);
    const b = this.town.bend(upright ? [at[0], at[1] - 10] : [at[0] + 10, at[1]]);
    return Math.atan2(b[1] - a[1], b[0] - a[0]);
  }

  wash(material: Exclude<Material, 'none'>, d: string): void {
    const layers: Readonly<Record<Exclude<Material, 'none'>, readonly [LayerName, LayerName]>> = {
      brick: ['washBrick', 'poolBrick'],
      frame: ['washFrame', 'poolFrame'],
      stone: ['washStone', 'poolOther'],
      iron: ['washIron', 'poolOther'],
      special: ['washSpecial', 'poolOther'],
    };
    for (const layer of layers[material]) this.add(layer, d);
  }

  text(
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

  letters(text: string, style: LetterStyle, place: Placement): void {
    this.record(text, textWidth(text, style), style.size, place);
    this.add(style.size < 7.4 ? 'pen1' : style.size < 10.8 ? 'pen2' : 'pen3', strokeLetters(text, style, place));
  }

  romanWord(text: string, at: Point, size: number, spacing: number, upright = false): void {
    const style: LetterStyle = { size, spacing, stretch: 1.25 };
    const angle = this.angle(at, upright);
    const [x, y] = this.town.bend(at);
    const width = romanWidth(text, style);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const base: Point = [x - (size / 2) * sin - (width / 2) * cos, y + (size / 2) * cos - (width / 2) * sin];
    this.roman(text, style, (tx, ty) => [base[0] + tx * cos - ty * sin, base[1] + tx * sin + ty * cos]);
  }

  roman(text: string, style: LetterStyle, place: Placement, pen = 0.17): void {
    this.record(text, romanWidth(text, style), style.size, place);
    this.add('roman', romanLetters(text, style, place, pen));
  }

  private record(text: string, width: number, capHeight: number, place: Placement): void {
    if (text.length > 1) this.lines.push({ text, from: place(0, 0), to: place(width, 0), capHeight });
  }

  /** Large letters set off from a cast shadow by a line of bare paper. */
  shaded(text: string, x: number, baseline: number, style: LetterStyle, pen: number, layer: LayerName): void {
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
  romanLine(text: string, x: number, baseline: number, style: LetterStyle, pen?: number): void {
    const start = x - romanWidth(text, style) / 2;
    this.roman(text, style, (tx, ty) => [start + tx, baseline + ty], pen);
  }

  /** Single-stroke letters set level, centred on x. */
  penLine(text: string, x: number, baseline: number, style: LetterStyle): void {
    this.letters(text, style, straight(text, style, [x, baseline]));
  }

  /** Scrapes the paper clean for a word. */
  clear(at: Point, halfLength: number, halfHeight: number, upright: boolean): void {
    const angle = this.angle(at, upright);
    const [x, y] = this.town.bend(at);
    const corner = (a: number, b: number): string =>
      `${f(x + a * Math.cos(angle) - b * Math.sin(angle))} ${f(y + a * Math.sin(angle) + b * Math.cos(angle))}`;
    this.add(
      'paper',
      `M${corner(-halfLength, -halfHeight)}L${corner(halfLength, -halfHeight)}L${corner(halfLength, halfHeight)}L${corner(-halfLength, halfHeight)}Z`,
    );
  }
}

export function circle(x: number, y: number, r: number): string {
  return `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0Z`;
}

export function diamond(x: number, y: number, r: number): string {
  return `M${f(x - r)} ${f(y)}L${f(x)} ${f(y - r)}L${f(x + r)} ${f(y)}L${f(x)} ${f(y + r)}Z`;
}
