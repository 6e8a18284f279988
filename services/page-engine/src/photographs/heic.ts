/** Pictures of phones that are coded as HEVC, which the image library's own build cannot read. */
import { createRequire } from 'node:module';
import { photographFailures } from './failures.js';
import { profileOfPrimaries } from './primaries-profile.js';

/** A picture's pixels, red, green, blue and alpha in a byte each. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  /** The ICC profile that the colours are in, of the file or of what it names by number; absent: sRGB. */
  profile?: Buffer;
}

interface HeifImage {
  /** As Embind holds objects of C++: the number is their place in memory. */
  handle: { $$: { ptr: number } };
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
  /** All memory there is; another object after it has grown. */
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  /** 0 for none. */
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  /** @param error where its result is put, three numbers of four bytes, of which the first one is 0 for success */
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, into: number): void;
  /** @param into where the address of a `heif_color_profile_nclx` is put, which is ours to free */
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, into: number): void;
  _heif_nclx_color_profile_free(at: number): void;
}

/** Bytes of the library's `heif_error`. */
const ERROR_BYTES = 12;
/** Bytes of an address in the library's memory. */
const ADDRESS_BYTES = 4;
/** Where a `heif_color_profile_nclx` has its primaries: after a byte of version, on a boundary of four. */
const PRIMARIES_AT = 4;
/** Profiles of cameras have some 500; those of printers, with tables, up to 3 MB. */
const MAX_PROFILE_BYTES = 4 * 1_024 * 1_024;

/**
 * Decodes the main picture, upright as its maker says.
 *
 * @throws PhotographFailure before any pixel is decoded when there are too many
 */
export async function decodeHeic(file: Buffer, maxPixels: number): Promise<Pixels> {
  // its own WebAssembly starts with it: only files of this kind pay for that
  const library = createRequire(import.meta.url)('libheif-js/wasm-bundle') as LibHeif;
  const images = new library.HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw photographFailures.damaged('no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw photographFailures.tooManyPixels(width, height, maxPixels);
  const data = new Uint8ClampedArray(width * height * 4);
  const drawn = await new Promise<{ data: Uint8ClampedArray } | null>((resolve) =>
    image.display({ data, width, height }, resolve),
  );
  if (!drawn) throw photographFailures.damaged('it could not be decoded');
  const profile = ownProfileOf(image, library) ?? profileOfPrimaries(primariesOf(image, library));
  return { data: Buffer.from(data.buffer), width, height, ...(profile && { profile }) };
}

/** The library draws in the colours of the file, which are not sRGB where it has a profile: phones have Display P3. */
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

/** Red, green and blue that the file's colours are made of, by their number in ISO/IEC 23091-2; 0 where it names none. */
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
