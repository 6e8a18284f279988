import { Annotation } from '@symbio/proto/annotation';
import { Document, Page } from '@symbio/proto/document';
import { Feature, Mention } from '@symbio/proto/feature';
import {
  Coverage,
  CoverageOverride,
  FirstUse,
  Gap,
  type CreateGapRequest,
  type SaveCoverageRequest,
  type SupersededCoverage,
} from '@symbio/proto/project';
import { RecordSearch } from '@symbio/proto/records';
import { closeServers } from '../testing.js';
import { coverage } from './coverage.js';
import { servePublic } from './testing.js';

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const GAP_ID = '01980a65-6f70-7182-8394-a5162738495a';
const override = {
  source: 'city_directories',
  decade: 1920,
  area: 'adjoining',
  state: 'reviewed',
  note: 'North side.',
};
const gap = Gap.fromPartial({ id: GAP_ID, projectId: PROJECT, kind: 'interval', fromYear: 1924, tried: 'Archive' });
/** Between the sheets. */
const ofInterval = { ...gap, id: 'of interval', fromYear: 1887, toYear: 1924, area: 'property' };
const replaced = (record: SupersededCoverage['record']): SupersededCoverage => ({
  ...{ id: 'h', byId: 'a', byName: 'Ada', record, at: undefined },
});
const CALLS = {
  project: {
    getCoverage: () =>
      Promise.resolve({
        coverage: Coverage.fromPartial({
          ...{ projectId: PROJECT, overrides: [override], gaps: [gap], firstUse: { year: 1885, note: 'Deed' } },
          history: [
            replaced({ $case: 'gap', value: { ...gap, byName: 'Bo' } }),
            replaced({ $case: 'override', value: CoverageOverride.fromPartial({ ...override, state: 'unavailable' }) }),
            replaced({ $case: 'firstUse', value: FirstUse.fromPartial({ year: 1900 }) }),
          ],
        }),
      }),
    updateGap: () => Promise.resolve({ gap: { ...gap, significant: false } }),
    deleteGap: () => Promise.resolve({}),
  },
  document: {
    listDocuments: () =>
      Promise.resolve({
        documents: [
          Document.fromPartial({ id: 'd1', category: 'sanborn_maps', facts: { years: [1887, 1924] } }),
          Document.fromPartial({ id: 'd2', category: 'sanborn_maps', noCoverageYears: [1912] }),
          Document.fromPartial({ id: 'd3', category: 'other', facts: { years: [2009] } }),
        ],
      }),
    listPages: () => Promise.resolve({ pages: [Page.fromPartial({ id: 'p1', metadata: { year: 1887 } })] }),
  },
  feature: {
    listFeatures: () =>
      Promise.resolve({ features: [Feature.fromPartial({ id: 'f1', relation: { relation: 'adjoining' } })] }),
    listMentions: () =>
      Promise.resolve({
        mentions: ['a1', 'a2'].map((sourceAnnotationId) =>
          Mention.fromPartial({ currentHistoryId: 'h1', featureOfInterestId: 'f1', sourceAnnotationId }),
        ),
      }),
  },
  annotation: {
    listAnnotations: () =>
      Promise.resolve({
        annotations: [
          Annotation.fromPartial({ id: 'a1', authorType: 'human', documentId: 'd1', documentPageId: 'p1' }),
          Annotation.fromPartial({ id: 'a2', authorType: 'ai_agent', documentId: 'd2', documentPageId: 'p2' }),
        ],
      }),
  },
  records: {
    listSearches: () =>
      Promise.resolve({ searches: [RecordSearch.fromPartial({ createdAt: new Date('2026-11-28T09:00:00Z') })] }),
  },
};

afterEach(closeServers);

async function api(more: Partial<Coverage> = {}) {
  const saved: SaveCoverageRequest[] = [];
  const created: CreateGapRequest[] = [];
  const project = {
    ...CALLS.project,
    getCoverage: async () => ({ coverage: { ...(await CALLS.project.getCoverage()).coverage, ...more } }),
    saveCoverage: (request: SaveCoverageRequest) => {
      saved.push(request);
      return Promise.resolve({});
    },
    createGap: (request: CreateGapRequest) => {
      created.push(request);
      return Promise.resolve({ gap });
    },
  };
  const served = await servePublic(coverage({ ...CALLS, project } as never), { actor: { via: 'user' } });
  return { saved, created, ...served };
}

interface CoverageBody {
  data: {
    cells: { source: string; decade: number; area: string; state: string; years: number[] }[];
    decades: number[];
    intervals: object[];
    history: object[];
  };
}

it('computes coverage from sheets, marked adjoining features, searches, and what people state', async () => {
  const { get } = await api();
  const { body } = await get(`/projects/${PROJECT}/coverage`);
  const { cells, decades, history } = (body as CoverageBody).data;
  expect(cells.map(({ source, decade, area, state }) => [source, decade, area, state].join(' '))).toEqual([
    'regulatory_database 2020 property reviewed',
    'regulatory_database 2020 adjoining reviewed',
    'sanborn_maps 1880 property reviewed',
    'sanborn_maps 1910 property nothing_found',
    'sanborn_maps 1920 property reviewed',
    'sanborn_maps 1880 adjoining reviewed',
    'city_directories 1920 adjoining reviewed',
  ]);
  expect(body).toMatchObject({ data: { history_target: 1885, first_use: { year: 1885, note: 'Deed' } } });
  expect(decades[0]).toBe(1880);
  expect(cells.at(-1)).toMatchObject({ stated: { note: 'North side.' }, document_ids: [] });
  expect(history).toMatchObject([
    { gap: { id: GAP_ID, by_name: 'Bo' }, by_name: 'Ada' },
    { cell: { state: 'unavailable' } },
    { first_use: { year: 1900 } },
  ]);
});

it('lists long intervals with the sources on both sides, and the gap that explains them', async () => {
  const intervalsOf = async (gaps: Gap[]) => {
    const { body } = await (await api({ gaps })).get(`/projects/${PROJECT}/coverage`);
    return (body as CoverageBody).data.intervals;
  };
  const interval = {
    ...{ id: '1887-1924-property', from: 1887, to: 1924, area: 'property' },
    ...{ sources_before: ['sanborn_maps'], sources_after: ['sanborn_maps'] },
  };
  const adjoining = { id: '1887-1920-adjoining', sources_after: ['city_directories'], gap_id: null };
  expect(await intervalsOf([gap])).toMatchObject([{ ...interval, gap_id: null }, adjoining]);
  expect(await intervalsOf([gap, ofInterval])).toMatchObject([{ ...interval, gap_id: 'of interval' }, adjoining]);
});

it('saves statements with a reason', async () => {
  const { send, saved } = await api();
  const { state: coverage_state, ...cell } = override;
  const path = `/projects/${PROJECT}/coverage`;
  const first_use = { year: 1885, note: 'Deed' };
  expect((await send('PUT', path, { cells: [{ ...cell, coverage_state }], first_use })).status).toBe(200);
  expect(saved).toMatchObject([
    { projectId: PROJECT, overrides: [override], firstUseYear: 1885, firstUseNote: 'Deed' },
  ]);
  expect((await send('PUT', path, { cells: [{ ...cell, coverage_state, note: ' ' }] })).status).toBe(400);
  expect((await send('PUT', path, { cells: [], first_use: { year: 1885, note: '' } })).status).toBe(400);
});

it('lists, records, changes and deletes gaps', async () => {
  const { get, send, created } = await api();
  expect(await get(`/gaps?project_id=${PROJECT}`)).toMatchObject({
    body: { data: [{ id: GAP_ID, from: 1924, to: null, area: null, significant: null }] },
  });
  const body = { project_id: PROJECT, kind: 'interval', from: 1924, tried: 'Archive' };
  expect((await send('POST', '/gaps', body)).status).toBe(201);
  expect(created).toMatchObject([{ projectId: PROJECT, values: { kind: 'interval', fromYear: 1924, toYear: 0 } }]);
  expect(created[0]?.values?.significant).toBeUndefined();
  const change = { kind: 'interval', significant: false };
  expect(await send('PUT', `/gaps/${GAP_ID}`, change)).toMatchObject({ body: { data: { significant: false } } });
  expect((await send('DELETE', `/gaps/${GAP_ID}`)).status).toBe(200);
  expect((await send('POST', '/gaps', { ...body, kind: 'hole' })).status).toBe(400);
});
