import { newId } from '@symbio/runtime';
import { person, TestClock } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { Georeference, type SaveGeoreferenceRequest } from '@symbio/proto/document';
import type { PageRow } from '../model.js';
import type { GeoreferenceRow } from './model.js';
import type { ProposalRow } from './proposal/model.js';
import { createProposals } from './proposals.js';

const SITE = { longitude: -100, latitude: 40 };
const PAGE = { _id: 'page', projectId: 'p', documentId: 'd', status: 'ready', width: 1_400, height: 2_000 };
const NEAR = { ...SITE, radiusFeet: 8_000 };
const SEEN = new Date('2026-11-01T10:00:00Z');
const context = contextOf(person());

/** Proposals over memory, for a sheet whose points a person set at a time. */
function world(
  page: Partial<PageRow> = {},
  { sheets = [], site }: { sheets?: object[]; site?: typeof NEAR } = { site: NEAR },
) {
  let row: ProposalRow | null = null;
  const saved: SaveGeoreferenceRequest[] = [];
  const shown = { ...PAGE, ...page };
  const proposals = createProposals({
    documents: { page: () => Promise.resolve(shown as PageRow) },
    texts: {
      words: () => Promise.resolve([{ text: 'CEDAR', x: 0, y: 0, width: 9, height: 9, confidence: 1, turned: 0 }]),
    },
    streets: {
      near: () =>
        Promise.resolve({ crossings: [{ streets: ['A', 'B'] as const, ...SITE }], aliases: [], hasFiles: true }),
    },
    proposals: {
      find: () => Promise.resolve(row),
      keep: (next) => Promise.resolve(void (row = next)),
    },
    georeferences: {
      get: () => Promise.resolve(Georeference.fromPartial({ updatedAt: SEEN })),
      save: (request) => {
        saved.push(request);
        return Promise.resolve(Georeference.fromPartial({}));
      },
    },
    repository: { sheets: () => Promise.resolve(sheets as PageRow[]) },
    placed: { partsOfPages: () => Promise.resolve([{ pageId: 'placed' } as GeoreferenceRow]) },
    siteOf: () => Promise.resolve(site),
    drawInto: () => Promise.resolve(undefined),
    propose: () =>
      Promise.resolve({
        ...{ state: 'proposed' as const, points: [{ x: 1, y: 2, ...SITE, name: 'A & B' }], agreeing: 3 },
        ...{ streets: ['A', 'B', 'C'], score: 3, next: 1, feetPerPixel: 1, why: '3 agree.' },
      }),
    clock: new TestClock(),
  });
  return { proposals, saved, shown };
}

it('accepts points only over those that were read', async () => {
  const { proposals, saved } = world();
  const { points } = await proposals.propose('page', context);
  const pointIds = points.map(({ id }) => id);
  await proposals.accept({ pageId: 'page', pointIds, expectedUpdatedAt: undefined }, context);
  const asked = new Date('2026-10-01T10:00:00Z');
  await proposals.accept({ pageId: 'page', pointIds, expectedUpdatedAt: asked }, context);
  expect(saved.map(({ expectedUpdatedAt }) => expectedUpdatedAt)).toEqual([SEEN, asked]);
});

it('shows no proposal for an earlier picture', async () => {
  const { proposals, shown } = world();
  await proposals.propose('page', context);
  expect(await proposals.of('page', context)).toMatchObject({ state: 'proposed' });
  shown.width = 700;
  expect(await proposals.of('page', context)).toBeUndefined();
});

it('refuses agents before it looks at their ids', async () => {
  const agent = contextOf({ ...person(), via: 'api_key', agentId: newId() });
  const accepted = world().proposals.accept({ pageId: 'page', pointIds: ['x'], expectedUpdatedAt: undefined }, agent);
  await expect(accepted).rejects.toMatchObject({ reason: 'agents_propose' });
});

it('proposes for the fire insurance maps of a document that have no place', async () => {
  const map = { ...PAGE, pageType: 'sanborn_map' };
  const sheets = [
    { ...map, _id: 'placed' },
    { ...map, _id: 'open' },
    { ...map, _id: 'pending', status: 'pending' },
    { ...PAGE, _id: 'text', pageType: 'text' },
  ];
  expect(await world({}, { sheets, site: NEAR }).proposals.ofDocument('d', context)).toEqual({
    proposed: 1,
    abstained: 0,
  });
  expect(await world({}, { sheets }).proposals.ofDocument('d', context)).toEqual({ proposed: 0, abstained: 0 });
});
