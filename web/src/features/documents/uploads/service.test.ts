import { jest } from '@jest/globals';
import { createStore } from '../../../app/store.js';
import { fakeServer } from '../../../testing/fake-server.js';
import { documentsApi } from '../../../evidence/documents-api.js';
import { networkError } from '../../../lib/http/errors.js';
import { resetSession, signIn, signOut } from '../../../lib/session/session.js';
import { rememberUpload } from './interrupted-uploads.js';
import { classificationFailureOf } from './service.js';
import { UploadError, UploadManager } from './manager.js';
import { keepUploads, uploadsOf } from './registry.js';
import { uploadedDocument, uploadedDocumentOf, uploadFailureOf } from './send-file.js';

const document = { id: 'd1', category: 'other', file_name: 'a.pdf', title: 'a' };

describe('the classification of an uploaded file', () => {
  it('reports the failed action when there is no reason (ERR-22)', async () => {
    fakeServer().on('POST /api/document-classifier', { status: 502, text: '<html>' });
    const classified = createStore().dispatch(documentsApi.endpoints.classifyDocument.initiate('d1')).unwrap();
    await expect(classified).rejects.toMatchObject({ message: 'Failed to classify document (502 Bad Gateway)' });
  });
});

describe('a classification that failed', () => {
  it.each([
    [504, true],
    [503, true],
    [429, true],
    [404, false],
    [500, false],
  ])('with HTTP %i may succeed on a retry: %s (DOC-22)', (status, isPassing) => {
    expect(classificationFailureOf({ ...networkError(), status }).isPassing).toBe(isPassing);
  });

  it('without a response may succeed on a retry (DOC-22)', () => {
    expect(classificationFailureOf(networkError()).isPassing).toBe(true);
  });
});

describe('a failed upload', () => {
  const answered = (status: number, body: string) => {
    const { message, outcomeUnknown, canRetry } = uploadFailureOf({ status, body, headers: new Headers() });
    return [message, outcomeUnknown, canRetry];
  };

  it('that the server refuses shows its message, and cannot be retried (DOC-23)', () => {
    expect(answered(413, '{"error":"Files may have 50 MB at most."}')).toEqual([
      'Files may have 50 MB at most.',
      false,
      false,
    ]);
    expect(answered(404, '{"error":"Project not found","code":"not_found"}')).toEqual([
      'Project not found',
      false,
      false,
    ]);
  });

  it.each([
    [503, '{"error":"The disk is full."}', 'Upload failed. Please try again. The disk is full.'],
    [
      500,
      '{"error":"Failed to create document","code":"create_failed"}',
      'Upload failed. Please try again. Failed to create document',
    ],
    [429, '{"error":"Too many requests."}', 'Upload failed. Please try again. Too many requests.'],
  ])('that may succeed later can be retried, with the reason (DOC-23, ERR-11): %i %s', (status, body, message) => {
    expect(answered(status, body)).toEqual([message, false, true]);
  });

  it.each([
    [413, '<html>', 'Upload failed. Please try again. Failed to upload document (413).'],
    [500, '{}', 'Upload failed. Please try again. Failed to upload document (500).'],
  ])('without a reason names the failed action (DOC-23, ERR-11, ERR-18): %i %s', (status, body, message) => {
    expect(answered(status, body)).toEqual([message, false, true]);
  });

  it('may have arrived if a proxy gave up (ERR-11)', () => {
    expect(answered(504, '<html>')).toEqual(['Upload failed. Please try again.', true, true]);
  });
});

describe('an upload whose response was lost', () => {
  it('is found by its id, without an error response for an unknown one (DOC-26)', async () => {
    const server = fakeServer();
    server.on('GET /api/document-uploads/d1', { json: { data: { offset: 4, document } } });
    server.on('GET /api/document-uploads/d2', { json: { data: { offset: 0, document: null } } });
    expect(await uploadedDocument('p1', 'd1')).toEqual(document);
    expect(await uploadedDocument('p1', 'd2')).toBeNull();
    expect(server.requests.map(({ query }) => query.get('project_id'))).toEqual(['p1', 'p1']);
  });

  it('stays unknown after a minute over a silent connection (DOC-26)', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const asked = new Promise<void>((resolve) => {
      // like the browser: no response until aborted
      globalThis.fetch = jest.fn<typeof fetch>((_, init) => {
        resolve();
        return new Promise((_resolve, reject) => {
          const end = () => reject(new DOMException('The user aborted a request.', 'AbortError'));
          init?.signal?.addEventListener('abort', end);
        });
      });
    });
    const found = uploadedDocument('p1', 'd1').catch((error: unknown) => error);
    await asked;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await found).toMatchObject({ outcomeUnknown: true });
    jest.useRealTimers();
  });

  it('stays unknown while the lookup fails (DOC-26)', async () => {
    const refusal = { status: 503, json: { error: 'The document service is away.' } };
    fakeServer().on('GET /api/document-uploads/d1', refusal);
    await expect(uploadedDocument('p1', 'd1')).rejects.toMatchObject({
      message: 'Upload failed. Please try again. The document service is away.',
      outcomeUnknown: true,
    });
  });
});

describe('uploads after sign-out (NAV-22)', () => {
  afterEach(resetSession);

  it('end, and leave nothing in the browser', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', { json: { access_token: 'token', token_type: 'Bearer', expires_in: 300 } });
    server.on('POST /api/auth/sign-out', { status: 204 });
    await signIn('ada@symbio.test', 'symbio-local');
    const never = <T>() => new Promise<T>(() => undefined);
    const uploads = new UploadManager({
      ...{ send: never, classify: never, findUploaded: never, wait: never },
      ...{ changed: () => undefined, newId: () => 'd1' },
    });
    keepUploads('p1', uploads, 'Harlan Street Cannery');
    uploads.add([new File(['%PDF'], 'a.pdf', { type: 'application/pdf', lastModified: 1 })], null);
    rememberUpload({
      ...{ id: 'd1', projectId: 'p1', name: 'a.pdf', size: 9, sent: 4 },
      ...{ lastModified: 1, category: null, at: Date.now() },
    });
    expect(uploads.getState().items).toHaveLength(1);
    await signOut();
    expect(uploads.getState().items).toEqual([]);
    expect(uploadsOf('p1')).toBeUndefined();
    expect(window.localStorage.getItem('symbio-broken-off-uploads')).toBeNull();
  });
});

function failureOf(call: () => unknown): UploadError | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    return error instanceof UploadError ? error : undefined;
  }
}

describe('the answer of the upload call', () => {
  it('is a list of items with a document each (DOC-16)', () => {
    expect(uploadedDocumentOf({ data: [{ document }] })).toEqual(document);
  });

  it('may carry the reason why a file was refused (DOC-23)', () => {
    const answer = { data: [{ error: 'This file is not a PDF.', file_name: 'a.pdf' }] };
    expect(() => uploadedDocumentOf(answer)).toThrow('This file is not a PDF.');
  });

  it.each([
    ['unsupported_file_type', 'File type text/plain is not supported', false],
    ['create_failed', 'Upload failed. Please try again. File type text/plain is not supported', true],
  ])('offers to try again only where that can help (DOC-23, ERR-11): %s', (code, message, canRetry) => {
    const answer = { data: [{ error: 'File type text/plain is not supported', code, file_name: 'a.pdf' }] };
    const thrown = failureOf(() => uploadedDocumentOf(answer));
    expect([thrown?.message, thrown?.canRetry]).toEqual([message, canRetry]);
  });

  it.each([[null], [{}], [{ data: [] }]])('%j is an answer without data (ERR-12)', (answer) => {
    expect(() => uploadedDocumentOf(answer)).toThrow('Upload failed: No data returned');
  });

  it('falls back to a sentence when the reason is empty (ERR-11)', () => {
    const answer = { data: [{ error: '', file_name: 'a.pdf' }] };
    expect(() => uploadedDocumentOf(answer)).toThrow('Upload failed. Please try again.');
  });
});
