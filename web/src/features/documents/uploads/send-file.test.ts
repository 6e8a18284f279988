import { jest } from '@jest/globals';
import { ANSWER_MS, SILENT_MS } from '../../../lib/files/upload.js';
import { resetSession, signIn, signOut } from '../../../lib/session/session.js';
import { fakeServer } from '../../../testing/fake-server.js';
import type { FakeServer } from '../../../testing/fake-server.js';
import { interruptedUploadOfFile, forgetAllUploads } from './interrupted-uploads.js';
import { hashOfFile } from '../../../lib/files/file-hash.js';
import type { UploadItem } from './upload-state.js';
import { PART_BYTES } from '../../../lib/files/send-parts.js';
import { sendFile } from './send-file.js';

const ID = '01890000-0000-7000-8000-0000000000aa';
const PROJECT = 'p1';
const document = { id: ID, category: 'other', file_name: 'volume.pdf', title: 'volume' };
const file = new File([new Uint8Array(2 * PART_BYTES + 10)], 'volume.pdf', {
  type: 'application/pdf',
  lastModified: 7,
});
const item = { id: ID, file, category: 'sanborn_maps', sha256: 'abc' } as UploadItem;

class FakeParts {
  static offsets: number[] = [];
  static tokens: string[] = [];
  static latest: FakeParts | undefined;
  static answer: (offset: number, bytes: number) => { status: number; json: unknown } | 'broken' | 'held' = () =>
    'broken';
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  onabort?: () => void;
  #offset = 0;

  open(_method: string, url: string): void {
    this.#offset = Number(new URL(url, 'http://any').searchParams.get('offset'));
  }
  setRequestHeader(name: string, value: string): void {
    if (name === 'authorization') FakeParts.tokens.push(value);
  }
  getResponseHeader(): string | null {
    return null;
  }
  abort(): void {
    this.onabort?.();
  }
  send(body: Blob): void {
    FakeParts.offsets.push(this.#offset);
    this.upload.onprogress?.({ loaded: body.size, total: body.size });
    const answer = FakeParts.answer(this.#offset, body.size);
    FakeParts.latest = this;
    if (answer === 'held') return;
    if (answer === 'broken') return this.onerror?.();
    this.respond(answer.status, answer.json);
  }
  respond(status: number, json: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(json);
    this.onload?.();
  }
}

const real = window.XMLHttpRequest;
let server: FakeServer;
let arrived: number;
const progress: number[] = [];
const send = () => sendFile(PROJECT, item, (sent) => progress.push(sent));

beforeEach(() => {
  window.XMLHttpRequest = FakeParts as unknown as typeof XMLHttpRequest;
  FakeParts.offsets = [];
  FakeParts.tokens = [];
  progress.length = 0;
  arrived = 0;
  FakeParts.answer = (offset, bytes) => {
    arrived = offset + bytes;
    return { status: 200, json: { data: { offset: arrived } } };
  };
  server = fakeServer();
  server.on(`GET /api/document-uploads/${ID}`, () => ({ json: { data: { offset: arrived, document: null } } }));
  server.on(`POST /api/document-uploads/${ID}/complete`, { status: 201, json: { data: { document } } });
});

afterEach(() => {
  window.XMLHttpRequest = real;
  forgetAllUploads();
});

describe('a large file', () => {
  it('is sent in parts and then completed (DOC-16)', async () => {
    expect(await send()).toEqual(document);
    expect(FakeParts.offsets).toEqual([0, PART_BYTES, 2 * PART_BYTES]);
    expect(progress).toEqual([0, PART_BYTES, 2 * PART_BYTES, file.size]);
    expect(server.requestsOf(`POST /api/document-uploads/${ID}/complete`)[0]?.body).toEqual({
      project_id: PROJECT,
      file_name: 'volume.pdf',
      category: 'sanborn_maps',
      size: file.size,
      sha256: 'abc',
    });
    expect(interruptedUploadOfFile(PROJECT, file)).toBeUndefined();
  });

  it('that was deleted locally is reported as such, and not retried forever (DOC-26)', async () => {
    const slice = file.slice.bind(file);
    const gone = () => {
      throw new DOMException('The file is gone.', 'NotReadableError');
    };
    Object.defineProperty(file, 'slice', { configurable: true, value: gone });
    await expect(send()).rejects.toMatchObject({
      message: 'The file can no longer be read. If it was moved or changed, choose it again.',
      outcomeUnknown: false,
      canRetry: false,
    });
    Object.defineProperty(file, 'slice', { configurable: true, value: slice });
    // choosing the file again resumes it
    expect(interruptedUploadOfFile(PROJECT, file)).toMatchObject({ id: ID });
  });

  it('whose connection breaks is stored with its progress, and resumed from there (DOC-26)', async () => {
    const whole = FakeParts.answer;
    FakeParts.answer = (offset, bytes) => (offset > 0 ? 'broken' : whole(offset, bytes));
    await expect(send()).rejects.toMatchObject({
      message: 'Upload failed. Please try again. The server cannot be reached.',
      outcomeUnknown: true,
      canRetry: true,
    });
    expect(interruptedUploadOfFile(PROJECT, file)).toMatchObject({
      id: ID,
      sent: PART_BYTES,
      category: 'sanborn_maps',
    });
    expect(interruptedUploadOfFile('another', file)).toBeUndefined();
    expect(interruptedUploadOfFile(PROJECT, new File(['x'], 'volume.pdf', { lastModified: 7 }))).toBeUndefined();
    FakeParts.answer = whole;
    FakeParts.offsets = [];
    expect(await send()).toEqual(document);
    expect(FakeParts.offsets).toEqual([PART_BYTES, 2 * PART_BYTES]);
  });

  it('that another tab also sends is not sent twice', async () => {
    FakeParts.answer = (offset, bytes) => {
      if (offset === 0) {
        arrived = 2 * PART_BYTES;
        return { status: 409, json: { error: 'Go on from there.', code: 'upload_offset' } };
      }
      return { status: 200, json: { data: { offset: offset + bytes } } };
    };
    expect(await send()).toEqual(document);
    expect(FakeParts.offsets).toEqual([0, 2 * PART_BYTES]);
  });

  it('that already became a document, whose response was lost, is not sent (DOC-26)', async () => {
    server.on(`GET /api/document-uploads/${ID}`, { json: { data: { offset: file.size, document } } });
    expect(await send()).toEqual(document);
    expect(FakeParts.offsets).toEqual([]);
  });

  it('that the server refuses is not kept for resuming (DOC-23)', async () => {
    FakeParts.answer = () => ({
      status: 400,
      json: { error: 'File type text/plain is not supported', code: 'unsupported_file_type' },
    });
    await expect(send()).rejects.toMatchObject({
      message: 'File type text/plain is not supported',
      canRetry: false,
    });
    expect(interruptedUploadOfFile(PROJECT, file)).toBeUndefined();
  });
});

describe('a file over a silent connection (DOC-26)', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  afterEach(() => jest.useRealTimers());

  const sending = async () => {
    const whole = FakeParts.answer;
    let failed: unknown;
    const second = new Promise<void>((resolve) => {
      FakeParts.answer = (offset, bytes) => {
        if (offset === 0) return whole(offset, bytes);
        resolve();
        return 'held';
      };
    });
    const ended = send().catch((error: unknown) => (failed = error));
    await second;
    return { part: FakeParts.latest as FakeParts, ended, failure: () => failed, whole };
  };
  const lost = {
    message: 'Upload failed. Please try again. The server cannot be reached.',
    outcomeUnknown: true,
    canRetry: true,
  };

  it('fails after ninety seconds without progress, like a broken one, and resumes', async () => {
    const { part, ended, failure, whole } = await sending();
    jest.advanceTimersByTime(SILENT_MS - 1);
    part.upload.onprogress?.({ loaded: 1, total: PART_BYTES });
    await jest.advanceTimersByTimeAsync(SILENT_MS - 1);
    expect(failure()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    await ended;
    expect(failure()).toMatchObject(lost);
    expect(interruptedUploadOfFile(PROJECT, file)).toMatchObject({ id: ID, sent: PART_BYTES });
    [FakeParts.answer, FakeParts.offsets] = [whole, []];
    expect(await send()).toEqual(document);
    expect(FakeParts.offsets).toEqual([PART_BYTES, 2 * PART_BYTES]);
  });

  it('has a longer timeout once all bytes are sent: some may still be in transit', async () => {
    const { part, ended, failure } = await sending();
    part.upload.onload?.();
    await jest.advanceTimersByTimeAsync(ANSWER_MS - 1);
    expect(failure()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    await ended;
    expect(failure()).toMatchObject(lost);
  });

  it('has the longest timeout while it is completed: the server may need fifteen minutes', async () => {
    const answered = globalThis.fetch;
    const asked = new Promise<void>((resolve) => {
      // like the browser: no response until aborted
      globalThis.fetch = jest.fn<typeof fetch>((url, init) => {
        if (typeof url !== 'string' || !url.endsWith('/complete')) return answered(url, init);
        resolve();
        return new Promise((_, reject) => {
          const end = () => reject(new DOMException('The user aborted a request.', 'AbortError'));
          init?.signal?.addEventListener('abort', end);
        });
      });
    });
    let failed: unknown;
    const ended = send().catch((error: unknown) => (failed = error));
    await asked;
    await jest.advanceTimersByTimeAsync(15 * 60_000);
    expect(failed).toBeUndefined();
    await jest.advanceTimersByTimeAsync(60_000);
    await ended;
    expect(failed).toMatchObject({ outcomeUnknown: true, canRetry: true });
    // the server has all bytes: nothing is sent again
    globalThis.fetch = answered;
    FakeParts.offsets = [];
    expect(await send()).toEqual(document);
    expect(FakeParts.offsets).toEqual([]);
  });
});

describe('a file whose user signs out during the upload (AUTH-24, NAV-22)', () => {
  const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenOf = (sub: string): string => `${base64({ alg: 'RS256' })}.${base64({ sub })}.signature`;
  const signInAs = async (sub: string): Promise<void> => {
    const json = { access_token: tokenOf(sub), token_type: 'Bearer', expires_in: 300, user: {} };
    server.on('POST /api/auth/sign-in', { json });
    server.on('GET /api/auth/session', { json });
    await signIn(`${sub}@symbio.test`, 'symbio-local');
  };
  const sendingAsAda = async (signal?: AbortSignal) => {
    await signInAs('ada');
    const whole = FakeParts.answer;
    const second = new Promise<void>((resolve) => {
      FakeParts.answer = (offset, bytes) => {
        if (offset === 0) return whole(offset, bytes);
        resolve();
        return 'held';
      };
    });
    const sent = sendFile(PROJECT, item, () => undefined, signal).then(
      () => 'sent',
      (error: unknown) => error,
    );
    await second;
    const answer = (status: number) => FakeParts.latest?.respond(status, { data: { offset: 2 * PART_BYTES } });
    return { sent, answer };
  };

  beforeEach(resetSession);
  afterEach(resetSession);

  it.each([200, 401])(
    'is not sent under the next user, and leaves nothing in the browser: answer %i',
    async (status) => {
      const { sent, answer } = await sendingAsAda();
      await signInAs('eve');
      forgetAllUploads();
      answer(status);
      expect(await sent).toMatchObject({ name: 'UploadError' });
      expect(FakeParts.offsets).toEqual([0, PART_BYTES]);
      expect(new Set(FakeParts.tokens)).toEqual(new Set([`Bearer ${tokenOf('ada')}`]));
      expect(window.localStorage.getItem('symbio-broken-off-uploads')).toBeNull();
      expect(server.requestsOf(`POST /api/document-uploads/${ID}/complete`)).toEqual([]);
    },
  );

  it('is aborted at once, also when the same person signs in again', async () => {
    const leaving = new AbortController();
    const { sent } = await sendingAsAda(leaving.signal);
    server.on('POST /api/auth/sign-out', { status: 204 });
    await signOut();
    leaving.abort();
    forgetAllUploads();
    await signInAs('ada');
    expect(await sent).toMatchObject({ name: 'UploadError' });
    expect(FakeParts.offsets).toEqual([0, PART_BYTES]);
    expect(window.localStorage.getItem('symbio-broken-off-uploads')).toBeNull();
  });

  it('continues when their own session is renewed', async () => {
    const { sent, answer } = await sendingAsAda();
    FakeParts.answer = (offset, bytes) => ({ status: 200, json: { data: { offset: offset + bytes } } });
    answer(401);
    expect(await sent).toBe('sent');
    expect(FakeParts.offsets).toEqual([0, PART_BYTES, PART_BYTES, 2 * PART_BYTES]);
  });
});

it('the hash of a file covers all its bytes, whatever the slices', async () => {
  expect(await hashOfFile(new File([], 'empty.pdf'))).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  const bytes = new Uint8Array(1024 * 1024 + 3).fill(97);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const expected = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(await hashOfFile(new File([bytes], 'a.pdf'))).toBe(expected);
});
