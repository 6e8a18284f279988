/** Addresses of the IIIF image service outside the API: signed ones, and those of share links. */
import type { IncomingMessage } from 'node:http';
import { ORIGIN_HEADER } from '@symbio/proto/files';
import { AppError, isId, notFound } from '@symbio/runtime';
import type { PageRow } from '../model.js';
import type { ShareLinks } from '../share-links/share-links.js';
import type { PyramidIndex } from '../files/pyramids.js';
import type { TilesOf } from '../files/tile-addresses.js';
import type { ImageAnswer, Images, ShownPage } from './images.js';

const SIGNED = /^\/iiif\/3\/(\d{1,12})\/([\w-]{1,64})\/([\w-]{1,64})\/(\d{1,5})\/([\w-]{1,64})(\/.*)?$/;
const SHARED = /^\/iiif\/3\/s\/([^/]+)\/([^/]+)(\/.*)?$/;
export const SHARED_PREFIX = '/iiif/3/s/';

/** Addresses contain the picture's hash. */
const SIGNED_CACHE = 'private, max-age=31536000, immutable';
/** Addresses stay while pictures change, and links can be revoked. */
export const UNHASHED_CACHE = 'private, max-age=300';

export interface DoorsDeps {
  images: Images;
  pyramids: PyramidIndex;
  shared?: Pick<ShareLinks, 'page'>;
  checkSignature: (expires: string, signature: string, tilesOf: TilesOf) => void;
  onView?: (documentId: string) => void;
}

export const shownPage = ({ documentId, pageNumber, contentHash, width, height, tileFormat }: PageRow): ShownPage => ({
  ...{ documentId, pageNumber, contentHash, width, height },
  tileFormat: tileFormat === 'png' ? 'png' : 'jpg',
});

/** An escaped slash belongs to its part. @throws AppError INVALID_ARGUMENT */
function partsOf(tail: string | undefined): string[] {
  try {
    return (tail ?? '').split('/').slice(1).map(decodeURIComponent);
  } catch {
    throw new AppError('INVALID_ARGUMENT', 'invalid_address', 'The address is not valid.');
  }
}

export function createDoors({ images, pyramids, shared, checkSignature, onView }: DoorsDeps) {
  async function signed(match: string[], request: IncomingMessage, origin: string): Promise<ImageAnswer> {
    const [expires = '', signature = '', documentId = '', number = '', contentHash = '', tail] = match;
    const tilesOf = { documentId, pageNumber: Number(number), contentHash };
    checkSignature(expires, signature, tilesOf);
    const stored = await pyramids.find(documentId, tilesOf.pageNumber);
    if (!stored || (stored.contentHash !== contentHash && stored.previewHash !== contentHash)) throw notFound('Image');
    const { width, height, tileFormat } = stored;
    const id = `${origin}/iiif/3/${match.slice(0, 5).join('/')}`;
    const asked = { id, parts: partsOf(tail), accept: request.headers.accept ?? '', features: ['baseUriRedirect'] };
    const answer = await images.answer({ ...tilesOf, width, height, tileFormat }, asked);
    if (answer.isPicture) onView?.(documentId);
    return { ...answer, headers: { ...answer.headers, 'Cache-Control': SIGNED_CACHE } };
  }

  async function ofLink([token = '', encoded = '', tail]: string[], request: IncomingMessage, origin: string) {
    const [pageId = ''] = partsOf(`/${encoded}`);
    const page = shared && isId(pageId) ? await shared.page(token, pageId) : undefined;
    if (!page) throw notFound('Image');
    const asked = { id: `${origin}${SHARED_PREFIX}${token}/${pageId}`, parts: partsOf(tail) };
    const answer = await images.answer(shownPage(page), {
      ...asked,
      accept: request.headers.accept ?? '',
      features: ['baseUriRedirect', 'cors'],
    });
    return { ...answer, headers: { ...answer.headers, 'Cache-Control': UNHASHED_CACHE } };
  }

  /** undefined for other addresses. @throws AppError */
  return async (path: string, request: IncomingMessage): Promise<ImageAnswer | undefined> => {
    const given = request.headers[ORIGIN_HEADER];
    const origin = typeof given === 'string' ? given : `http://${request.headers.host ?? ''}`;
    const link = SHARED.exec(path);
    if (link) return ofLink(link.slice(1), request, origin);
    const prefix = SIGNED.exec(path);
    if (!prefix) return undefined;
    const answer = await signed(prefix.slice(1), request, origin);
    if (answer.isSubstitute) answer.headers['Cache-Control'] = 'no-store';
    return answer;
  };
}
