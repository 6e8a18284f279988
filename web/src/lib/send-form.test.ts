import { waitFor } from '@testing-library/react';
import { fakeServer, heldAnswer, type FakeServer } from '../testing/fake-server.js';
import { sendForm } from './send-form.js';
import { resetSession, signIn } from './session.js';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object): string => `${base64({ alg: 'RS256' })}.${base64(claims)}.signature`;

/** What the browser sends by XMLHttpRequest, answered when the test says so. */
class FakeCall {
  static sent: FakeCall[] = [];
  static onSent: () => void = () => undefined;
  readonly upload = {};
  onload?: () => void;
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

/** @param seconds until the token ends */
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
  it('is sent once more when the session of the person had to be renewed (AUTH-24)', async () => {
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

  it('of one person is not sent again in the name of the next one (AUTH-24)', async () => {
    await signInAs('ada');
    const first = next();
    const answer = send();
    await first;
    await signInAs('eve');
    FakeCall.sent[0]?.answer(401, { error: 'expired' });
    await expect(answer).rejects.toMatchObject({ message: 'expired' });
    expect(FakeCall.sent).toHaveLength(1);
  });

  it('is not sent at all when somebody else is signed in before it could be (AUTH-24)', async () => {
    await signInAs('ada', 5);
    // a token that is about to end is renewed first
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
});
