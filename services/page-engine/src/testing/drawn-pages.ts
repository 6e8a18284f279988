/** Draws small scans for tests and evaluations of visual classification. */
import sharp from 'sharp';
import { APPEARANCE_SIZE, type SmallPicture } from '../classification/appearance.js';

export type Drawing = 'fire map' | 'quadrangle' | 'aerial' | 'survey' | 'typed' | 'snapshot';

type Random = () => number;

// local aliases: used for every pixel
const { imul, max, min } = Math;

const PAPER = { aged: '#efe4c9', white: '#fbfbf8' } as const;

/** The longest side is {@link APPEARANCE_SIZE} pixels. */
export async function drawPage(drawing: Drawing, short: number, long: number, seed: number): Promise<SmallPicture> {
  const [width, height] = [Math.round((APPEARANCE_SIZE * short) / long), APPEARANCE_SIZE];
  // draw at double size, so lines become as grey as in a thumbnail
  const scale = 2;
  const random = randomOf(seed);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}">${DRAW[
    drawing
  ](width * scale, height * scale, random)}</svg>`;
  const { data } = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .resize(width, height)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at++) data[at] = max(0, min(255, (data[at] ?? 0) + (random() - 0.5) * 16));
  return { width, height, data };
}

const f = (value: number): string => value.toFixed(1);
const ground = (width: number, height: number, fill: string): string =>
  `<rect width="${f(width)}" height="${f(height)}" fill="${fill}"/>`;

const DRAW: Readonly<Record<Drawing, (width: number, height: number, random: Random) => string>> = {
  'fire map': (width, height, random) => {
    let svg = ground(width, height, PAPER.aged);
    const washes = ['#efbac8', '#f8e78a', '#efbac8', '#b3d5ee', '#f8e78a'];
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) {
        const [x, y] = [(0.05 + column * 0.23) * width, (0.05 + row * 0.23) * height];
        svg += `<rect x="${f(x)}" y="${f(y)}" width="${f(0.18 * width)}" height="${f(0.18 * height)}" fill="none" stroke="#2a2320" stroke-width="3"/>`;
        for (let lot = 0; lot < 6; lot++) {
          if (random() < 0.25) continue;
          const fill = washes[Math.floor(random() * washes.length)] ?? '#efbac8';
          svg += `<rect x="${f(x + lot * 0.03 * width)}" y="${f(y)}" width="${f(0.026 * width)}" height="${f((0.06 + random() * 0.08) * height)}" fill="${fill}" stroke="#2a2320" stroke-width="2"/>`;
        }
      }
    }
    return svg;
  },
  quadrangle: (width, height, random) => {
    let svg = ground(width, height, '#f6f3e6');
    for (let area = 0; area < 5; area++)
      svg += `<ellipse cx="${f(random() * width)}" cy="${f(random() * height)}" rx="${f((0.08 + random() * 0.15) * width)}" ry="${f((0.05 + random() * 0.12) * height)}" fill="${random() < 0.7 ? '#cfe3b4' : '#f0c8c0'}"/>`;
    svg += `<path d="M0 ${f(0.6 * height)}Q${f(0.4 * width)} ${f(0.5 * height)} ${f(width)} ${f(0.75 * height)}" stroke="#8fc1dd" stroke-width="${f(0.04 * width)}" fill="none"/>`;
    for (let hill = 0; hill < 6; hill++) {
      const [x, y] = [random() * width, random() * height];
      for (let ring = 1; ring < 9; ring++)
        svg += `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(ring * 0.022 * width)}" ry="${f(ring * 0.016 * width)}" fill="none" stroke="#b4743c" stroke-width="2.5"/>`;
    }
    for (let road = 0; road < 14; road++)
      svg += `<path d="M${f(random() * width)} 0L${f(random() * width)} ${f(height)}" stroke="#3a3230" stroke-width="2"/>`;
    return svg;
  },
  aerial: (width, height, random) => {
    let svg = ground(width, height, '#7d7d79');
    for (let field = 0; field < 260; field++) {
      const grey = Math.floor(50 + random() * 150);
      svg += `<rect x="${f(random() * width)}" y="${f(random() * height)}" width="${f((0.02 + random() * 0.14) * width)}" height="${f((0.02 + random() * 0.1) * height)}" fill="rgb(${grey},${grey},${grey - 4})" transform="rotate(${f(random() * 12)})"/>`;
    }
    return svg;
  },
  survey: (width, height, random) => {
    let svg = ground(width, height, PAPER.white);
    for (let line = 0; line < 40; line++) {
      const [x, y] = [random() * width, random() * height];
      svg += `<path d="M${f(x)} ${f(y)}L${f(x + (random() - 0.5) * width)} ${f(y + (random() - 0.5) * 0.3 * height)}" stroke="#111" stroke-width="2"/>`;
    }
    svg += `<rect x="12" y="12" width="${f(width - 24)}" height="${f(height - 24)}" fill="none" stroke="#111" stroke-width="6"/>`;
    return (
      svg +
      `<rect x="${f(0.74 * width)}" y="12" width="${f(0.24 * width)}" height="${f(height - 24)}" fill="none" stroke="#111" stroke-width="4"/>`
    );
  },
  typed: (width, height, random) => {
    let svg = ground(width, height, '#f4f2ec');
    for (let y = 0.08 * height; y < 0.92 * height; y += 0.021 * height)
      for (let x = 0.1 * width; x < 0.88 * width;) {
        const word = (0.02 + random() * 0.07) * width;
        if (random() < 0.93)
          svg += `<rect x="${f(x)}" y="${f(y)}" width="${f(word)}" height="${f(0.007 * height)}" fill="#333" opacity="0.6"/>`;
        x += word + 0.012 * width;
      }
    return svg;
  },
  snapshot: (width, height, random) => {
    let svg = ground(width, height, PAPER.white);
    for (const top of [0.06, 0.53]) {
      svg += `<rect x="${f(0.08 * width)}" y="${f(top * height)}" width="${f(0.84 * width)}" height="${f(0.4 * height)}" fill="#8ab4dd"/>`;
      for (let part = 0; part < 60; part++) {
        const channel = (): number => Math.floor(40 + random() * 170);
        svg += `<rect x="${f((0.08 + random() * 0.7) * width)}" y="${f((top + random() * 0.3) * height)}" width="${f((0.03 + random() * 0.11) * width)}" height="${f((0.02 + random() * 0.1) * height)}" fill="rgb(${channel()},${channel()},${channel()})"/>`;
      }
    }
    return svg;
  },
};

/** Deterministic random numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
