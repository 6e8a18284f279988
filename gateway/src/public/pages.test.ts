import { Router, type RequestHandler } from 'express';
import { invalidFields, notFound, type AppError } from '@symbio/runtime';
import { GetPageImageResponse, PageHit, PageOpening, type GetPageImageRequest } from '@symbio/proto/document';
import { setCaller, type Caller } from '../http/request.js';
import { serveRoutes } from '../http/serve.js';
import { closeServers, memoryBucket, serveHandlers, limitsOf } from '../testing.js';
import { pages } from './pages.js';
import { servePublic } from './testing.js';

const ID = '01890000-0000-7000-8000-0000000000aa';
const PROJECT = '01890000-0000-7000-8000-0000000000bb';
const agent = { actor: { sub: 'u1', via: 'api_key', scopes: [] }, email: '', token: 'internal' } as unknown as Caller;
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0x00]);

afterEach(closeServers);

type Documents = Parameters<typeof pages>[0]['document'];

async function gateway(document: Partial<Documents>) {
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, agent);
    next();
  };
  const router = Router();
  serveRoutes(router, pages({ document: document as Documents }), {
    checkAnswers: true,
    limits: limitsOf(),
    publicUrl: 'https://symbio.test',
    answers: memoryBucket(),
  });
  const url = await serveHandlers(authenticate, router);
  return (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });
}

describe('the image of a page', () => {
  const asked: Partial<GetPageImageRequest>[] = [];
  const getPageImage: Documents['getPageImage'] = (request) => {
    asked.push(request);
    return Promise.resolve(
      GetPageImageResponse.fromPartial({
        picture: request.knownEtag === 'abc' ? Buffer.alloc(0) : PICTURE,
        contentType: 'image/jpeg',
        region: { x: 10, y: 20, width: 300, height: 200 },
        scale: 1 / 3,
        etag: 'abc',
        preview: request.width === 99,
      }),
    );
  };
  beforeEach(() => asked.splice(0));

  it('is returned unchanged, with its region', async () => {
    const send = await gateway({ getPageImage });
    const response = await send(`/document-pages/${ID}/image?region=10.5,20,299.2,200&width=100&format=jpg`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '4',
      'x-symbio-region': '10,20,300,200',
      'x-symbio-scale': '0.333333',
      'x-symbio-preview': 'false',
      vary: 'Authorization',
      'cache-control': 'private, max-age=3600',
      etag: '"abc"',
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PICTURE);
    // rounded outwards to whole pixels
    const region = { x: 10, y: 20, width: 300, height: 200 };
    expect(asked).toEqual([{ id: ID, region, width: 100, format: 'jpg', knownEtag: '' }]);
  });

  it('is the whole page without parameters, and not cached while it is a preview', async () => {
    const send = await gateway({ getPageImage });
    await send(`/document-pages/${ID}/image`);
    expect(asked).toEqual([{ id: ID, region: undefined, width: 0, format: '', knownEtag: '' }]);
    const preview = await send(`/document-pages/${ID}/image?width=99`);
    expect(preview.headers.get('x-symbio-preview')).toBe('true');
    expect(preview.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('is answered with 304 if unchanged', async () => {
    const send = await gateway({ getPageImage });
    const response = await send(`/document-pages/${ID}/image`, { 'if-none-match': '"abc"' });
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', '"abc"']);
    expect((await send(`/document-pages/${ID}/image`, { 'if-none-match': '"old"' })).status).toBe(200);
  });

  it.each([
    [
      'region=1,2,3',
      { region: 'region must look like x,y,width,height in pixels of the page, wider and higher than 0' },
    ],
    [
      'region=0,0,1e9,1',
      { region: 'region must look like x,y,width,height in pixels of the page, wider and higher than 0' },
    ],
    [
      'region=5,5,0,10',
      { region: 'region must look like x,y,width,height in pixels of the page, wider and higher than 0' },
    ],
    [
      'width=15&format=gif&regoin=1',
      {
        width: 'width must be a whole number from 16 to 2048',
        format: 'format must be jpg or png',
        regoin: 'Unknown parameter "regoin"',
      },
    ],
    ['width=2049', { width: 'width must be a whole number from 16 to 2048' }],
  ])('is rejected with all problems: %s', async (query, fields) => {
    const send = await gateway({ getPageImage });
    const response = await send(`/document-pages/${ID}/image?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_fields', fields });
    expect(asked).toEqual([]);
  });

  it('is a JSON error if the service rejects it', async () => {
    const fields = { region: 'region must be on the page, which has 100 x 100 pixels' };
    const send = await gateway({ getPageImage: () => Promise.reject(invalidFields(fields)) });
    const response = await send(`/document-pages/${ID}/image?region=500,0,10,10`);
    expect([response.status, await response.json()]).toMatchObject([400, { fields }]);
    expect((await send('/document-pages/none/image')).status).toBe(404);
  });
});

describe('the search in pages', () => {
  const refusing = (error: AppError) => gateway({ searchPages: () => Promise.reject(error) });

  it('returns pages with the matched words, in slices', async () => {
    const asked: unknown[] = [];
    const send = await gateway({
      searchPages: (request) => {
        asked.push(request);
        return Promise.resolve({
          hits: [
            PageHit.fromPartial({
              page: {
                id: ID,
                documentId: 'd1',
                thumbnailUrl: '/files/b/1',
                tileSource: { url: '/files/t/', format: 'jpg', tileSize: 512, width: 6400, height: 7600 },
                pageNumber: 3,
                metadata: { pageType: 'sanborn_map', year: 1905 },
              },
              documentTitle: 'Sheets',
              snippet: 'the GAS HOLDER of',
              boxes: [{ text: 'GAS', x: 1, y: 2, width: 3, height: 4, confidence: 0.9 }],
              match: 'near',
              places: [{ text: 'GAS', match: 'near', x: 1, y: 2, width: 3, height: 4, confidence: 0.9 }],
              snippetParts: [{ text: 'the ' }, { text: 'GAS', isHit: true }],
            }),
          ],
          pageInfo: { page: 2, perPage: 1, totalPages: 5, count: 5 },
        });
      },
    });
    const response = await send(`/page-search?project_id=${PROJECT}&q=gas&page=2&per_page=1&sort=page`);
    expect(await response.json()).toEqual({
      data: [
        {
          document_id: 'd1',
          document_title: 'Sheets',
          page_id: ID,
          page_number: 3,
          label: expect.stringContaining('1905') as string,
          thumbnail_url: 'https://symbio.test/files/b/1',
          tile_source: {
            Image: {
              xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
              Url: 'https://symbio.test/files/t/',
              Format: 'jpg',
              Overlap: '0',
              TileSize: '512',
              Size: { Width: '6400', Height: '7600' },
            },
          },
          snippet: 'the GAS HOLDER of',
          boxes: [{ text: 'GAS', x: 1, y: 2, width: 3, height: 4 }],
          match: 'near',
          places: [{ text: 'GAS', match: 'near', x: 1, y: 2, width: 3, height: 4, confidence: 0.9 }],
          snippet_parts: [
            { text: 'the ', is_hit: false },
            { text: 'GAS', is_hit: true },
          ],
        },
      ],
      page: 2,
      per_page: 1,
      total_pages: 5,
      count: 5,
      next_cursor: null,
    });
    expect(asked).toEqual([
      { projectId: PROJECT, query: 'gas', documentId: '', sort: 'page', paging: { page: 2, perPage: 1 } },
    ]);
    const odd = await send(`/page-search?project_id=${PROJECT}&q=gas&sort=newest`);
    expect([odd.status, await odd.json()]).toMatchObject([
      400,
      { fields: { sort: 'sort must be one of relevance, page' } },
    ]);
  });

  it('requires a project and words, and names an unknown document', async () => {
    const send = await refusing(notFound('Document', 'document_id'));
    const bare = await send('/page-search');
    expect([bare.status, await bare.json()]).toMatchObject([
      400,
      { fields: { project_id: 'project_id is required', q: 'q is required' } },
    ]);
    for (const id of ['no-id', ID]) {
      const response = await send(`/page-search?project_id=${PROJECT}&q=gas&document_id=${id}`);
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { fields: { document_id: 'Document not found' } },
      ]);
    }
  });
});

describe('openings of pages', () => {
  const at = new Date('2026-11-29T09:30:00Z');
  const opening = PageOpening.fromPartial({ pageId: ID, documentId: 'd1', userId: 'u1', firstAt: at, lastAt: at });
  const shown = {
    page_id: ID,
    document_id: 'd1',
    user_id: 'u1',
    first_at: at.toISOString(),
    last_at: at.toISOString(),
  };
  const asked: unknown[] = [];
  const document = {
    recordPageOpening: (request: unknown) => Promise.resolve({ opening, sent: asked.push(request) }),
    listPageOpenings: (request: unknown) => Promise.resolve({ openings: [opening], sent: asked.push(request) }),
  };
  const served = () => servePublic(pages({ document: document as never }), { actor: { via: 'user' } });
  beforeEach(() => asked.splice(0));

  it('are recorded for the caller', async () => {
    expect(await (await served()).send('PUT', `/document-pages/${ID}/opened`)).toMatchObject({
      ...{ status: 200, body: { data: shown } },
    });
    expect(asked).toEqual([{ pageId: ID }]);
  });

  it('are listed for a project, a document and a person', async () => {
    const { get } = await served();
    const path = `/projects/${PROJECT}/page-openings?document_id=${ID}&user_id=u1&per_page=5`;
    expect(await get(path)).toMatchObject({ status: 200, body: { data: [shown], count: 1 } });
    const paging = { page: 0, perPage: 5 };
    expect(asked).toEqual([{ projectId: PROJECT, documentId: ID, userId: 'u1', paging }]);
  });
});
