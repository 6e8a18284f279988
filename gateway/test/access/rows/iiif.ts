/** IIIF addresses, share links and the base map (issue 39): pages for tools, with and without credentials. */
import {
  CREATOR,
  EDITORS_ONLY,
  KEYS,
  NOBODY,
  OWNERS,
  READ,
  SIGNED_IN,
  STAFF_VIEWER,
  VIEWER,
  allProcesses,
  grid,
  isPerson,
  only,
} from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

/** Owners, who must be people: a link shows pages to everyone who holds it. */
const SHARE = grid(
  {
    ok: OWNERS.filter(isPerson),
    403: [...EDITORS_ONLY.filter(isPerson), VIEWER, STAFF_VIEWER, ...KEYS],
  },
  404,
);

export async function newLink(w: World): Promise<{ documentId: string; id: string; token: string }> {
  const { id: documentId } = await w.newDocument();
  const asked = { documentId, name: 'For the county', withFindings: false };
  const { shareLink, token } = await w.system.clients.document.createShareLink(asked, await w.as(CREATOR));
  return { documentId, id: shareLink?.id ?? '', token };
}
const service = (w: World): string => (w.page.tileSource?.url ?? '').replace('/files/t/', '/iiif/3/');

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/base-map',
    cites: 'API-02 OP-21',
    call: () => ({ path: '/api/public/base-map' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/public/base-map/tiles/:z/:x/:y',
    cites: 'API-02 OP-21',
    call: () => ({ path: '/api/public/base-map/tiles/0/0/0' }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/public/iiif/3/:page_id/info.json',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/iiif/3/${w.page.id}/info.json` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/iiif/3/:page_id/:region/:size/:rotation/:file',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/iiif/3/${w.page.id}/full/!64,64/0/default.jpg` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/documents/:id/manifest',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/documents/${w.document.id}/manifest` }),
    allowed: READ,
    shows: (w) => w.page.id,
  },
  {
    route: 'GET /api/documents/:id/share-links',
    cites: 'AUTH-37 OP-07',
    call: (w) => ({ path: `/api/documents/${w.document.id}/share-links` }),
    allowed: READ,
  },
  {
    route: 'POST /api/documents/:id/share-links',
    cites: 'OP-07 OP-09',
    call: async (w) => ({
      path: `/api/documents/${(await w.newDocument()).id}/share-links`,
      body: { name: 'For the county' },
    }),
    allowed: SHARE,
  },
  {
    route: 'DELETE /api/documents/:id/share-links/:link_id',
    cites: 'OP-07 OP-09',
    call: async (w) => {
      const { documentId, id } = await newLink(w);
      return { path: `/api/documents/${documentId}/share-links/${id}` };
    },
    allowed: SHARE,
  },
  {
    route: 'ALL /iiif',
    way: 'signed',
    cites: 'API-09',
    call: (w) => ({ path: `${service(w)}info.json` }),
    everybody: 'ok',
  },
  {
    route: 'ALL /iiif',
    way: 'of another page than was signed',
    cites: 'API-09',
    call: (w) => ({ path: `${service(w).replace('/1/hash/', '/2/hash/')}info.json` }),
    everybody: 403,
  },
  {
    route: 'ALL /iiif',
    way: 'the manifest of a share link',
    cites: 'API-09',
    call: async (w) => ({ path: `/iiif/3/s/${(await newLink(w)).token}/manifest` }),
    everybody: 'ok',
  },
  {
    route: 'ALL /iiif',
    way: 'a page of another document than was shared',
    cites: 'API-09',
    call: async (w) => ({ path: `/iiif/3/s/${(await newLink(w)).token}/${w.page.id}/info.json` }),
    everybody: 404,
  },
  {
    route: 'ALL /iiif',
    way: 'with an unknown share link',
    cites: 'API-09',
    call: (w) => ({ path: `/iiif/3/s/${'a'.repeat(43)}/${w.page.id}/info.json` }),
    everybody: 404,
  },
];

const document = callsOf('document');

export const calls: CallRow[] = [
  document('getIiifImage', {
    cites: 'AUTH-37',
    request: (w) => ({ pageId: w.page.id, base: 'x', parts: ['info.json'], accept: '' }),
    allowed: READ,
  }),
  document('listShareLinks', {
    cites: 'AUTH-37 OP-07',
    request: (w) => ({ documentId: w.document.id }),
    allowed: READ,
  }),
  document('createShareLink', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ documentId: (await w.newDocument()).id, name: 'County', withFindings: false }),
    allowed: SHARE,
    processes: allProcesses(403),
  }),
  document('revokeShareLink', {
    cites: 'OP-07 OP-09',
    request: async (w) => {
      const { documentId, id } = await newLink(w);
      return { documentId, id };
    },
    allowed: SHARE,
    processes: allProcesses(403),
  }),
  document('openShareLink', {
    cites: 'OP-07',
    request: async (w) => ({ token: (await newLink(w)).token }),
    allowed: NOBODY,
    processes: only('gateway'),
  }),
];
