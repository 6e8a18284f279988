import type { CallParent } from '@symbio/rpc';
import { Run } from '@symbio/proto/annotation';
import type { Paging } from '@symbio/proto/common';
import type { CallerContext } from '../http/serve.js';
import { runs } from './runs.js';

const ID = '01980a55-0a1b-7c2d-8e3f-4a5b6c7d8e9f';

function pageOf<Row>(rows: readonly Row[], paging: Paging | undefined) {
  const { page = 1, perPage = 20 } = paging ?? {};
  const from = (Math.max(1, page) - 1) * perPage;
  return { rows: rows.slice(from, from + perPage), pageInfo: { page, perPage, totalPages: 0, count: rows.length } };
}

function services(annotationCount: number, evidenceCount: number) {
  const rows = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
  const clients = {
    annotation: {
      getRun: () => Promise.resolve({ run: Run.fromPartial({ id: ID }) }),
      listAnnotations: ({ paging }: { paging?: Paging }) => {
        const { rows: found, pageInfo } = pageOf(rows('annotation', annotationCount), paging);
        return Promise.resolve({
          annotations: found.map((id) => ({ id, content: id, createdAt: undefined })),
          pageInfo,
        });
      },
    },
    feature: {
      undoRun: ({ runId }: { runId: string }) =>
        Promise.resolve({
          run: Run.fromPartial({ id: runId, status: 'undone' }),
          keptFeatureIds: ['f1'],
          keptMentionIds: ['m1'],
        }),
      listRunWrites: ({ paging }: { paging?: Paging }) => {
        const { rows: found, pageInfo } = pageOf(rows('mention', evidenceCount), paging);
        const writes = found.map((id) => ({ kind: 'mention', id, label: id, createdAt: undefined, mentionId: '' }));
        return Promise.resolve({ writes, pageInfo, featureCount: 0, mentionCount: evidenceCount });
      },
    },
  };
  const context = { parent: {} as CallParent } as CallerContext;
  const carryOut = async (operation: string, query: object = {}): Promise<unknown> => {
    const found = runs(clients as never).find((one) => one.operation.id === operation);
    if (!found) throw new Error(`${operation} is not served`);
    return found.handle({ params: { id: ID }, query, body: undefined } as never, context);
  };
  return { carryOut };
}

interface Writes {
  data: { id: string }[];
  count: number;
  total_pages: number;
}

describe('items of a run', () => {
  it.each([
    [5, 5, 4],
    [3, 9, 4],
    [0, 7, 3],
    [7, 0, 3],
    [4, 4, 4],
    [1, 1, 20],
  ])('of two services (%d and %d) are one list in pages of %d', async (annotations, evidence, size) => {
    const { carryOut } = services(annotations, evidence);
    const seen: string[] = [];
    const pages = Math.ceil((annotations + evidence) / size);
    for (let page = 1; page <= pages; page++) {
      const { data, count, total_pages } = (await carryOut('listRunWrites', { page, per_page: size })) as Writes;
      expect({ count, total_pages }).toEqual({ count: annotations + evidence, total_pages: pages });
      seen.push(...data.map(({ id }) => id));
    }
    const expected = (name: string, many: number) => Array.from({ length: many }, (_, index) => `${name} ${index + 1}`);
    expect(seen).toEqual([...expected('annotation', annotations), ...expected('mention', evidence)]);
  });

  it('end after the last page', async () => {
    const { carryOut } = services(3, 3);
    expect(await carryOut('listRunWrites', { page: 3, per_page: 3 })).toMatchObject({ data: [], count: 6 });
  });
});

it('undoes a run, and names the features and mentions that are kept', async () => {
  const { carryOut } = services(0, 0);
  expect(await carryOut('undoRun')).toMatchObject({
    data: { id: ID, status: 'undone' },
    kept_feature_ids: ['f1'],
    kept_mention_ids: ['m1'],
  });
});
