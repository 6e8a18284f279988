import { romanWidth, straight, type LetterStyle, type Point } from './lettering.js';
import { circle, diamond, f, type Pen } from './pen.js';
import { between, pick, randomFor } from './random.js';
import { UNITS_PER_FOOT, type Material } from './town.js';

const PUBLISHER = 'RIVERSIDE MAP COMPANY';
const MONTHS = ['JANUARY', 'MARCH', 'MAY', 'JUNE', 'SEPTEMBER', 'OCTOBER', 'DECEMBER'];

/** The cartouche: town, month, publisher, scale and the key of colours. */
export function drawTitle(pen: Pen, year: number): void {
  // the side of the river with more room; the compass is on the other
  const x = pen.town.rising ? 1218 : 382;
  const { name, state, seed } = pen.town;
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
  pen.add('pen3', frame(0));
  pen.add('hair', frame(5));
  pen.penLine('INSURANCE MAP OF', x, top + 26, { size: 11, spacing: 0.42 });
  let big = style(37, 0.06);
  while (romanWidth(name, big) > 2 * half - 76)
    big = { ...big, size: big.size * 0.97, stretch: (big.stretch ?? 1) * 0.985 };
  pen.shaded(name, x, top + 46 + 37, big, 0.22, 'front');
  const small = style(13, 0.55);
  const stateWidth = romanWidth(state, small);
  pen.romanLine(state, x, top + 113, small);
  for (const side of [-1, 1]) {
    const from = x + side * (stateWidth / 2 + 18);
    const to = x + side * (half - 46);
    pen.add('hair', `M${f(from)} ${top + 105}H${f(to)}M${f(from)} ${top + 108}H${f(to)}`);
    pen.add('solids', diamond(from - side * 4, top + 106.5, 4));
  }
  pen.romanLine(`${monthOf(seed, year)} ${year}`, x, top + 149, style(18.5, 0.2));
  pen.penLine(`PUBLISHED BY THE ${PUBLISHER}`, x, top + 174, { size: 10, spacing: 0.2 });
  pen.penLine(`SCALE 50 FEET TO AN INCH.  COPYRIGHT ${year}.`, x, top + 191, {
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
    pen.wash(material, swatch);
    pen.add('outlines', swatch);
    const letters: LetterStyle = { size: 6.6, spacing: 0.1 };
    pen.letters(word, letters, straight(word, letters, [left + 33, top + 215], 0, 'start'));
  });
}

export function drawCornerNumber(pen: Pen, sheet: number, year: number): void {
  const text = String(sheet);
  const style: LetterStyle = { size: 62, stretch: 0.95 };
  const x = 1546 - romanWidth(text, style) / 2;
  pen.shaded(text, x, 118, style, 0.3, year < 1900 ? 'red' : 'blue');
  pen.penLine(pen.town.name, x, 38, { size: 8.5, spacing: 0.1, slant: 0.2 });
}

export function drawWater(pen: Pen): void {
  const shore = pen.path(pen.town.bank, false);
  const depth = (
    [
      [1800, 2600],
      [-200, 2600],
    ] as const
  ).map((at) => pen.town.bend(at).map(f).join(' '));
  pen.under.push(
    `<clipPath id="water"><path d="${shore}L${depth.join('L')}Z"/></clipPath>`,
    `<g clip-path="url(#water)" fill="none" stroke="#8fbad0" stroke-linejoin="round">`,
    ...[46, 30, 17].map(
      (width, i) => `<path d="${shore}" stroke-width="${width}" opacity="${[0.2, 0.32, 0.5][i] ?? 0.3}"/>`,
    ),
    '</g>',
  );
  pen.add('bank', shore);
}

/** The blocks of the sheets next door: outlines and the number of the sheet to turn to. */
export function drawNeighbours(pen: Pen, sheet: number): void {
  const { blocks, up } = pen.town;
  const random = randomFor(pen.town.seed, 'neighbours');
  const [north, west, east] = [sheet - 4, sheet - 1, sheet + 1];
  for (const block of blocks) {
    if (block.row === 0) {
      pen.add(
        'walls',
        pen.path(
          [
            [block.u0, 34],
            [block.u0, 96],
            [block.u1, 96],
            [block.u1, 34],
          ],
          false,
        ),
      );
      if (block.column === 0) pen.romanWord(String(north), [(block.u0 + block.u1) / 2, 66], 27, 0);
    }
    if (block.column === 0) {
      const u = up[0]?.from ?? 76;
      pen.add(
        'walls',
        pen.path(
          [
            [26, block.v0],
            [u, block.v0],
            [u, block.v1],
            [26, block.v1],
          ],
          false,
        ),
      );
      if (block.row === 1) pen.romanWord(String(west), [48, (block.v0 + block.v1) / 2 + 30], 27, 0);
    }
    if (block.column === 2) {
      const u = up[3]?.to ?? 1484;
      const bite = between(random, 0, 18);
      pen.add(
        'walls',
        pen.path(
          [
            [1576, block.v0],
            [u, block.v0],
            [u, block.v1 - bite],
            [1576, block.v1],
          ],
          false,
        ),
      );
      if (block.row === 1) pen.romanWord(String(east), [1530, (block.v0 + block.v1) / 2], 27, 0);
    }
  }
}

export function drawCompass(pen: Pen): void {
  const x = pen.town.rising ? 172 : 1428;
  const y = 1738;
  const turn = between(randomFor(pen.town.seed, 'north'), -0.5, 0.35);
  const ray = (angle: number, length: number): Point => [
    x + Math.sin(angle + turn) * length,
    y - Math.cos(angle + turn) * length,
  ];
  for (let i = 0; i < 32; i++) {
    const long = i % 8 === 0 ? 62 : i % 4 === 0 ? 48 : i % 2 === 0 ? 36 : 28;
    const angle = (i / 16) * Math.PI;
    pen.add('hair', `M${ray(angle, 12).map(f).join(' ')}L${ray(angle, long).map(f).join(' ')}`);
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
    pen.add('solids', left);
    pen.add('paper', right);
    pen.add('hair', left + right);
  }
  pen.add('hair', circle(x, y, 30) + circle(x, y, 33) + circle(x, y, 72));
  // the long needle, feathered at the south end
  pen.add('pen2', `M${ray(0, 62).map(f).join(' ')}L${ray(0, 96).map(f).join(' ')}`);
  pen.add(
    'solids',
    `M${ray(0, 112).map(f).join(' ')}L${ray(-0.07, 88).map(f).join(' ')}L${ray(0, 94).map(f).join(' ')}L${ray(0.07, 88).map(f).join(' ')}Z`,
  );
  for (let i = 0; i < 4; i++) {
    const r = 74 + i * 7;
    for (const side of [-0.07, 0.07])
      pen.add(
        'pen1',
        `M${ray(Math.PI, r).map(f).join(' ')}L${ray(Math.PI + side, r + 9)
          .map(f)
          .join(' ')}`,
      );
  }
  pen.add('pen1', `M${ray(Math.PI, 62).map(f).join(' ')}L${ray(Math.PI, 100).map(f).join(' ')}`);
  const [nx, ny] = ray(0, 128);
  pen.romanLine('N', nx, ny + 8, { size: 16, stretch: 1.1 });
}

export function drawScaleBar(pen: Pen): void {
  const foot = UNITS_PER_FOOT;
  const start = (pen.town.rising ? 560 : 1040) - 75 * foot;
  const y = 1828;
  const bar = (from: number, to: number, top: number): string =>
    `M${f(start + from * foot)} ${top}H${f(start + to * foot)}V${top + 4}H${f(start + from * foot)}Z`;
  for (const [from, to] of [
    [0, 10],
    [20, 30],
    [40, 50],
    [100, 150],
  ] as const)
    pen.add('solids', bar(from, to, y));
  for (const [from, to] of [
    [10, 20],
    [30, 40],
    [50, 100],
    [150, 200],
  ] as const)
    pen.add('solids', bar(from, to, y + 4));
  pen.add('hair', `M${f(start)} ${y}H${f(start + 200 * foot)}V${y + 8}H${f(start)}Z`);
  for (const feet of [0, 50, 100, 150, 200]) {
    pen.add('hair', `M${f(start + feet * foot)} ${y - 5}V${y}`);
    pen.penLine(String(feet), start + feet * foot, y - 8, { size: 7 });
  }
  pen.penLine('SCALE OF FEET', start + 100 * foot, y + 22, { size: 7.5, spacing: 0.3 });
}

/** The river's name in leaning letters along its course. */
export function drawRiverName(pen: Pen): void {
  const { river, rising } = pen.town;
  let style: LetterStyle = { size: 25, spacing: 0.95, slant: 0.26, stretch: 1.15 };
  while (romanWidth(river, style) > 560) style = { ...style, spacing: (style.spacing ?? 0) - 0.05 };
  const width = romanWidth(river, style);
  const centre = rising ? 612 : 988;
  const start = centre - width / 2;
  const fall = rising ? -0.075 : 0.075;
  const course = (x: number): number => 1722 + fall * (x - centre) + 7 * Math.sin((x - start) / 95);
  pen.roman(river, style, (tx, ty) => [start + tx, course(start + tx) + ty], 0.15);
  const arrow = rising ? start - 70 : start + width + 20;
  const y = course(arrow) - 12;
  pen.add(
    'pen1',
    `M${f(arrow)} ${f(y + 2)}L${f(arrow + 44)} ${f(y - 2)}M${f(arrow + 34)} ${f(y - 6)}L${f(arrow + 44)} ${f(y - 2)}L${f(arrow + 35)} ${f(y + 4)}`,
  );
}

/** Sheets of 1896 appear in January; other years in a month of their own. */
function monthOf(seed: number, year: number): string {
  return year === 1896 ? 'JANUARY' : pick(randomFor(seed, year, 'month'), MONTHS);
}
