/** Agency lists and searches: administrators load lists, members of a project search them (OP-07, OP-09). */
import { newId, unlessNotFound } from '@symbio/runtime';
import { ADMINISTRATOR, CREATOR, EDIT, KEY_OF_ADMINISTRATOR, KNOWN, READ, allProcesses, grid } from '../callers.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';

const MAKERS = grid({ ok: [ADMINISTRATOR, KEY_OF_ADMINISTRATOR] }, 403);
const EVERYBODY = grid({ ok: [...KNOWN] }, 403);
const NO_PROCESS = allProcesses(403);
const cites = 'AUTH-38 OP-07';
const values = { name: 'Tanks', agency: 'DEC', sourceUrl: '', licence: '' };
const PARTS = [{ rings: [{ degrees: [-73.982, 40.736, -73.98, 40.736, -73.98, 40.735, -73.982, 40.736] }] }];

/** Their number is limited. */
async function newDataSet({ system: { clients }, asOperator }: World): Promise<string> {
  const by = await asOperator();
  const { dataSets } = await clients.records.listDataSets({}, by);
  // the oldest: rows are tried a few at a time
  const ids = dataSets.map(({ id }) => id).sort();
  for (const id of ids.slice(0, Math.max(0, ids.length - 25)))
    await unlessNotFound(clients.records.deleteDataSet({ id }, by));
  const { dataSet } = await clients.records.createDataSet({ id: newId(), ...values }, by);
  return dataSet?.id ?? '';
}

async function* file(dataSetId: string, text: string) {
  const header = { id: newId(), dataSetId, agencyDate: '', fileName: 'list.csv' };
  yield await Promise.resolve({ part: { $case: 'header' as const, value: header } });
  yield { part: { $case: 'chunk' as const, value: Buffer.from(text) } };
}

async function unknown(w: World): Promise<{ dataSetId: string; versionId: string }> {
  const dataSetId = await newDataSet(w);
  const by = await w.asOperator();
  await w.system.clients.records.addVersion(file(dataSetId, 'Key,Caption\n1,Corner\n'), by);
  for (let tries = 0; tries < 100; tries++) {
    const { dataSet } = await w.system.clients.records.getDataSet({ id: dataSetId }, by);
    const [version] = dataSet?.versions ?? [];
    if (version?.state === 'unknown_columns') return { dataSetId, versionId: version.id };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the header was not read');
}

const LIST = Buffer.from('Key,Caption\n1,Corner\n');
const LIST_FACTS = { fileName: 'list.csv', agencyDate: '', size: LIST.length, sha256: '' };

async function* part(dataSetId: string, id: string) {
  yield await Promise.resolve({ part: { $case: 'header' as const, value: { id, dataSetId, offset: 0 } } });
  yield { part: { $case: 'chunk' as const, value: LIST } };
}

/** Upload of an administrator of the installation whose only part has arrived. */
async function newUpload(w: World): Promise<{ id: string; dataSetId: string }> {
  const upload = { id: newId(), dataSetId: await newDataSet(w) };
  await w.system.clients.records.uploadListPart(part(upload.dataSetId, upload.id), await w.asOperator());
  return upload;
}
const pathOf = ({ id, dataSetId }: { id: string; dataSetId: string }): string =>
  `/api/data-sets/${dataSetId}/uploads/${id}`;

export async function bounded(w: World): Promise<string> {
  await w.system.clients.project.saveBoundary({ projectId: w.projectId, parts: PARTS }, await w.as(CREATOR));
  return w.projectId;
}

export async function newSearch(w: World): Promise<string> {
  const request = { id: newId(), projectId: await bounded(w) };
  return (await w.system.clients.records.searchRecords(request, await w.as(CREATOR))).search?.id ?? '';
}

async function tableHash({ system: { clients }, projectId, as }: World): Promise<string> {
  return (await clients.records.getSearchDistances({ projectId }, await as(CREATOR))).tableHash;
}

function form(): FormData {
  const data = new FormData();
  data.set('agency_date', '2026-11-01');
  data.set('file', new Blob(['Key,Caption\n1,Corner\n']), 'list.csv');
  return data;
}

const columns = { columns: { name: 'Caption' }, lists: ['LUST'] };

export const routes: RouteRow[] = [
  { route: 'GET /api/public/data-sets', cites, call: () => ({ path: '/api/public/data-sets' }), allowed: EVERYBODY },
  {
    route: 'POST /api/public/data-sets',
    cites,
    call: async (w) => {
      await newDataSet(w);
      return { path: '/api/public/data-sets', body: { name: 'Tanks' } };
    },
    allowed: MAKERS,
  },
  {
    route: 'GET /api/public/data-sets/:id',
    cites,
    call: async (w) => ({ path: `/api/public/data-sets/${await newDataSet(w)}` }),
    allowed: EVERYBODY,
  },
  {
    route: 'DELETE /api/public/data-sets/:id',
    cites,
    call: async (w) => ({ path: `/api/public/data-sets/${await newDataSet(w)}` }),
    allowed: MAKERS,
  },
  {
    route: 'POST /api/public/data-sets/:id/versions',
    cites,
    call: async (w) => ({ path: `/api/public/data-sets/${await newDataSet(w)}/versions`, body: form() }),
    allowed: MAKERS,
  },
  {
    route: 'PUT /api/public/data-sets/:id/versions/:version_id/columns',
    cites,
    call: async (w) => {
      const { dataSetId, versionId } = await unknown(w);
      return { path: `/api/public/data-sets/${dataSetId}/versions/${versionId}/columns`, body: columns };
    },
    allowed: MAKERS,
  },
  {
    route: 'GET /api/data-sets/:id/uploads/:upload_id',
    cites,
    call: async (w) => ({ path: pathOf({ id: newId(), dataSetId: await newDataSet(w) }) }),
    allowed: MAKERS,
  },
  {
    route: 'PUT /api/data-sets/:id/uploads/:upload_id',
    cites,
    call: async (w) => ({
      path: `${pathOf({ id: newId(), dataSetId: await newDataSet(w) })}?offset=0`,
      body: new Blob([LIST], { type: 'application/octet-stream' }),
    }),
    allowed: MAKERS,
  },
  {
    route: 'POST /api/data-sets/:id/uploads/:upload_id/complete',
    cites,
    call: async (w) => ({
      path: `${pathOf(await newUpload(w))}/complete`,
      body: { file_name: 'list.csv', size: LIST.length },
    }),
    allowed: MAKERS,
  },
  {
    route: 'DELETE /api/data-sets/:id/uploads/:upload_id',
    cites,
    call: async (w) => ({ path: pathOf(await newUpload(w)) }),
    allowed: MAKERS,
  },
  {
    route: 'GET /api/public/projects/:id/search-distances',
    cites,
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/search-distances` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/projects/:id/search-distances',
    cites,
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/search-distances`, body: { distances: [] } }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/projects/:id/search-distances/confirmation',
    cites,
    call: async (w) => ({
      path: `/api/public/projects/${w.projectId}/search-distances/confirmation`,
      body: { table_hash: await tableHash(w) },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/projects/:id/record-searches',
    cites,
    call: async (w) => ({ path: `/api/public/projects/${await bounded(w)}/record-searches`, body: {} }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/projects/:id/record-searches',
    cites,
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/record-searches` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/record-searches/:id',
    cites,
    call: async (w) => ({ path: `/api/public/record-searches/${await newSearch(w)}` }),
    allowed: READ,
  },
  {
    route: 'GET /api/public/record-hits',
    cites,
    call: (w) => ({ path: `/api/public/record-hits?project_id=${w.projectId}` }),
    allowed: READ,
  },
];

const records = callsOf('records');
const made = { allowed: MAKERS, processes: NO_PROCESS };

export const calls: CallRow[] = [
  records('listDataSets', { cites, request: () => ({}), allowed: EVERYBODY }),
  records('getDataSet', { cites, request: async (w) => ({ id: await newDataSet(w) }), allowed: EVERYBODY }),
  records('createDataSet', { cites, request: () => ({ id: newId(), ...values }), ...made }),
  records('deleteDataSet', { cites, request: async (w) => ({ id: await newDataSet(w) }), ...made }),
  records('getListUpload', {
    cites,
    request: async (w) => ({ id: newId(), dataSetId: await newDataSet(w) }),
    ...made,
  }),
  records('uploadListPart', { cites, request: async (w) => part(await newDataSet(w), newId()), ...made }),
  records('finishListUpload', {
    cites,
    request: async (w) => ({ ...(await newUpload(w)), ...LIST_FACTS }),
    ...made,
  }),
  records('discardListUpload', { cites, request: newUpload, ...made }),
  records('addVersion', { cites, request: async (w) => file(await newDataSet(w), 'Key,Caption\n1,Corner\n'), ...made }),
  records('nameColumns', { cites, request: async (w) => ({ ...(await unknown(w)), ...columns }), ...made }),
  records('getSearchDistances', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  records('saveSearchDistances', {
    cites,
    request: (w) => ({ projectId: w.projectId, distances: [] }),
    allowed: EDIT,
  }),
  records('confirmSearchDistances', {
    cites,
    request: async (w) => ({ projectId: w.projectId, tableHash: await tableHash(w) }),
    allowed: EDIT,
  }),
  records('searchRecords', {
    cites,
    request: async (w) => ({ id: newId(), projectId: await bounded(w) }),
    allowed: EDIT,
  }),
  records('listSearches', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  records('getSearch', { cites, request: async (w) => ({ id: await newSearch(w) }), allowed: READ }),
  records('listHits', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
];
