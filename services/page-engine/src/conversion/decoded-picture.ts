/** Pictures that PDF cannot hold as they are: decoded without loss. */
import type { Sharp } from 'sharp';
import { rm, writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { usableProfile } from './colour-profile.js';
import { conversionFailures, damagedBy } from './failures.js';
import { heldPng, readPng } from './held-png.js';
import type { PdfPicture } from './page-sheet.js';

export interface DecodedOptions {
  /** Path for the rows, unique to the picture; used until the picture is written. */
  png: string;
  profile: Buffer | undefined;
  /** Channels after red, green and blue, or grey, that are no opacity. */
  hasOtherBands?: boolean;
}

const COLOUR_SPACES = { 1: { uchar: 'b-w', ushort: 'grey16' }, 3: { uchar: 'srgb', ushort: 'rgb16' } } as const;

/** @param open fresh, with the file's own colours (`ignoreIcc`) */
export async function decodedPicture(open: () => Sharp, options: DecodedOptions): Promise<PdfPicture> {
  const { png, profile, hasOtherBands = false } = options;
  try {
    const { depth, space, channels = 3, hasAlpha = false } = await open().metadata();
    if (depth !== 'uchar' && depth !== 'ushort') throw conversionFailures.measurements();
    if (space === 'cmyk') return await inksOf(open, profile);
    const isGrey = channels < 3;
    const target = COLOUR_SPACES[isGrey ? 1 : 3][depth];
    const colour = channels > (isGrey ? 1 : 3) ? open().removeAlpha() : open();
    await colour.toColourspace(target).png(LOSSLESS).toFile(png);
    const picture = heldPng(png, { ...(await readPng(png)), profile });
    if (!picture) throw conversionFailures.damaged('no plain PNG');
    if (!hasAlpha || hasOtherBands) return picture;
    const opacity = await open()
      .extractChannel(channels === 4 ? 3 : 1)
      .toColourspace(COLOUR_SPACES[1][depth])
      .png(LOSSLESS)
      .toBuffer();
    const maskFile = maskOf(png);
    await writeFile(maskFile, opacity);
    const mask = heldPng(maskFile, { ...(await readPng(maskFile)), profile: undefined });
    return { ...picture, ...(mask && { mask }) };
  } catch (error) {
    await removeDecoded(png);
    if (error instanceof Error && error.name === 'ConversionFailure') throw error;
    throw damagedBy(error);
  }
}

const maskOf = (png: string): string => `${png}.mask`;

/** Removes the rows of a picture that is written, if it had any. */
export async function removeDecoded(png: string): Promise<void> {
  await rm(png, { force: true });
  await rm(maskOf(png), { force: true });
}

const LOSSLESS = { compressionLevel: 6, adaptiveFiltering: true, palette: false } as const;

/** PNG has no inks. Opacity, and inks beside the four, are left out. */
async function inksOf(open: () => Sharp, profile: Buffer | undefined): Promise<PdfPicture> {
  const { data, info } = await open().toColourspace('cmyk').raw().toBuffer({ resolveWithObject: true });
  if (info.channels < 4) throw conversionFailures.damaged(`${info.channels} inks`);
  return {
    width: info.width,
    height: info.height,
    bits: 8,
    colours: { kind: 'device', channels: 4, profile: usableProfile(profile, 4) },
    filter: 'FlateDecode',
    data: deflateSync(info.channels === 4 ? data : firstFour(data, info.channels)),
  };
}

function firstFour(data: Buffer, channels: number): Buffer {
  const inks = Buffer.allocUnsafe((data.length / channels) * 4);
  for (let from = 0, to = 0; to < inks.length; from += channels, to += 4) data.copy(inks, to, from, from + 4);
  return inks;
}
