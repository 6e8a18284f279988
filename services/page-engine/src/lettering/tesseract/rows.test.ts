import sharp from 'sharp';
import { collageOf, placeWords, slantOf, type Sheet } from './collage.js';
import type { Raster } from '../ink.js';
import { letteringOf, type Row } from './rows.js';

const [WIDTH, HEIGHT] = [1_200, 1_000];

async function drawing(...parts: string[]): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#d8cfb8"/>${parts.join('')}</svg>`;
  const data = await sharp(Buffer.from(svg)).greyscale().toColourspace('b-w').raw().toBuffer();
  return { data, width: WIDTH, height: HEIGHT };
}

/** Glyphs from strokes, so no font is needed: six letters of 24 x 30 pixels, 12 apart. */
const letters = (count = 6): string =>
  Array.from({ length: count }, (_, i) =>
    `<path d="M${i * 36} 30V0H18M${i * 36} 15H${i * 36 + 14}"/>`.replace('H18', `H${i * 36 + 20}`),
  ).join('');
const word = (x: number, y: number, turned = 0, count = 6): string =>
  `<g transform="translate(${x} ${y}) rotate(${turned})" fill="none" stroke="#222" stroke-width="5">${letters(count)}</g>`;

const HATCHING = Array.from(
  { length: 40 },
  (_, i) => `<path d="M700 ${500 + i * 9}H1100" stroke="#333" stroke-width="2"/>`,
).join('');
const OUTLINE = '<rect x="80" y="480" width="400" height="300" fill="#e7a0b0" stroke="#222" stroke-width="3"/>';

const near = (row: Row, x: number, y: number): boolean => {
  const [across, down] = row.direction === 'across' ? [row.x, row.y] : [row.y, row.x];
  return Math.hypot(across - x, down - y) < 40;
};

describe('rows of writing on a sheet (DATA-09)', () => {
  it('contain letters, also in a tinted building with an outline, but not the outline', async () => {
    const { rows } = letteringOf(await drawing(OUTLINE, word(150, 600)));
    expect(rows.filter((row) => near(row, 250, 615))).toMatchObject([{ direction: 'across', letters: 6 }]);
    expect(rows).toHaveLength(1);
  });

  it('exclude hatching, outlines and dashed lines', async () => {
    const dashes = '<path d="M60 100H1100M60 110H1100" stroke="#222" stroke-width="3" stroke-dasharray="14 8"/>';
    expect(letteringOf(await drawing(HATCHING, OUTLINE, dashes)).rows).toEqual([]);
  });

  it('are found upwards and slanted', async () => {
    const { rows } = letteringOf(await drawing(word(200, 700, -90), word(500, 200, 15)));
    const upwards = rows.find((row) => near(row, 215, 600));
    expect(upwards).toMatchObject({ direction: 'along', letters: 6 });
    const falling = rows.find((row) => row.direction === 'across');
    expect(falling?.slope).toBeCloseTo(Math.tan((15 * Math.PI) / 180), 1);
  });

  it('do not exist on an empty sheet', async () => {
    expect(letteringOf(await drawing()).rows).toEqual([]);
  });
});

describe('the sheet for recognition', () => {
  const inked = ({ data, width }: Raster, left: number, top: number, wide: number, high: number): number => {
    let dark = 0;
    for (let y = top; y < top + high; y++)
      for (let x = left; x < left + wide; x++) if ((data[y * width + x] ?? 255) < 128) dark++;
    return dark / (wide * high);
  };

  it.each([
    ['upright', 0, 'across', 0],
    ['upwards', -90, 'along', 270],
    ['downwards', 90, 'along', 90],
    ['falling', 12, 'across', 0],
  ] as const)(
    'has writing that runs %s upright and level, and maps its words back',
    async (_, angle, direction, turn) => {
      const picture = await drawing(word(500, 500, angle));
      const { clean, rows } = letteringOf(picture);
      const row = rows.find((one) => one.direction === direction);
      if (!row) throw new Error('no row was found');
      const [sheet] = collageOf(clean, [{ row, turn }]);
      const [placed] = sheet?.placed ?? [];
      if (!sheet || !placed) throw new Error('nothing was pasted');
      // upper bars are at the top: upright
      const [upper, lower] = [0.15, 0.6].map((from) =>
        inked(
          sheet,
          placed.left,
          placed.top + Math.round(placed.height * from),
          placed.width,
          Math.round(placed.height * 0.25),
        ),
      );
      expect(upper).toBeGreaterThan((lower ?? 1) * 1.3);
      const seen = {
        text: 'F',
        confidence: 0.9,
        line: 0,
        x: placed.left + 22,
        y: placed.top + 10,
        width: 20,
        height: 30,
      };
      const [found] = placeWords(sheet, [seen]);
      expect(found?.turn).toBe(turn);
      const radians = (angle * Math.PI) / 180;
      const [x, y] = [
        500 + 10 * Math.cos(radians) - 15 * Math.sin(radians),
        500 + 10 * Math.sin(radians) + 15 * Math.cos(radians),
      ];
      expect(
        Math.hypot((found?.x ?? 0) + (found?.width ?? 0) / 2 - x, (found?.y ?? 0) + (found?.height ?? 0) / 2 - y),
      ).toBeLessThan(16);
    },
  );

  it('is as wide as the longest row, and drops words outside of rows', async () => {
    const { clean, rows } = letteringOf(await drawing(word(20, 200, 0, 30), word(100, 500)));
    const sheets = collageOf(
      clean,
      rows.map((row) => ({ row, turn: 0 })),
    );
    expect(sheets.flatMap(({ placed }) => placed)).toHaveLength(rows.length);
    const [sheet] = sheets;
    for (const { left, width } of sheet?.placed ?? []) expect(left + width).toBeLessThanOrEqual(sheet?.width ?? 0);
    const nowhere = { text: 'x', confidence: 1, line: 0, x: 0, y: 0, width: 4, height: 4 };
    expect(sheet && placeWords(sheet, [nowhere])).toEqual([]);
  });

  const leaning = async (degrees: number): Promise<Sheet> => {
    const slanted = word(0, 0)
      .replace('rotate(0)', `skewX(${-degrees})`)
      .replace('translate(0 0)', 'translate(500 500)');
    const { clean, rows } = letteringOf(await drawing(slanted));
    const [sheet] = collageOf(
      clean,
      rows.map((row) => ({ row, turn: 0 })),
    );
    if (sheet?.placed.length !== 1) throw new Error('not one row was pasted');
    return sheet;
  };
  /** Remaining slant in a sheet's first row. */
  const slantIn = ({ data, width, placed }: Sheet): number => {
    const [row] = placed;
    if (!row) throw new Error('the sheet is empty');
    const block = new Uint8Array(row.width * row.height);
    for (let j = 0; j < row.height; j++)
      block.set(data.subarray((row.top + j) * width + row.left).subarray(0, row.width), j * row.width);
    return slantOf(block, row.width, row.height);
  };

  it.each([0, 12, 18, 22])('has letters slanted by %s degrees upright', async (degrees) => {
    expect(slantIn(await leaning(degrees))).toBeLessThanOrEqual(0.12);
  });

  it('distinguishes slanted from upright letters', () => {
    const [width, height] = [120, 30];
    const strokes = (slant: number): Uint8Array => {
      const block = new Uint8Array(width * height).fill(255);
      for (const x of [30, 50, 70, 90])
        for (let j = 0; j < height; j++)
          for (let thick = 0; thick < 4; thick++)
            block[j * width + x + thick + Math.round(slant * (height / 2 - j))] = 0;
      return block;
    };
    expect(slantOf(strokes(0), width, height)).toBe(0);
    expect(slantOf(strokes(0.32), width, height)).toBe(0.32);
  });
});
