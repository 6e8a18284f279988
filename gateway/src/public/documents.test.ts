import { BulkChange, Document, Page } from '@symbio/proto/document';
import { MAX_DOCUMENT_BATCH } from '@symbio/proto/limits';
import { newId } from '@symbio/runtime';
import { closeServers } from '../testing.js';
import { documents } from './documents.js';
import { servePublic } from './testing.js';

const id = newId();
const document = Document.fromJSON({
  id,
  category: 'sanborn_maps',
  processingStatus: 'pages_ready',
  fileUrl: '/files/sheet.pdf?signature=x',
});
const page = Page.fromJSON({
  id,
  documentId: id,
  pageNumber: 3,
  status: 'ready',
  imageUrl: '/files/full.jpg?signature=x',
  thumbnailUrl: 'https://files.example/small.webp',
  tileSource: { width: 6400, height: 7600, tileSize: 512, url: '/files/t/1/s/', format: 'jpg' },
});

afterEach(closeServers);

describe('documents and pages over the public API', () => {
  const asked: unknown[] = [];
  beforeEach(() => (asked.length = 0));
  const answers = {
    listDocuments: (request: unknown) => {
      asked.push(request);
      return Promise.resolve({
        documents: [document],
        pageInfo: { page: 1, perPage: 20, totalPages: 2, count: 21, nextCursor: 'next' },
      });
    },
    getDocument: () => Promise.resolve({ document }),
    listPages: (request: unknown) => {
      asked.push(request);
      return Promise.resolve({ pages: [page] });
    },
    getPage: () => Promise.resolve({ page }),
  };
  const at = (publicUrl?: string) => servePublic(documents({ document: answers as never }), { publicUrl });

  it('lists by page, cursor, category and changes, 20 per page (API-07, CONST-05)', async () => {
    const api = await at();
    await expect(api.get(`/documents?project_id=${id}`)).resolves.toMatchObject({
      status: 200,
      body: { count: 21, next_cursor: 'next', data: [{ id }] },
    });
    await api.get(`/documents?project_id=${id}&cursor=c&category=other&updated_after=2026-11-22T09:30:00Z`);
    expect(asked).toEqual([
      { projectId: id, paging: { page: 0, perPage: 0 }, search: '', category: '', updatedAfter: undefined },
      {
        projectId: id,
        paging: { page: 0, perPage: 0, cursor: 'c' },
        search: '',
        category: 'other',
        updatedAfter: new Date('2026-11-22T09:30:00Z'),
      },
    ]);
  });

  it('returns up to 1,000 pages of a document, or a slice (API-08)', async () => {
    const api = await at();
    await api.get(`/document-pages?document_id=${id}`);
    await api.get(`/document-pages?document_id=${id}&per_page=5`);
    expect(asked).toMatchObject([{ paging: { page: 0, perPage: 1000 } }, { paging: { page: 0, perPage: 5 } }]);
  });

  it.each<[path: string, fields: Record<string, string | RegExp>]>([
    ['/documents', { project_id: 'project_id is required' }],
    ['/document-pages', { document_id: 'document_id is required' }],
    [`/documents?project_id=${id}&category=maps&serach=x`, { category: /one of/, serach: /Unknown/ }],
  ])('refuses %s', async (path, fields) => {
    const { status, body } = await (await at()).get(path);
    expect(status).toBe(400);
    for (const [name, text] of Object.entries(fields))
      expect(body).toHaveProperty(['fields', name], expect.stringMatching(text));
  });

  it.each([`/documents/${id}`, `/documents?id=${id}`, `/document-pages/${id}`, `/document-pages?id=${id}`])(
    'returns one by %s',
    async (path) => {
      await expect((await at()).get(path)).resolves.toMatchObject({ status: 200, body: { data: { id } } });
    },
  );

  it.each(['/documents/x', '/documents?id=x', '/documents?project_id=x', '/document-pages?document_id=x'])(
    'responds 404 for %s, which is not an id',
    async (path) => expect((await (await at()).get(path)).status).toBe(404),
  );

  it('builds file addresses with the configured origin, or the request’s (API-09)', async () => {
    const set = await at('https://symbio.example');
    const { body } = await set.get(`/document-pages/${id}`);
    expect(body).toMatchObject({
      data: {
        image_url: 'https://symbio.example/files/full.jpg?signature=x',
        thumbnail_url: 'https://files.example/small.webp',
        tile_source: { Image: { Url: 'https://symbio.example/files/t/1/s/' } },
      },
    });
    const own = await at();
    expect((await own.get(`/documents/${id}`)).body).toMatchObject({
      data: { file_url: `${own.origin}/files/sheet.pdf?signature=x` },
    });
  });

  it('change in bulk, with a result for each, and undo that', async () => {
    const other = newId();
    const change = BulkChange.fromPartial({
      ...{ id, projectId: id, action: 'process' },
      outcomes: [
        { documentId: id, title: 'Sheet 12', result: 'done', jobId: other },
        { documentId: other, title: '', result: 'refused', error: 'It is not there.', code: 'not_found' },
      ],
    });
    const sent: unknown[] = [];
    const several = {
      changeDocuments: (request: unknown) => Promise.resolve({ change, sent: sent.push(request) }),
      undoChangeOfDocuments: (request: unknown) => Promise.resolve({ change, sent: sent.push(request) }),
    };
    const api = await servePublic(documents({ document: several as never }));
    const body = { id, project_id: id, action: 'process', ids: [id, other] };
    const answer = {
      data: {
        ...{ id, project_id: id, action: 'process', category: null, done: 1, unchanged: 0, refused: 1 },
        outcomes: [
          { document_id: id, title: 'Sheet 12', result: 'done', job_id: other },
          { document_id: other, title: '', result: 'refused', error: 'It is not there.', code: 'not_found' },
        ],
      },
    };
    expect(await api.send('POST', '/documents/batch', body)).toEqual({ status: 200, body: answer });
    expect(await api.send('POST', `/documents/batch/${id}/undo`)).toEqual({ status: 200, body: answer });
    expect(sent).toEqual([
      { id, projectId: id, documentIds: [id, other], action: 'process', category: '', allMaps: false },
      { id },
    ]);
    const many = Array.from({ length: MAX_DOCUMENT_BATCH + 1 }, () => id);
    expect(await api.send('POST', '/documents/batch', { ...body, action: 'burn', ids: many })).toMatchObject({
      status: 400,
      body: {
        fields: {
          action: 'action must be one of delete, restore, process, set_category, set_details',
          ids: 'At most 500 documents can be changed at once',
        },
      },
    });
  });
});
