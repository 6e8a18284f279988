import { jest } from '@jest/globals';
import { Annotation } from '@symbio/proto/annotation';
import { Document, Page } from '@symbio/proto/document';
import { newId, notFound } from '@symbio/runtime';
import type { RequestIds } from '../http/request.js';
import { closeServers, serveHandlers } from '../testing.js';
import { sharedIiif } from './shared-iiif.js';

const TOKEN = 'a'.repeat(43);
const page = Page.fromJSON({ id: newId(), status: 'ready', pageNumber: 1, width: 640, height: 760 });
const mark = Annotation.fromJSON({
  ...{ documentPageId: page.id, content: 'Tank', authorType: 'human' },
  rectangle: { x: 1, y: 2, width: 3, height: 4 },
});
const listAnnotations = jest.fn(() => Promise.resolve({ annotations: [mark] }));

afterEach(closeServers);

async function gateway(withFindings: boolean) {
  const document = Document.fromJSON({ id: newId(), title: 'Sanborn 1896' });
  const clients = {
    document: {
      openShareLink: ({ token }: { token: string }) =>
        token === TOKEN
          ? Promise.resolve({ document, pages: [page], withFindings })
          : Promise.reject(notFound('Share link')),
    },
    annotation: { listAnnotations },
  };
  const asSelf = (request?: RequestIds) => Promise.resolve({ token: 'own', requestId: request?.requestId ?? '' });
  const handler = sharedIiif({ clients: clients as never, publicUrl: 'https://symbio.example', asSelf });
  return serveHandlers(
    (request, response, next) => {
      request.url = request.url.replace(/^\/iiif/, '');
      return handler(request, response, next);
    },
    (request, response) => void response.json({ passed: request.path, origin: request.headers['x-symbio-origin'] }),
  );
}

it('shows the manifest to every origin, with marks only where the owner chose so', async () => {
  const address = `/iiif/3/s/${TOKEN}/manifest`;
  const [bare, full] = await Promise.all(
    [false, true].map(async (wants) => fetch(`${await gateway(wants)}${address}`)),
  );
  expect(bare?.headers.get('access-control-allow-origin')).toBe('*');
  expect(bare?.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const [pagesOnly, withMarks] = [await bare?.text(), await full?.text()];
  expect(pagesOnly).toContain(`https://symbio.example/iiif/3/s/${TOKEN}/${page.id}/full/max/0/default.jpg`);
  expect(pagesOnly).not.toContain('Tank');
  expect(withMarks).toContain('Tank');
  expect(listAnnotations).toHaveBeenCalledTimes(1);
});

it('is 404 for a revoked link, and passes images on with our own origin', async () => {
  const origin = await gateway(true);
  expect((await fetch(`${origin}/iiif/3/s/${'b'.repeat(43)}/manifest`)).status).toBe(404);
  const spoofed = { headers: { 'x-symbio-origin': 'https://elsewhere.example' } };
  const image = await fetch(`${origin}/iiif/3/s/${TOKEN}/${page.id}/info.json`, spoofed);
  expect(await image.json()).toEqual({
    ...{ passed: `/3/s/${TOKEN}/${page.id}/info.json`, origin: 'https://symbio.example' },
  });
});
