import 'fake-indexeddb/auto';
import { act, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { CallError, networkError, type ApiError } from '../../../lib/http/errors.js';
import { leaveLapsedSession, renewSession, resetSession, signIn, signOut } from '../../../lib/session/session.js';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import type { VisitFields } from '../visit-form.js';
import type { Change, Draft, Unsent } from './changes.js';
import {
  KeepError,
  keepChange,
  openOutbox,
  outboxState,
  resetOutbox,
  resolveChange,
  sendChanges,
  type Outcome,
  type OutboxEffects,
} from './outbox.js';
import { dropChangesOf, storedChangesOf } from './stored-changes.js';

const fields: VisitFields = {
  visit_date: '2026-06-01',
  visit_time: '09:00',
  access_granted: true,
  access_notes: '',
  findings: '',
  photos: [],
  weather_conditions: '',
  investigator_id: null,
};
const draft = (visitId: string, change: Change): Draft => ({ projectId: 'p-1', visitId, change });
const creation = (visitId: string) => draft(visitId, { kind: 'creation', fields });
const update = (findings: string) =>
  draft('v-1', { kind: 'update', fields: { ...fields, findings }, base: fields, seen: 's-0' });

const tokenOf = (sub: string): string => `x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`;
let server: FakeServer;
const signInAs = async (sub: string): Promise<void> => {
  server.on('POST /api/auth/sign-in', { json: { access_token: tokenOf(sub), expires_in: 300 } });
  await signIn(`${sub}@symbio.test`, 'symbio-local');
};

let sent: Unsent[];
/** What the server answers, in turn; then every change is sent. */
let answers: (ApiError | Outcome | (() => Promise<Outcome>))[];
const effects: OutboxEffects = {
  send: async (entry) => {
    sent.push(entry);
    const answer = answers.shift() ?? { sent: 's-1' };
    if (typeof answer === 'function') return answer();
    if (typeof answer === 'object' && 'status' in answer) throw new CallError(answer);
    return answer;
  },
  refresh: () => Promise.resolve(),
  waits: () => Promise.resolve(false),
};
const kinds = (entries: readonly Unsent[]) => entries.map(({ visitId, change }) => `${visitId} ${change.kind}`);

beforeEach(async () => {
  server = fakeServer();
  server.on('POST /api/auth/sign-out', { status: 204 });
  sent = [];
  answers = [];
  await dropChangesOf('ada');
  await dropChangesOf('eve');
  resetSession();
  await signInAs('ada');
});
afterEach(() => {
  resetOutbox();
  jest.restoreAllMocks();
});

describe('changes without a network (D-64)', () => {
  it('are kept in order and sent once when the network returns, under the same keys', async () => {
    answers = [networkError(), networkError()];
    await openOutbox(effects);
    await keepChange(creation('v-1'));
    await keepChange(update('Drums'));
    await keepChange(creation('v-2'));
    await act(sendChanges);
    expect(kinds(outboxState().entries)).toEqual(['v-1 creation', 'v-1 update', 'v-2 creation']);
    expect(outboxState().isUnreachable).toBe(true);
    const [first] = sent;
    sent = [];
    answers = [];
    window.dispatchEvent(new Event('online'));
    await sendChanges();
    expect(kinds(sent)).toEqual(['v-1 creation', 'v-1 update', 'v-2 creation']);
    expect(sent[0]?.id).toBe(first?.id);
    expect(outboxState()).toEqual({ entries: [], isUnreachable: false });
    expect(await storedChangesOf('ada')).toEqual([]);
  });

  it('of the same visit, item or photograph are combined, and keep what they are based on', async () => {
    await keepChange(update('Drums'));
    await keepChange(
      draft('v-1', { kind: 'update', fields: { ...fields, findings: 'Two drums' }, base: fields, seen: 's-9' }),
    );
    await keepChange(draft('v-1', { kind: 'photo', photoId: 'f-1', values: { caption: 'North' } }));
    await keepChange(draft('v-1', { kind: 'photo', photoId: 'f-1', values: { view_direction: 'N' } }));
    expect(outboxState().entries.map(({ change }) => change)).toEqual([
      { kind: 'update', fields: { ...fields, findings: 'Two drums' }, base: fields, seen: 's-0' },
      { kind: 'photo', photoId: 'f-1', values: { caption: 'North', view_direction: 'N' } },
    ]);
  });

  it('edited while they are sent are sent again, based on what was sent', async () => {
    answers = [
      async () => {
        await keepChange(update('Two drums'));
        return { sent: 's-1' };
      },
    ];
    await keepChange(update('Drums'));
    await openOutbox(effects);
    expect(sent.map(({ change }) => change)).toMatchObject([
      { fields: { findings: 'Drums' }, seen: 's-0' },
      { fields: { findings: 'Two drums' }, base: { findings: 'Drums' }, seen: 's-1' },
    ]);
    expect(outboxState().entries).toEqual([]);
  });

  it('that are refused or conflict stay with the reason until the person decides, and hold up no other visit', async () => {
    answers = [
      { status: 400, message: 'Bad', code: 'invalid', fields: { findings: 'Findings is too long' } },
      { kind: 'visit', theirs: fields, seen: 's-5' },
    ];
    await keepChange(creation('v-2'));
    await keepChange(update('Drums'));
    await keepChange(creation('v-3'));
    await openOutbox(effects);
    expect(kinds(sent)).toEqual(['v-2 creation', 'v-1 update', 'v-3 creation']);
    expect(outboxState().entries.map(({ problem }) => problem)).toEqual([
      { kind: 'refused', message: 'Findings is too long' },
      { kind: 'visit', theirs: fields, seen: 's-5' },
    ]);
    await resolveChange(outboxState().entries[1]?.id ?? '', ({ change }) => change);
    await sendChanges();
    expect(kinds(outboxState().entries)).toEqual(['v-2 creation']);
  });

  it('belong to a person: another one neither sees nor sends them', async () => {
    await keepChange(creation('v-1'));
    // the session ends at the server, and another person signs in
    server.on('GET /api/auth/session', { status: 401, json: { error: 'Ended' } });
    await renewSession();
    leaveLapsedSession();
    expect(outboxState().entries).toEqual([]);
    await signInAs('eve');
    await openOutbox(effects);
    expect([outboxState().entries, sent]).toEqual([[], []]);
    await renewSession();
    leaveLapsedSession();
    await signInAs('ada');
    await openOutbox(effects);
    expect(kinds(sent)).toEqual(['v-1 creation']);
  });

  it('are removed by a sign-out', async () => {
    await keepChange(creation('v-1'));
    await signOut();
    await waitFor(async () => expect(await storedChangesOf('ada')).toEqual([]));
  });

  it('fail with a sentence if the device is full', async () => {
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const kept = keepChange(creation('v-1'));
    await expect(kept).rejects.toThrow(KeepError);
    await expect(kept).rejects.toThrow('no space left to keep the change');
    expect(outboxState().entries).toEqual([]);
  });
});
