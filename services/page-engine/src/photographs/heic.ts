/** Pictures of phones that are coded as HEVC, which the image library's own build cannot read. */
import { createRequire } from 'node:module';
import { photographFailures } from './failures.js';

/** A picture's pixels, red, green, blue and alpha in a byte each. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    into: { data: Uint8ClampedArray; width: number; height: number },
    done: (drawn: { data: Uint8ClampedArray } | null) => void,
  ): void;
}

/** What we use of libheif; its own types describe only the functions below these. */
interface LibHeif {
  HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
}

/**
 * Decodes the main picture, upright as its maker says.
 *
 * @throws PhotographFailure before any pixel is decoded when there are too many
 */
export async function decodeHeic(file: Buffer, maxPixels: number): Promise<Pixels> {
  // its own WebAssembly starts with it: only files of this kind pay for that
  const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle') as LibHeif;
  const images = new HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw photographFailures.damaged('no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw photographFailures.tooManyPixels(width, height, maxPixels);
  const data = new Uint8ClampedArray(width * height * 4);
  const drawn = await new Promise<{ data: Uint8ClampedArray } | null>((resolve) =>
    image.display({ data, width, height }, resolve),
  );
  if (!drawn) throw photographFailures.damaged('it could not be decoded');
  return { data: Buffer.from(data.buffer), width, height };
}
