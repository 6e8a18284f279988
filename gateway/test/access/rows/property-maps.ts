/** Boundary, site and search radii of projects (OP-07, OP-09). */
import type { BoundaryPart } from '@symbio/proto/project';
import { CREATOR, EDIT, READ } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const RING: [number, number][] = [
  [-73.982, 40.736],
  [-73.98, 40.736],
  [-73.98, 40.735],
  [-73.982, 40.736],
];
const geometry = { type: 'Polygon', coordinates: [RING] };
const parts: BoundaryPart[] = [{ rings: [{ degrees: RING.flat() }] }];
const searchRadii = [{ name: 'Landfills', miles: 0.5 }];
const site = { longitude: -73.98, latitude: 40.735, source: 'typed', label: '', byId: '', byName: '', at: undefined };

async function changed({ system, projectId, as }: World): Promise<string> {
  const { propertyMap } = await system.clients.project.saveBoundary({ projectId, parts }, await as(CREATOR));
  return propertyMap?.history.at(-1)?.id ?? '';
}

function form(): FormData {
  const data = new FormData();
  data.set('files', new Blob([JSON.stringify(geometry)], { type: 'application/geo+json' }), 'parcel.geojson');
  return data;
}

const at = (w: World, what: string): string => `/api/public/projects/${w.projectId}/${what}`;

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/projects/:id/boundary',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: at(w, 'boundary') }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/boundary',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: at(w, 'boundary'), body: { geometry } }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/projects/:id/boundary/file',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: at(w, 'boundary/file'), body: form() }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/projects/:id/boundary/undo',
    cites: 'API-02 OP-07 OP-09',
    call: async (w) => ({ path: at(w, 'boundary/undo'), body: { history_id: await changed(w) } }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/projects/:id/site',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: at(w, 'site') }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/site',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: at(w, 'site'), body: { site: { longitude: -73.98, latitude: 40.735 } } }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/projects/:id/search-radii',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: at(w, 'search-radii') }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/search-radii',
    cites: 'API-02 OP-07 OP-09',
    call: (w) => ({ path: at(w, 'search-radii'), body: { search_radii: searchRadii } }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/projects/:id/distances',
    cites: 'API-02 AUTH-37',
    call: (w) => ({ path: at(w, 'distances') }),
    allowed: READ,
  },
];

const project = callsOf('project');

export const calls: CallRow[] = [
  project('getPropertyMap', { cites: 'AUTH-37', request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  project('saveBoundary', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ projectId: w.projectId, parts }),
    allowed: EDIT,
  }),
  project('saveSite', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ projectId: w.projectId, site }),
    allowed: EDIT,
  }),
  project('saveSearchRadii', {
    cites: 'OP-07 OP-09',
    request: (w) => ({ projectId: w.projectId, searchRadii }),
    allowed: EDIT,
  }),
  project('undoPropertyChange', {
    cites: 'OP-07 OP-09',
    request: async (w) => ({ projectId: w.projectId, historyId: await changed(w) }),
    allowed: EDIT,
  }),
];
