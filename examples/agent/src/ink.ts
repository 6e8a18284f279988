import sharp from 'sharp';

/** Grey level (of 255) below which a pixel is ink. */
const DARK = 128;

export async function inkOf(picture: Buffer): Promise<number> {
  const pixels = await sharp(picture).flatten({ background: 'white' }).greyscale().raw().toBuffer();
  return pixels.length === 0 ? 0 : pixels.filter((grey) => grey < DARK).length / pixels.length;
}
