import type { DocumentRow } from '../model.js';
import { createRelatedDocuments } from './related-documents.js';

const row = (id: string, values: Partial<DocumentRow>): DocumentRow =>
  ({ _id: id, projectId: 'p', sha256: id, title: `Title of ${id}`, ...values }) as DocumentRow;

function related(all: readonly DocumentRow[]) {
  return createRelatedDocuments({
    withHashes: (projectId, hashes) =>
      Promise.resolve(all.filter((each) => each.projectId === projectId && hashes.includes(each.sha256))),
    attachedTo: (ids) => Promise.resolve(all.filter((each) => ids.includes(each.attachedTo?.documentId ?? ''))),
  });
}

it('says of the later of two equal files of a project that it is already here (F19)', async () => {
  const first = row('first', { sha256: 'same' });
  const again = row('again', { sha256: 'same' });
  const elsewhere = row('elsewhere', { sha256: 'same', projectId: 'other' });
  const extrasOf = await related([first, again, elsewhere])([first, again, elsewhere]);
  expect(extrasOf(again).notices).toEqual([
    {
      code: 'already_here',
      message: 'This file is already here as “Title of first”. Delete one of the two unless you need both.',
    },
  ]);
  expect([extrasOf(first).notices, extrasOf(elsewhere).notices]).toEqual([[], []]);
});

it('names the documents made of attached files', async () => {
  const portfolio = row('portfolio', { attached: ['a.pdf', 'b.pdf'] });
  const taken = row('taken', { attachedTo: { documentId: 'portfolio', index: 1 } });
  const extrasOf = await related([portfolio, taken])([portfolio, taken]);
  expect([...(extrasOf(portfolio).taken ?? [])]).toEqual([[1, 'taken']]);
  expect(extrasOf(taken).taken?.size).toBe(0);
});
