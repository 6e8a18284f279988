/** Decisions about records: editors decide, agents propose (OP-07, OP-09). */
import { newId, unlessNotFound } from '@symbio/runtime';
import { CREATOR, EDIT, READ, allProcesses } from '../callers.js';
import { oncePerProject } from '../once.js';
import { callsOf, type CallRow, type RouteRow } from '../tries.js';
import type { World } from '../world.js';
import { newSearch } from './records.js';

const cites = 'AUTH-38 OP-07';
/** Sorts last, so that the rows of data sets keep it. */
const DATA_SET = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
const FILE = [
  'REGISTRY_ID,PRIMARY_NAME,LOCATION_ADDRESS,CITY_NAME,STATE_CODE,POSTAL_CODE,PGM_SYS_ACRNMS,INTEREST_TYPES,LATITUDE83,LONGITUDE83,ACCURACY_VALUE,COLLECT_DESC,HDATUM_DESC',
  '1,DRY CLEANER,1 Broadway,NEW YORK,NY,10001,,LQG,40.7365,-73.981,30,GPS,NAD83',
].join('\n');
const disposition = { disposition: 'relevant', reason: 'A release.' };
const judgement = { kind: 'relevant', reasonCodes: [], text: 'A release.', duplicateOfId: '' };

async function* file() {
  const header = { id: newId(), dataSetId: DATA_SET, agencyDate: '', fileName: 'list.csv' };
  yield await Promise.resolve({ part: { $case: 'header' as const, value: header } });
  yield { part: { $case: 'chunk' as const, value: Buffer.from(FILE) } };
}

async function loadList({ system: { clients }, asOperator }: World): Promise<void> {
  const by = await asOperator();
  if (await unlessNotFound(clients.records.getDataSet({ id: DATA_SET }, by))) return;
  const values = { name: 'Records', agency: 'EPA', sourceUrl: '', licence: '' };
  await clients.records.createDataSet({ id: DATA_SET, ...values }, by);
  await clients.records.addVersion(file(), by);
  for (let tries = 0; tries < 100; tries++) {
    const { dataSet } = await clients.records.getDataSet({ id: DATA_SET }, by);
    if (dataSet?.currentVersionId) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the list was not imported');
}

const loading = new WeakMap<World['system'], Promise<void>>();

/** The record near the property of the rows' project. */
export const hitOf = oncePerProject(async (w) => {
  if (!loading.has(w.system)) loading.set(w.system, loadList(w));
  await loading.get(w.system);
  await newSearch(w);
  const { hits } = await w.system.clients.records.listHits({ projectId: w.projectId }, await w.as(CREATOR));
  return hits[0]?.id ?? '';
});

async function newRelevantHit(w: World): Promise<string> {
  const id = await hitOf(w);
  await w.system.clients.records.decideHit({ id, ...judgement }, await w.as(CREATOR));
  return id;
}

export async function newRule(w: World): Promise<string> {
  const request = { id: newId(), projectId: w.projectId, hitIds: [await hitOf(w)], ...judgement };
  const { rule } = await w.system.clients.records.decideHits(
    { ...request, includeClose: true, includeReleases: true, dryRun: false },
    await w.as(CREATOR),
  );
  return rule?.id ?? '';
}

const proposed = async (w: World) => ({ id: newId(), hitId: await hitOf(w), ...judgement });

export async function newProposal(w: World): Promise<string> {
  const request = { projectId: w.projectId, items: [await proposed(w)] };
  const { proposals } = await w.system.clients.records.proposeDispositions(request, await w.as(CREATOR));
  return proposals[0]?.id ?? '';
}

export const routes: RouteRow[] = [
  {
    route: 'GET /api/public/record-hits/:id',
    cites,
    call: async (w) => ({ path: `/api/public/record-hits/${await hitOf(w)}` }),
    allowed: READ,
  },
  {
    route: 'PUT /api/public/record-hits/:id/disposition',
    cites,
    call: async (w) => ({ path: `/api/public/record-hits/${await hitOf(w)}/disposition`, body: disposition }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/record-hits/:id/adjoining',
    cites,
    call: async (w) => ({
      path: `/api/public/record-hits/${await hitOf(w)}/adjoining`,
      body: { is_adjoining: true },
    }),
    allowed: EDIT,
  },
  {
    route: 'PUT /api/public/record-hits/:id/place',
    cites,
    call: async (w) => ({
      path: `/api/public/record-hits/${await hitOf(w)}/place`,
      body: { longitude: -73.98, latitude: 40.737, reason: 'Seen there.' },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/record-groups',
    cites,
    call: async (w) => ({
      path: '/api/public/record-groups',
      body: { project_id: w.projectId, hit_ids: [await hitOf(w)], is_one_site: false, reason: 'Another building.' },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/record-hits/bulk',
    cites,
    call: async (w) => ({
      path: '/api/public/record-hits/bulk',
      body: { project_id: w.projectId, ids: [await hitOf(w)], include_close: true, ...disposition },
    }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/projects/:id/record-rules',
    cites,
    call: (w) => ({ path: `/api/public/projects/${w.projectId}/record-rules` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/record-rules/:id/undo',
    cites,
    call: async (w) => ({ path: `/api/public/record-rules/${await newRule(w)}/undo` }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/record-hits/:id/nearby-features',
    cites,
    call: async (w) => ({ path: `/api/public/record-hits/${await hitOf(w)}/nearby-features` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/record-hits/:id/feature',
    cites,
    call: async (w) => ({
      path: `/api/public/record-hits/${await newRelevantHit(w)}/feature`,
      body: { feature_id: (await w.newFeature()).id },
    }),
    allowed: EDIT,
  },
  {
    route: 'POST /api/public/record-proposals',
    cites,
    call: async (w) => ({
      path: '/api/public/record-proposals',
      body: { project_id: w.projectId, items: [{ hit_id: await hitOf(w), ...disposition }] },
    }),
    allowed: EDIT,
  },
  {
    route: 'GET /api/public/record-proposals',
    cites,
    call: (w) => ({ path: `/api/public/record-proposals?project_id=${w.projectId}` }),
    allowed: READ,
  },
  {
    route: 'POST /api/public/record-proposals/:id/decide',
    cites,
    call: async (w) => ({
      path: `/api/public/record-proposals/${await newProposal(w)}/decide`,
      body: { accept: true },
    }),
    allowed: EDIT,
  },
];

const records = callsOf('records');
const findings = callsOf('feature');

export const calls: CallRow[] = [
  findings('createRecordMention', {
    cites: 'OP-07',
    request: (w) => ({
      ...{ id: newId(), featureOfInterestId: w.feature.id, narrative: 'A tank.' },
      sourceRecord: { hitId: newId(), list: 'LUST', recordId: '1', dataSetName: 'Tanks', agencyDate: '' },
    }),
    processes: allProcesses(403),
    allowed: EDIT,
  }),
  records('getHit', { cites, request: async (w) => ({ id: await hitOf(w) }), allowed: READ }),
  records('decideHit', { cites, request: async (w) => ({ id: await hitOf(w), ...judgement }), allowed: EDIT }),
  records('decideAdjoining', {
    cites,
    request: async (w) => ({ id: await hitOf(w), isAdjoining: true, text: '' }),
    allowed: EDIT,
  }),
  records('decidePlace', {
    cites,
    request: async (w) => ({
      id: await hitOf(w),
      longitude: -73.98,
      latitude: 40.737,
      address: '',
      text: 'Seen there.',
    }),
    allowed: EDIT,
  }),
  records('decideSite', {
    cites,
    request: async (w) => ({ projectId: w.projectId, hitIds: [await hitOf(w)], isOne: false, text: 'Another one.' }),
    allowed: EDIT,
  }),
  records('decideHits', {
    cites,
    request: async (w) => ({
      ...{ id: newId(), projectId: w.projectId, hitIds: [await hitOf(w)], ...judgement },
      ...{ includeClose: true, includeReleases: true, dryRun: false },
    }),
    allowed: EDIT,
  }),
  records('undoRule', { cites, request: async (w) => ({ id: await newRule(w) }), allowed: EDIT }),
  records('listRules', { cites, request: (w) => ({ projectId: w.projectId }), allowed: READ }),
  records('listNearbyFeatures', { cites, request: async (w) => ({ hitId: await hitOf(w) }), allowed: READ }),
  records('linkFeature', {
    cites,
    request: async (w) => ({ hitId: await newRelevantHit(w), featureId: (await w.newFeature()).id }),
    processes: allProcesses(403),
    allowed: EDIT,
  }),
  records('proposeDispositions', {
    cites,
    request: async (w) => ({ projectId: w.projectId, items: [await proposed(w)] }),
    allowed: EDIT,
  }),
  records('listProposals', { cites, request: (w) => ({ projectId: w.projectId, state: '' }), allowed: READ }),
  records('decideProposal', {
    cites,
    request: async (w) => ({ id: await newProposal(w), accept: true }),
    allowed: EDIT,
  }),
];
