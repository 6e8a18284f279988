import { DocumentSplit } from '@symbio/proto/document';
import { newId } from '@symbio/runtime';
import { closeServers } from '../testing.js';
import { splits } from './splits.js';
import { servePublic } from './testing.js';

const [id, splitId] = [newId(), newId()];
const split = DocumentSplit.fromPartial({
  ...{ id: splitId, documentId: id, status: 'proposed', pageCount: 3 },
  documents: [
    { fromPage: 1, toPage: 2, category: 'sanborn_maps', title: 'Maps', years: [1894], noCoverageYears: [1901] },
    { fromPage: 3, toPage: 3, confidence: 0.8, why: ['cover'] },
  ],
});

afterEach(closeServers);

describe('splits of documents over the public API', () => {
  const asked: unknown[] = [];
  beforeEach(() => (asked.length = 0));
  const answer = (request: unknown) => Promise.resolve({ split, sent: asked.push(request) });
  const at = () =>
    servePublic(
      splits({
        document: {
          ...{ proposeSplit: answer, saveSplit: answer, confirmSplit: answer, undoSplit: answer },
          listSplits: () => Promise.resolve({ splits: [split] }),
        } as never,
      }),
    );

  it('are proposed with categories, years and reasons', async () => {
    const { status, body } = await (await at()).send('POST', `/documents/${id}/split-proposals`, { id: splitId });
    expect(status).toBe(201);
    expect(asked).toEqual([{ id: splitId, documentId: id }]);
    expect(body).toMatchObject({
      data: {
        status: 'proposed',
        documents: [
          { from_page: 1, to_page: 2, category: 'sanborn_maps', years: [1894], no_coverage_years: [1901] },
          { from_page: 3, category: null, confidence: 0.8, why: ['cover'], document_id: null },
        ],
        undo_until: null,
      },
    });
    expect((await (await at()).get(`/documents/${id}/split-proposals`)).body).toMatchObject({
      data: [{ id: splitId }],
    });
  });

  it('are changed, confirmed and undone', async () => {
    const api = await at();
    const path = `/documents/${id}/split-proposals/${splitId}`;
    await api.send('PUT', path, {
      documents: [
        { from_page: 1 },
        { from_page: 3, category: 'other', title: 'Rest', year: 1894, address: '1 Main St' },
      ],
    });
    await api.send('POST', `${path}/confirm`);
    await api.send('POST', `${path}/undo`);
    const named = { documentId: id, id: splitId };
    expect(asked).toEqual([
      {
        ...named,
        cuts: [
          { fromPage: 1, category: '', title: '', year: 0, address: '' },
          { fromPage: 3, category: 'other', title: 'Rest', year: 1894, address: '1 Main St' },
        ],
      },
      named,
      named,
    ]);
  });

  it('refuse a change without documents', async () => {
    const api = await at();
    const { status, body } = await api.send('PUT', `/documents/${id}/split-proposals/${splitId}`, { documents: [] });
    expect(status).toBe(400);
    expect(body).toHaveProperty(['fields', 'documents'], 'Give at least one document');
  });
});
