import { readSources, type SourceClients } from './sources.js';

const PAGED = new Set<string | symbol>(['listDocuments', 'listGeoreferences']);

it('a version reads all documents and all places of sheets, not their first page', async () => {
  const none = { project: {}, assessment: {}, coverage: {}, questionnaire: { answers: [] } };
  const lists =
    'siteVisits interviews lienSearches documents categories photographs georeferences annotations features mentions landUses determinations searches requests';
  const answer = { ...none, ...Object.fromEntries(lists.split(' ').map((list) => [list, []])) };
  const client = new Proxy(
    {},
    {
      get:
        (_, method) =>
        ({ paging }: { paging?: { cursor: string } }) => {
          const row = { id: `${String(method)} ${paging?.cursor}` };
          const rows = { documents: [row], georeferences: [row] };
          const pageInfo = paging?.cursor ? {} : { nextCursor: 'second' };
          return Promise.resolve(PAGED.has(method) ? { ...rows, pageInfo } : answer);
        },
    },
  );
  const clients = Object.fromEntries(
    ['project', 'document', 'annotation', 'feature', 'identity', 'records'].map((name) => [name, client]),
  ) as unknown as SourceClients;
  const { documents, georeferences } = await readSources(clients, 'p1', { token: '', requestId: 'r1' });
  expect(documents).toMatchObject([{ id: 'listDocuments ' }, { id: 'listDocuments second' }]);
  expect(georeferences).toMatchObject([{ id: 'listGeoreferences ' }, { id: 'listGeoreferences second' }]);
});
