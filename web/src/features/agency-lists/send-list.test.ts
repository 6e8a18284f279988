import { resetSession, signOut } from '../../lib/session/session.js';
import { hashOfFile } from '../../lib/files/file-hash.js';
import { PART_BYTES } from '../../lib/files/send-parts.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { signedIn } from '../../testing/sign-in.js';
import { interruptedList } from './interrupted-lists.js';
import { discardList, sendList } from './send-list.js';

const LIST = 'd1';
const content = new Uint8Array(2 * PART_BYTES + 10).fill(65);
const fileOf = (bytes = content): File => new File([bytes], 'frs.csv');
const UPLOADS = /^\/api\/data-sets\/d1\/uploads\/([^/?]+)/;

/** Answers parts; `broken`: no response. */
let answerPart: (offset: number, bytes: number) => number | 'broken';
let offsets: number[];
let ids: Set<string>;

class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  #offset = 0;
  open(_method: string, url: string): void {
    ids.add(UPLOADS.exec(new URL(url, 'http://any').pathname)?.[1] ?? '');
    this.#offset = Number(new URL(url, 'http://any').searchParams.get('offset'));
  }
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  abort(): void {
    this.onabort?.();
  }
  send(body: Blob): void {
    offsets.push(this.#offset);
    this.upload.onprogress?.({ loaded: body.size, total: body.size });
    const answer = answerPart(this.#offset, body.size);
    if (answer === 'broken') return this.onerror?.();
    this.status = answer;
    this.responseText = JSON.stringify({ data: { offset: this.#offset + body.size }, error: 'Refused' });
    this.onload?.();
  }
}

const real = window.XMLHttpRequest;
let server: FakeServer;
let arrived: number;
let states: string[];
const send = (file = fileOf(), stop = new AbortController()) =>
  sendList(
    { listId: LIST, file, agencyDate: '2026-11-01' },
    { onBytes: () => undefined, onState: (state) => states.push(state), signal: stop.signal },
  );

beforeEach(async () => {
  window.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  [offsets, ids, states, arrived] = [[], new Set(), [], 0];
  answerPart = (offset, bytes) => {
    arrived = offset + bytes;
    return 200;
  };
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/data-sets/d1/uploads/*', () => ({ json: { data: { offset: arrived, data_set: null } } }));
  server.on('POST /api/data-sets/d1/uploads/*', { status: 202, json: { data: { data_set: {} } } });
  server.on('DELETE /api/data-sets/d1/uploads/*', { json: { success: true } });
});

afterEach(() => {
  window.XMLHttpRequest = real;
  window.localStorage.clear();
  resetSession();
});

const completions = () => server.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/complete'));

/** Breaks the connection in the second part, once. */
function breakOnce(): void {
  const then = answerPart;
  answerPart = () => {
    answerPart = (offset, bytes) => {
      if (offset === 0) return then(offset, bytes);
      answerPart = then;
      return 'broken';
    };
    return then(0, PART_BYTES);
  };
}

describe('a file of a list (issue 40)', () => {
  it('is sent in parts and then completed with its hash', async () => {
    await send();
    expect(offsets).toEqual([0, PART_BYTES, 2 * PART_BYTES]);
    expect(completions().map(({ body }) => body)).toEqual([
      { file_name: 'frs.csv', agency_date: '2026-11-01', size: content.length, sha256: await hashOfFile(fileOf()) },
    ]);
    expect(states.at(-1)).toBe('checking');
    expect(interruptedList(LIST)).toBeUndefined();
  });

  it('continues by itself after a broken connection, with the part that was lost', async () => {
    breakOnce();
    const sent = send();
    while (!states.includes('waiting')) await new Promise((resolve) => setTimeout(resolve, 10));
    window.dispatchEvent(new Event('online'));
    await sent;
    expect(offsets).toEqual([0, PART_BYTES, PART_BYTES, 2 * PART_BYTES]);
    expect(completions()).toHaveLength(1);
  });

  it('continues after a reload when the same file is chosen, and starts again with another', async () => {
    const stop = new AbortController();
    breakOnce();
    const sent = send(fileOf(), stop);
    while (!states.includes('waiting')) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    expect(interruptedList(LIST)).toMatchObject({ name: 'frs.csv', sent: PART_BYTES, agencyDate: '2026-11-01' });
    // chosen again, with the same name, size and first bytes
    await send();
    expect(offsets).toEqual([0, PART_BYTES, PART_BYTES, 2 * PART_BYTES]);
    expect(ids.size).toBe(1);

    arrived = 0;
    breakOnce();
    const again = new AbortController();
    const half = send(fileOf(), again);
    while (states.at(-1) !== 'waiting') await new Promise((resolve) => setTimeout(resolve, 10));
    again.abort();
    await expect(half).rejects.toMatchObject({ name: 'AbortError' });
    const before = new Set(ids);
    arrived = 0;
    await send(fileOf(new Uint8Array(content.length).fill(66)));
    expect(ids.size).toBe(before.size + 1);
  });

  it('that is refused is not resumed', async () => {
    answerPart = () => 400;
    await expect(send()).rejects.toMatchObject({ detail: { status: 400 } });
    expect(interruptedList(LIST)).toBeUndefined();
  });

  it('is forgotten when it is discarded, and when the user signs out', async () => {
    const interrupt = async () => {
      const stop = new AbortController();
      arrived = 0;
      breakOnce();
      const sent = send(fileOf(), stop);
      while (states.at(-1) !== 'waiting') await new Promise((resolve) => setTimeout(resolve, 10));
      stop.abort();
      await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
      return interruptedList(LIST)?.id ?? '';
    };
    await discardList(LIST, await interrupt());
    expect(interruptedList(LIST)).toBeUndefined();
    await interrupt();
    server.on('POST /api/auth/sign-out', { status: 204 });
    await signOut();
    expect(interruptedList(LIST)).toBeUndefined();
  });
});
