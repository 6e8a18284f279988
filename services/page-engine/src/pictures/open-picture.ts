/** Opens pictures for sharp: also those with warnings, and types that it cannot read. */
import type { Sharp, SharpOptions } from 'sharp';
import { TaskFailure } from '../children/task-failure.js';
import { decodeBmp } from './bmp.js';
import { decodeHeic, type PictureFailures } from './heic.js';
import { mendJpeg } from './mend-jpeg.js';
import type { PictureType } from './picture-type.js';
import { withProfile } from './png-profile.js';
import { sharp } from './sharp.js';

export type FailOn = 'warning' | 'error';

/** libjpeg reports a cut-off picture as a warning too, which refuses it, and others, which do not. */
const CUT_OFF = /premature end/i;

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs `work` with the strictest setting that the file passes: warnings do not refuse a picture, missing data does. */
export async function tolerating<T>(work: (failOn: FailOn) => Promise<T>): Promise<T> {
  try {
    return await work('warning');
  } catch (error) {
    if (error instanceof TaskFailure || CUT_OFF.test(detailOf(error))) throw error;
    return work('error');
  }
}

/** Bytes for sharp. */
export const mended = (file: Buffer, type: PictureType): Buffer => (type === 'jpeg' ? mendJpeg(file) : file);

/** Decodes types that sharp cannot read; undefined for the others. */
export async function decodedElsewhere(
  file: Buffer,
  type: PictureType,
  maxPixels: number,
  failures: PictureFailures,
): Promise<(() => Sharp) | undefined> {
  if (type === 'heic') {
    const { data, width, height, profile } = await decodeHeic(file, maxPixels, failures);
    const raw = { raw: { width, height, channels: 4 }, limitInputPixels: false } satisfies SharpOptions;
    if (!profile) return () => sharp(data, raw);
    // sharp converts profiles to sRGB, but only reads a profile from a file
    const png = await sharp(data, raw).flatten({ background: 'white' }).png({ compressionLevel: 0 }).toBuffer();
    const whole = withProfile(png, profile);
    return () => sharp(whole, { limitInputPixels: false });
  }
  if (type === 'bmp') {
    const { data, width, height } = decodeBmp(file, maxPixels, failures);
    return () => sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  }
  return undefined;
}
