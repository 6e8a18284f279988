import { randomFor } from '@symbio/fixtures/random';
import sharp from 'sharp';

interface Look {
  width: number;
  height: number;
  /** Levels of grey between the lightest and the darkest grain. */
  grain: number;
  /** Pixels of the picture for each grain. */
  soft: number;
}

/** Photographs of a site, as the product stores them: at most 4,096 pixels, JPEG of quality 85. */
export const PHOTOGRAPHS = {
  sent: { title: 'photographs of 2 megapixels', width: 1_600, height: 1_200, grain: 40, soft: 1.6 },
  phone: { title: 'photographs of 12 megapixels', width: 4_032, height: 3_024, grain: 40, soft: 1.6 },
  noisy: { title: 'noisy photographs of 12 megapixels', width: 4_032, height: 3_024, grain: 90, soft: 1 },
} as const satisfies Record<string, Look & { title: string }>;

export type PhotographKind = keyof typeof PHOTOGRAPHS;

/** Scan of a sheet with as much grain as its PNG of 4 MB can have. */
const SHEET = { grain: 12, soft: 1 } as const;

function grained({ width, height, grain, soft }: Look, key: string) {
  const random = randomFor(key);
  const raw = { width: Math.round(width / soft), height: Math.round(height / soft), channels: 3 as const };
  const pixels = Buffer.allocUnsafe(raw.width * raw.height * raw.channels);
  for (let at = 0; at < pixels.length; at += raw.channels) {
    const [x, y] = [(at / raw.channels) % raw.width, Math.floor(at / raw.channels / raw.width)];
    const level = 150 + 50 * Math.sin(x / 90) * Math.cos(y / 70) + (random() - 0.5) * grain;
    pixels.fill(level, at, at + raw.channels);
    pixels[at] = level + 20;
  }
  const picture = sharp(pixels, { raw });
  return soft === 1 ? picture : picture.resize(width, height, { fit: 'fill' });
}

export const photograph = (kind: PhotographKind, number: number): Promise<Buffer> =>
  grained(PHOTOGRAPHS[kind], `photograph ${number}`).jpeg({ quality: 85 }).toBuffer();

/** As the document service draws a part of a sheet. */
export const crop = (size: { width: number; height: number }, number: number): Promise<Buffer> =>
  grained({ ...SHEET, ...size }, `sheet ${number}`)
    .png({ compressionLevel: 6 })
    .toBuffer();
