import { Annotation } from '@symbio/proto/annotation';
import { Document, GetIiifImageResponse, Page, type GetIiifImageRequest } from '@symbio/proto/document';
import { newId } from '@symbio/runtime';
import { closeServers } from '../testing.js';
import { iiif } from './iiif.js';
import { servePublic } from './testing.js';

const id = newId();
const publicUrl = 'https://symbio.example';
const page = Page.fromJSON({ id, documentId: id, pageNumber: 1, status: 'ready', width: 640, height: 760 });
const mark = Annotation.fromJSON({
  ...{ id: newId(), documentPageId: id, content: 'Tank', authorType: 'human' },
  rectangle: { x: 1, y: 2, width: 3, height: 4 },
});

afterEach(closeServers);

const asked: GetIiifImageRequest[] = [];
const at = () =>
  servePublic(
    iiif({
      document: {
        getIiifImage: (request: GetIiifImageRequest) => {
          asked.push(request);
          const info = { '@context': 'c', id: 'x', type: 'ImageService3', profile: 'level2', width: 640, height: 760 };
          const body = Buffer.from(request.parts.length === 1 ? JSON.stringify(info) : 'picture');
          return Promise.resolve(GetIiifImageResponse.fromPartial({ contentType: 'image/jpeg', body, link: '<x>' }));
        },
        getDocument: () => Promise.resolve({ document: Document.fromJSON({ id, title: 'Sanborn 1896' }) }),
        listPages: () => Promise.resolve({ pages: [page] }),
      } as never,
      annotation: { listAnnotations: () => Promise.resolve({ annotations: [mark] }) } as never,
    }),
    { publicUrl },
  );

it('passes image requests on, with the public address of the service', async () => {
  const { origin } = await at();
  const response = await fetch(`${origin}/iiif/3/${id}/pct:0,0,50,50/%5E!800,800/!22.5/default.jpg`);
  expect([response.status, response.headers.get('link')]).toEqual([200, '<x>']);
  expect(response.headers.get('cache-control')).toContain('private');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  const info = await fetch(`${origin}/iiif/3/${id}/info.json`);
  expect([info.status, await info.json()]).toMatchObject([200, { profile: 'level2', width: 640 }]);
  const base = `${publicUrl}/api/public/iiif/3/${id}`;
  expect(asked).toEqual([
    { pageId: id, base, parts: ['pct:0,0,50,50', '^!800,800', '!22.5', 'default.jpg'], accept: '' },
    { pageId: id, base, parts: ['info.json'], accept: '' },
  ]);
});

it('has a manifest with the addresses of the API', async () => {
  const { get } = await at();
  const { status, body } = await get(`/documents/${id}/manifest`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: `${publicUrl}/api/public/documents/${id}/manifest`,
    items: [{ annotations: [{ items: [{ body: [{ value: 'Tank' }] }] }] }],
  });
  expect(JSON.stringify(body)).toContain(`${publicUrl}/api/public/iiif/3/${id}/full/max/0/default.jpg`);
});
