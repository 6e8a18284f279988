/** Pages of documents, their text and alignments (OP-07, OP-09, API-08, API-09). */
import { newId } from '@symbio/runtime';
import { ControlPoint } from '@symbio/proto/document';
import { EDIT, KEYS, LISTED, READ, SIGNED_IN, VIEWERS, allProcesses, grid, isPerson } from '../callers.js';
import { WORDS } from '../samples.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import {
  PLACES,
  correctedPage,
  correctedVolume,
  placedPage,
  proposedPage,
  sheetsOfVolume,
  sheetsToRead,
} from '../volumes.js';

/** People who see the page: a key looks at none. */
const OPENS = grid({ ok: VIEWERS.filter(isPerson), 403: KEYS }, 404);

const georeferenceRoutes: RouteRow[] = [
  {
    route: 'GET /api/public/document-pages/:id/georeference',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/georeference` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/document-pages/:id/georeference',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/georeference`, body: { points: PLACES } }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/document-pages/:id/georeference/undo',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => {
      // not the page that other rows read the place of
      const [, pageId] = await sheetsToRead(w);
      const body = { history_id: await placedPage(w, pageId) };
      return { path: `/api/public/document-pages/${pageId}/georeference/undo`, body };
    },
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/document-pages/:id/georeference/propose',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => {
      // not the page whose proposal another row accepts, for this replaces it
      const [, pageId] = await sheetsToRead(w);
      return { path: `/api/public/document-pages/${pageId}/georeference/propose`, body: {} };
    },
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/document-pages/:id/georeference/accept',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({
      path: `/api/public/document-pages/${w.page.id}/georeference/accept`,
      body: { point_ids: await proposedPage(w) },
    }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/document-pages/:id/place',
    cites: 'API-02 AUTH-37',
    call: async (w) => {
      await placedPage(w);
      return { path: `/api/public/document-pages/${w.page.id}/place?x=5&y=5` };
    },
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages/:id/export',
    cites: 'API-02 AUTH-37',
    call: async (w) => {
      await placedPage(w);
      return { path: `/api/public/document-pages/${w.page.id}/export?format=points` };
    },
    allowed: READ,
  },
  {
    route: 'POST /api/public/document-pages/:id/georeference/import',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => {
      const lines = PLACES.map(({ x, y, longitude, latitude }) => [x, y, longitude, latitude].join(','));
      const content = ['x,y,longitude,latitude', ...lines].join('\n');
      return { path: `/api/public/document-pages/${w.page.id}/georeference/import`, body: { content } };
    },
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/georeferences',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: `/api/public/georeferences?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/places',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: `/api/public/places?project_id=${w.projectId}&longitude=-73.9&latitude=40.7` }),
    allowed: READ,
  },
];

export const routes: RouteRow[] = [
  {
    route: 'GET /api/projects/:id/page-search',
    cites: 'AUTH-37',
    call: (w) => ({ path: `/api/projects/${w.projectId}/page-search?q=${WORDS}` }),
    allowed: READ,
    shows: (w) => w.page.id,
  },
  {
    route: 'GET /api/search',
    way: 'of all projects',
    cites: 'AUTH-37',
    call: () => ({ path: `/api/search?q=${WORDS}` }),
    allowed: SIGNED_IN,
  },
  {
    route: 'GET /api/alignments',
    cites: 'AUTH-37 OP-07',
    call: async (w) => {
      const [first, second] = await sheetsToRead(w);
      return { path: `/api/alignments?first_page_id=${first}&second_page_id=${second}` };
    },
    allowed: READ,
  },
  {
    route: 'PUT /api/pages/:id/ground-scale',
    cites: 'OP-07 OP-09',
    call: (w) => ({ path: `/api/pages/${w.page.id}/ground-scale`, body: { feet_per_pixel: 0.25 } }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/alignments',
    cites: 'OP-07 OP-09',
    call: async (w) => {
      const [first_page_id, second_page_id] = await sheetsOfVolume(w);
      return { path: '/api/alignments', body: { first_page_id, second_page_id, pairs: [] } };
    },
    allowed: EDIT,
  },
  ...georeferenceRoutes,
  {
    route: 'GET /api/public/document-pages',
    way: 'of a document',
    cites: 'API-02 API-08 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages?document_id=${w.document.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages/:id',
    cites: 'API-02 API-08 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages',
    way: 'by id',
    cites: 'API-02 API-08 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages?id=${w.page.id}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages/:id/image',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/image?width=64` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/document-pages/:id/title-block',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/title-block` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/document-pages/:id/title-block',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/title-block`, body: { city: 'Millbrook' } }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/document-pages/:id/title-block/volume',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({
      path: `/api/public/document-pages/${await correctedPage(w)}/title-block/volume`,
      body: { facts: ['city'] },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/document-pages/:id/title-block/volume/:correction_id/undo',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => {
      const { pageId, id } = await correctedVolume(w);
      return { path: `/api/public/document-pages/${pageId}/title-block/volume/${id}/undo` };
    },
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/document-pages/:id/opened',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: `/api/public/document-pages/${w.page.id}/opened` }),
    allowed: OPENS,
  },
  {
    route: 'GET /api/public/projects/:id/page-openings',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/page-openings` }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/page-search',
    cites: 'API-02 AUTH-37 OP-21',
    call: (w) => ({ path: `/api/public/page-search?project_id=${w.projectId}&q=${WORDS}` }),
    allowed: READ,
    shows: (w) => w.page.id,
  },
  {
    route: 'PUT /api/public/documents/:id/page-kinds',
    cites: 'API-02 OP-07 OP-09 DATA-09',
    call: (w) => ({
      path: `/api/public/documents/${w.document.id}/page-kinds`,
      body: { pages: [{ page_id: w.page.id, page_type: 'sanborn_map' }] },
    }),
    allowed: EDIT,
  },
];

const document = callsOf('document');

export const calls: CallRow[] = [
  document('recordPageOpening', {
    cites: 'AUTH-37',
    request: (w) => ({ pageId: w.page.id }),
    allowed: OPENS,
    processes: allProcesses(403),
  }),
  document('listPageOpenings', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: EDIT }),
  document('listPages', { cites: 'AUTH-37', request: (w) => ({ documentId: w.document.id }), allowed: READ }),
  document('getPage', { cites: 'AUTH-37', request: (w) => ({ id: w.page.id }), allowed: READ }),
  document('getPageImage', { cites: 'AUTH-37', request: (w) => ({ id: w.page.id }), allowed: READ }),
  document('listPageWords', { cites: 'AUTH-37', request: (w) => ({ pageId: w.page.id }), allowed: READ }),
  document('searchPages', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId, query: WORDS }),
    allowed: READ,
    shows: (w) => w.page.id,
  }),
  document('searchAllProjects', {
    cites: 'AUTH-37',
    request: () => ({ query: WORDS }),
    allowed: SIGNED_IN,
  }),
  document('getTitleBlock', { cites: 'AUTH-37', request: (w) => ({ pageId: w.page.id }), allowed: READ }),
  document('setGroundScale', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ pageId: w.page.id, feetPerPixel: 0.25 }),
    allowed: EDIT,
  }),
  document('correctTitleBlock', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ pageId: w.page.id, edits: [{ fact: 'city', value: 'Millbrook', reset: false }] }),
    allowed: EDIT,
  }),
  document('correctVolume', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ pageId: await correctedPage(w), id: newId(), facts: ['city'] }),
    allowed: EDIT,
  }),
  document('undoVolumeCorrection', {
    cites: 'OP-07 OP-09',
    request: correctedVolume,
    allowed: EDIT,
  }),
  document('listAlignments', {
    cites: 'AUTH-37',
    request: async (w) => {
      const [firstPageId, secondPageId] = await sheetsToRead(w);
      return { firstPageId, secondPageId };
    },
    allowed: READ,
  }),
  document('saveAlignment', {
    cites: 'OP-07 OP-09',
    request: async (w) => {
      const [firstPageId, secondPageId] = await sheetsOfVolume(w);
      return { firstPageId, secondPageId, pairs: [] };
    },
    allowed: EDIT,
  }),
  document('getGeoreference', {
    cites: 'AUTH-37',
    request: (w) => ({ pageId: w.page.id }),
    allowed: READ,
  }),
  document('saveGeoreference', {
    cites: 'OP-07 OP-09',
    request: (w) => ({
      pageId: w.page.id,
      points: PLACES.map((place) => ControlPoint.fromPartial({ ...place, source: 'typed', used: true })),
    }),
    allowed: EDIT,
  }),
  document('undoGeoreference', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ pageId: w.page.id, historyId: await placedPage(w) }),
    allowed: EDIT,
  }),
  document('proposeGeoreference', {
    cites: 'OP-07 OP-09',
    request: async (w) => {
      const [, pageId] = await sheetsToRead(w);
      return { pageId };
    },
    allowed: EDIT,
  }),
  document('acceptGeoreference', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ pageId: w.page.id, pointIds: await proposedPage(w) }),
    allowed: EDIT,
  }),
  document('countPlacedPages', {
    cites: 'AUTH-37',
    request: async (w) => {
      await placedPage(w);
      return { projectIds: [w.projectId] };
    },
    allowed: LISTED,
    shows: (w) => w.projectId,
  }),
  document('readGeoTiff', {
    cites: 'AUTH-37',
    request: async (w) => {
      await placedPage(w);
      return { pageId: w.page.id };
    },
    allowed: READ,
  }),
  document('listGeoreferences', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId }),
    allowed: READ,
  }),
  document('locatePages', {
    cites: 'AUTH-37',
    request: async (w) => {
      await placedPage(w);
      return { pageIds: [w.page.id] };
    },
    allowed: LISTED,
    shows: (w) => w.page.id,
  }),
  document('findSheetsAt', {
    cites: 'AUTH-37',
    request: (w) => ({ projectId: w.projectId, place: { longitude: -73.9, latitude: 40.7 } }),
    allowed: READ,
  }),
  document('correctPageKinds', {
    cites: 'OP-07 OP-09 DATA-09',
    request: (w) => ({
      documentId: w.document.id,
      edits: [{ pageId: w.page.id, kind: 'sanborn_map', reset: false, afterChangeId: '' }],
    }),
    allowed: EDIT,
  }),
];
