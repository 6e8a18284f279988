/** Decodes HEVC-coded phone pictures, which sharp cannot read. */
import { createRequire } from 'node:module';
import { profileOfPrimaries } from './primaries-profile.js';

/** RGBA, one byte each. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  /** From the file or built from its colour numbers; absent: sRGB. */
  profile?: Buffer;
}

/** Errors for the user, in the words of the caller's kind of picture. */
export interface PictureFailures {
  damaged(detail?: string): Error;
  tooManyPixels(width: number, height: number, limit: number): Error;
}

interface HeifImage {
  /** Embind object: the number is its address in memory. */
  handle: { $$: { ptr: number } };
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    into: { data: Uint8ClampedArray; width: number; height: number },
    done: (drawn: { data: Uint8ClampedArray } | null) => void,
  ): void;
}

/** Used part of libheif, below its typed functions. */
interface LibHeif {
  HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
  /** Heap; replaced when memory grows. */
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  /** 0 if absent. */
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  /** @param error address of three 4-byte numbers, the first 0 on success */
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, into: number): void;
  /** @param into address of the pointer to a `heif_color_profile_nclx`, which the caller frees */
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, into: number): void;
  _heif_nclx_color_profile_free(at: number): void;
}

const ERROR_BYTES = 12;
const ADDRESS_BYTES = 4;
/** Offset of the primaries in `heif_color_profile_nclx`: after a version byte, 4-byte aligned. */
const PRIMARIES_AT = 4;
/** Camera profiles have about 500 bytes; printer profiles up to 3 MB. */
const MAX_PROFILE_BYTES = 4 * 1_024 * 1_024;

/**
 * Decodes the primary picture, upright.
 *
 * @throws from `failures`; before decoding if there are too many pixels
 */
export async function decodeHeic(file: Buffer, maxPixels: number, failures: PictureFailures): Promise<Pixels> {
  // lazy: loading it starts its WebAssembly
  const library = createRequire(import.meta.url)('libheif-js/wasm-bundle') as LibHeif;
  const images = new library.HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw failures.damaged('no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw failures.tooManyPixels(width, height, maxPixels);
  const data = new Uint8ClampedArray(width * height * 4);
  const drawn = await new Promise<{ data: Uint8ClampedArray } | null>((resolve) =>
    image.display({ data, width, height }, resolve),
  );
  if (!drawn) throw failures.damaged('it could not be decoded');
  const profile = ownProfileOf(image, library) ?? profileOfPrimaries(primariesOf(image, library));
  return { data: Buffer.from(data.buffer), width, height, ...(profile && { profile }) };
}

/** The library keeps the file's colours, on phones Display P3. */
function ownProfileOf({ handle }: HeifImage, library: LibHeif): Buffer | undefined {
  const { ptr } = handle.$$;
  const bytes = library._heif_image_handle_get_raw_color_profile_size(ptr);
  if (bytes === 0 || bytes > MAX_PROFILE_BYTES) return undefined;
  const at = library._malloc(ERROR_BYTES + bytes);
  try {
    library._heif_image_handle_get_raw_color_profile(at, ptr, at + ERROR_BYTES);
    const answer = Buffer.from(library.HEAPU8.slice(at, at + ERROR_BYTES + bytes));
    return answer.readInt32LE(0) === 0 ? answer.subarray(ERROR_BYTES) : undefined;
  } finally {
    library._free(at);
  }
}

/** ISO/IEC 23091-2 number; 0 if unspecified. */
function primariesOf({ handle }: HeifImage, library: LibHeif): number {
  const at = library._malloc(ERROR_BYTES + ADDRESS_BYTES);
  try {
    library._heif_image_handle_get_nclx_color_profile(at, handle.$$.ptr, at + ERROR_BYTES);
    const answer = Buffer.from(library.HEAPU8.slice(at, at + ERROR_BYTES + ADDRESS_BYTES));
    if (answer.readInt32LE(0) !== 0) return 0;
    const nclx = answer.readUInt32LE(ERROR_BYTES);
    const primaries = Buffer.from(library.HEAPU8.slice(nclx + PRIMARIES_AT, nclx + PRIMARIES_AT + 4)).readUInt32LE(0);
    library._heif_nclx_color_profile_free(nclx);
    return primaries;
  } finally {
    library._free(at);
  }
}
