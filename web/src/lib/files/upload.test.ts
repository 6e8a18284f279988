import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { ANSWER_MS, sendForm, SILENT_MS } from './upload.js';
import { resetSession, signIn } from '../session/session.js';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object): string => `${base64({ alg: 'RS256' })}.${base64(claims)}.signature`;

class FakeCall {
  static sent: FakeCall[] = [];
  static onSent: () => void = () => undefined;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onload?: () => void;
  onabort?: () => void;
  aborted = 0;
  status = 0;
  responseText = '';
  authorization: string | undefined;

  open(): void {}
  setRequestHeader(name: string, value: string): void {
    if (name === 'authorization') this.authorization = value;
  }
  getResponseHeader(): string | null {
    return null;
  }
  abort(): void {
    this.aborted++;
    this.onabort?.();
  }
  send(): void {
    FakeCall.sent.push(this);
    FakeCall.onSent();
  }
  answer(status: number, json: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(json);
    this.onload?.();
  }
}

const real = window.XMLHttpRequest;
let server: FakeServer;

/** @param seconds until the token expires */
const signInAs = async (sub: string, seconds = 300): Promise<void> => {
  const json = { access_token: tokenOf({ sub }), token_type: 'Bearer', expires_in: seconds, user: {} };
  server.on('POST /api/auth/sign-in', { json });
  server.on('GET /api/auth/session', { json });
  await signIn(`${sub}@symbio.test`, 'symbio-local');
};
const next = (): Promise<void> => new Promise((resolve) => (FakeCall.onSent = resolve));
const send = () => sendForm<unknown>('/api/any', new FormData(), 'Failed to send', () => undefined);

beforeEach(() => {
  resetSession();
  server = fakeServer();
  window.XMLHttpRequest = FakeCall as unknown as typeof XMLHttpRequest;
  FakeCall.sent = [];
});

afterEach(() => {
  window.XMLHttpRequest = real;
  resetSession();
});

describe('a form with files', () => {
  it('is sent again after the session was renewed (AUTH-24)', async () => {
    await signInAs('ada');
    const first = next();
    const answer = send();
    await first;
    const second = next();
    FakeCall.sent[0]?.answer(401, { error: 'expired' });
    await second;
    FakeCall.sent[1]?.answer(200, { data: 'there' });
    expect(await answer).toEqual({ data: 'there' });
    const token = `Bearer ${tokenOf({ sub: 'ada' })}`;
    expect(FakeCall.sent.map(({ authorization }) => authorization)).toEqual([token, token]);
  });

  it('of one user is not sent again as the next user (AUTH-24)', async () => {
    await signInAs('ada');
    const first = next();
    const answer = send();
    await first;
    await signInAs('eve');
    FakeCall.sent[0]?.answer(401, { error: 'expired' });
    await expect(answer).rejects.toMatchObject({ message: 'expired' });
    expect(FakeCall.sent).toHaveLength(1);
  });

  it('is not sent if another user has signed in (AUTH-24)', async () => {
    await signInAs('ada', 5);
    // an expiring token is renewed first
    const renewal = heldAnswer();
    server.on('GET /api/auth/session', renewal.handler);
    const answer = send();
    await waitFor(() => expect(server.requestsOf('GET /api/auth/session')).toHaveLength(1));
    await signInAs('eve');
    renewal.answer({ status: 503, json: {} });
    await expect(answer).rejects.toMatchObject({
      detail: { status: 401, message: 'Authentication required. Please log in to continue.' },
    });
    expect(FakeCall.sent).toEqual([]);
  });

  describe('over a connection that dies without a word', () => {
    const begin = async () => {
      await signInAs('ada');
      const sent = next();
      jest.useFakeTimers();
      const answer = send();
      await sent;
      return { call: FakeCall.sent[0] as FakeCall, answer };
    };
    afterEach(() => jest.useRealTimers());

    it('fails like a broken connection after ninety seconds without progress', async () => {
      const { call, answer } = await begin();
      jest.advanceTimersByTime(SILENT_MS - 1);
      call.upload.onprogress?.({ loaded: 1, total: 2 });
      jest.advanceTimersByTime(SILENT_MS - 1);
      expect(call.aborted).toBe(0);
      jest.advanceTimersByTime(1);
      await expect(answer).rejects.toMatchObject({ detail: { status: 0, code: 'network_error' } });
      expect([call.aborted, SILENT_MS]).toEqual([1, 90_000]);
    });

    it('fails once no answer has come long after all has left: the server may need minutes', async () => {
      const { call, answer } = await begin();
      call.upload.onprogress?.({ loaded: 2, total: 2 });
      call.upload.onload?.();
      jest.advanceTimersByTime(ANSWER_MS - 1);
      expect(call.aborted).toBe(0);
      jest.advanceTimersByTime(1);
      await expect(answer).rejects.toMatchObject({ detail: { status: 0 } });
    });

    it('is waited for no longer once it was answered', async () => {
      const { call, answer } = await begin();
      call.answer(200, { data: 'there' });
      expect(await answer).toEqual({ data: 'there' });
      expect([call.aborted, jest.getTimerCount()]).toEqual([0, 0]);
    });
  });
});
