import { AppError, conflict, invalidFields, notFound, Semaphore } from '@symbio/runtime';
import { drawImage, PyramidError, storedTileOf, type TileFormat } from '@symbio/page-engine/pyramids';
import type { Pyramids } from '../files/pyramids.js';
import type { TilesOf } from '../files/tile-addresses.js';
import { imageInfo, LD_JSON, PROFILE_LINK } from './image-info.js';
import { canonicalPath, FORMATS, parseImageRequest } from './image-request.js';

export interface ShownPage extends TilesOf {
  width: number;
  height: number;
  tileFormat: TileFormat;
}

export interface ImageAsked {
  /** Address of the image service, without a slash at its end. */
  id: string;
  /** Decoded, after the id: empty, `info.json`, or region, size, rotation and quality.format. */
  parts: readonly string[];
  accept: string;
  /** Extra features of these addresses. */
  features?: readonly string[];
}

export interface ImageAnswer {
  status: 200 | 303;
  headers: Record<string, string>;
  body: Buffer;
  /** Picture itself, not its description. */
  isPicture: boolean;
  /** Of the full page, for an address of its preview: clients must not cache it. */
  isSubstitute: boolean;
}

/** At most 144 MB each while drawn. */
const AT_ONCE = 2;
/** gRPC carries 32 MB; a noisy PNG takes nearly as many bytes as its pixels. */
const MAX_BYTES = 24 * 1024 * 1024;

const TOO_MANY_BYTES = 'This picture would exceed 24 MB: ask for a smaller size, or for jpg.';

/** Answers of a IIIF image service (Image API 3, level 2) for pages that the caller may see. */
export function createImages({ tile }: Pick<Pyramids, 'tile'>) {
  const semaphore = new Semaphore(AT_ONCE);

  async function picture(page: ShownPage, parts: readonly string[], id: string): Promise<ImageAnswer> {
    const request = parseImageRequest(parts, page);
    let isSubstitute = false;
    const read = async (level: number, x: number, y: number): Promise<Buffer | null> => {
      const found = await tile(page, page.tileFormat, level, x, y);
      isSubstitute ||= found?.isSubstitute ?? false;
      return found?.bytes ?? null;
    };
    const source = { format: page.tileFormat, width: page.width, height: page.height, tile: read };
    const stored = storedTileOf(request, source);
    const bytes =
      (stored && (await read(stored.level, stored.x, stored.y))) ??
      (await semaphore.run(() => drawImage(source, request)).catch(unreadable));
    if (bytes.length > MAX_BYTES) throw invalidFields({ size: TOO_MANY_BYTES });
    const link = `${PROFILE_LINK}, <${id}/${canonicalPath(request, page)}>;rel="canonical"`;
    const headers = { 'Content-Type': FORMATS[request.format], Link: link };
    return { status: 200, headers, body: bytes, isPicture: true, isSubstitute };
  }

  return {
    /** @throws AppError INVALID_ARGUMENT, NOT_FOUND, UNAVAILABLE */
    async answer(page: ShownPage, { id, parts, accept, features = [] }: ImageAsked): Promise<ImageAnswer> {
      if (parts.length === 4) return picture(page, parts, id);
      const [name = ''] = parts;
      if (parts.length > 1 || (name !== '' && name !== 'info.json')) throw notFound('Image');
      const described = { isPicture: false, isSubstitute: false };
      if (name === '')
        return { status: 303, headers: { Location: `${id}/info.json` }, body: Buffer.alloc(0), ...described };
      const type = accept.includes('application/ld+json') ? LD_JSON : 'application/json';
      const headers = { 'Content-Type': type, Vary: 'Accept', Link: PROFILE_LINK };
      return { status: 200, headers, body: Buffer.from(JSON.stringify(imageInfo(id, page, features))), ...described };
    },
  };
}

export type Images = ReturnType<typeof createImages>;

function unreadable(error: unknown): never {
  // deleted or replaced concurrently
  if (!(error instanceof PyramidError)) throw error;
  const sentence = 'The picture cannot be read right now. Please try again in a moment.';
  throw new AppError('UNAVAILABLE', 'picture_unavailable', sentence, { cause: error });
}

/** @throws AppError FAILED_PRECONDITION */
export function requirePicture<Page extends { status: string; error?: string; tileFormat?: string }>(page: Page): Page {
  if (page.status === 'ready') return page;
  if (page.status === 'failed') throw conflict('page_failed', `The page has no picture. ${page.error ?? ''}`.trim());
  throw conflict('page_not_ready', 'This page has no picture yet. Process the document first.');
}
