import type { JobRow } from './model.js';
import { agedRank, inOrder, laneOf, orderOf, sizeOf } from './order.js';

const job = { type: 'document-specific', priority: 5, documentCategory: 'deed_documents' } as const;

it.each([
  ['document-specific', 0, 'urgent'],
  ['background-analyze-pages', 2, 'urgent'],
  ['document-specific', 3, 'pictures'],
  ['classify-document', 9, 'pictures'],
  ['background-analyze-pages', 3, 'reading'],
] as const)('a job of the type %s and priority %i waits in the lane %s (OP-31)', (type, priority, lane) => {
  expect(laneOf({ type, priority })).toBe(lane);
});

it.each([
  ['a record of 5 pages', { expectedPages: 5 }, 0],
  ['5 pages of a long document', { expectedPages: 62, pageNumbers: [1, 2, 3, 4, 5] }, 0],
  ['a map sheet', { expectedPages: 1, documentCategory: 'sanborn_maps' }, 1],
  ['a record of 6 pages', { expectedPages: 6 }, 2],
  ['a document of unknown length', {}, 2],
  ['a document that turned out to be short', { progress: { done: 1, total: 2, message: '' } }, 0],
  ['a document that turned out to be long', { expectedPages: 2, progress: { done: 1, total: 9, message: '' } }, 2],
])('%s has its size', (_, more, size) => {
  expect(sizeOf({ ...job, ...more })).toBe(size);
});

it('priorities come before sizes, then rounds, then the longest wait', () => {
  const row = (name: string, priority: number, pages: number, turn: number, at: number) => ({
    ...{ name, turn, scheduledAt: new Date(at) },
    ...orderOf({ ...job, priority, expectedPages: pages }),
  });
  const rows = [
    row('large', 6, 62, 0, 1),
    row('later', 6, 2, 1, 5),
    row('longest', 6, 2, 1, 4),
    row('small', 6, 2, 0, 9),
    row('viewed', 3, 62, 7, 9),
  ];
  const aged = { ...rows[0]!, name: 'aged', rank: agedRank('reading'), turn: 1 } as Pick<JobRow, 'rank'> &
    (typeof rows)[0];
  expect([...rows, aged].sort(inOrder).map(({ name }) => name)).toEqual([
    ...['viewed', 'small', 'aged', 'longest', 'later', 'large'],
  ]);
});
