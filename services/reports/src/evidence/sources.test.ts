import { MAX_ROWS } from '@symbio/proto/limits';
import { readSources, type SourceClients } from './sources.js';

it('a version reads all documents and all places of sheets, not their first page', async () => {
  const requests = new Map<string | symbol, object>();
  const none = { project: {}, assessment: {}, coverage: {}, questionnaire: { answers: [] } };
  const lists =
    'siteVisits interviews lienSearches documents categories photographs georeferences annotations features mentions landUses determinations searches requests';
  const answer = { ...none, ...Object.fromEntries(lists.split(' ').map((list) => [list, []])) };
  const client = new Proxy(
    {},
    {
      get: (_, method) => (request: object) => {
        requests.set(method, request);
        return Promise.resolve(answer);
      },
    },
  );
  const clients = Object.fromEntries(
    ['project', 'document', 'annotation', 'feature', 'identity', 'records'].map((name) => [name, client]),
  ) as unknown as SourceClients;
  await readSources(clients, 'p1', { token: '', requestId: 'r1' });
  for (const method of ['listDocuments', 'listGeoreferences'])
    expect(requests.get(method)).toMatchObject({ paging: { page: 1, perPage: MAX_ROWS } });
});
