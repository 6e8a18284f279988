import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { useGetDocumentsQuery } from '../../../evidence/documents-api.js';
import { useLiveChanges } from '../../../lib/live/live-changes.js';
import { fakeServer } from '../../../testing/fake-server.js';
import { renderScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import { forgetAllUploads, rememberUpload } from './interrupted-uploads.js';
import { forgetUploads, uploadsOf } from './registry.js';
import { useUploads } from './service.js';

const LIST = 'GET /api/documents';

function Documents() {
  useLiveChanges('p1');
  useGetDocumentsQuery({ projectId: 'p1', page: 1, perPage: 20 });
  useUploads('p1', 'Harlan Street Cannery');
  return null;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** The server already has all bytes: only lookup and classification remain. */
async function uploadsOfFiles(count: number): Promise<number> {
  const server = fakeServer();
  await signedIn(server);
  server.on('GET /api/events', () => ({ stream: new ReadableStream<Uint8Array>() }));
  server.on(LIST, { json: { data: [], page: 1, per_page: 20, total_pages: 1, count: 0 } });
  server.on('POST /api/document-classifier', {
    json: { data: { suggestedCategory: 'sanborn_maps', confidence: 0.9 }, error: null },
  });
  const files = Array.from({ length: count }, (_, index) => {
    const id = `d${index}`;
    const file = new File(['%PDF'], `${index}.pdf`, { type: 'application/pdf', lastModified: 1 });
    const { name, size, lastModified } = file;
    rememberUpload({ ...{ id, name, size, lastModified }, projectId: 'p1', sent: 4, category: null, at: Date.now() });
    const document = { id, title: name, file_name: name, category: 'other' };
    server.on(`GET /api/document-uploads/${id}`, { json: { data: { offset: size, document } } });
    server.on(`GET /api/documents/${id}`, { json: { data: document } });
    return file;
  });
  renderScreen(<Documents />);
  await pass(1_000);
  act(() => uploadsOf('p1')?.add(files, null));
  await pass(10_000);
  expect(uploadsOf('p1')?.getState().finished).toHaveLength(count);
  return server.requestsOf(LIST).length;
}

describe('the list of documents while files are uploaded', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    act(() => forgetUploads());
    forgetAllUploads();
    jest.useRealTimers();
  });

  it('is read initially, after the uploads and after the classifications, however many there are (DOC-16, DOC-21)', async () => {
    expect(await uploadsOfFiles(3)).toBe(3);
  });

  it('is not read more often for thirty files', async () => {
    expect(await uploadsOfFiles(30)).toBe(3);
  });
});
