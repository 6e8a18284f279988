import sharp from 'sharp';
import type { FigureRequest } from '../figures/plan.js';
import type { Pictures } from '../options.js';

/** Replaces the stored file of a photograph: a picture that `sharp` reads, the same at each call. */
export function samplePhotograph(n: number): Uint8Array {
  const [width, height] = [1600, 1200];
  const stripes = Array.from(
    { length: 12 },
    (_, at) =>
      `<rect x="${at * 140}" y="${200 + at * 20 * n}" width="110" height="900" fill="hsl(${at * 29 + n * 70} 30% 55%)"/>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#b9c7d6"/>${stripes.join('')}</svg>`,
  );
}

/** A sheet like a fire insurance map: paper with outlines of buildings. */
function sheet({ region, width, height }: FigureRequest): string {
  const lines = Array.from({ length: 60 }, (_, at) => {
    const [x, y] = [(at % 10) * 700 + 60, Math.floor(at / 10) * 1300 + 80];
    const fill = ['#e9c7b9', '#efe3a6', '#c9d4dc'][at % 3] ?? '';
    return `<rect x="${x}" y="${y}" width="${380 + (at % 4) * 60}" height="${520 + (at % 5) * 110}" fill="${fill}" stroke="#333" stroke-width="6"/>`;
  });
  const view = `${region.x} ${region.y} ${region.width} ${region.height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}" preserveAspectRatio="none"><rect x="0" y="0" width="9000" height="9000" fill="#f3ead6"/>${lines.join('')}</svg>`;
}

export const samplePictures: Pictures = {
  crop: (request) =>
    sharp(Buffer.from(sheet(request)))
      .jpeg({ quality: 90 })
      .toBuffer(),
  photograph: (id) => Promise.resolve(samplePhotograph(Number(id.slice(-2)))),
};
