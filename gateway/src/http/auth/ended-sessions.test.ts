import { jest } from '@jest/globals';
import { fakeBroker, memoryBucket, silent } from '../../testing.js';
import { endedSessions, sessionOf } from './ended-sessions.js';

const NOW = 1_800_000_000;
const token = { sub: 'u1', sessionId: 's1', issuedAt: NOW - 60 };

beforeEach(() => jest.useFakeTimers({ now: NOW * 1000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] }));
afterEach(() => jest.useRealTimers());

function gateways() {
  const ended = memoryBucket();
  const { broker, reconnect } = fakeBroker();
  let asked = 0;
  const counting = { ...ended, get: (key: string) => (asked++, ended.get(key)) };
  const one = endedSessions({ ended: counting, broker, log: silent });
  const other = endedSessions({ ended, broker, log: silent });
  return { one, other, ended, reconnect, asked: () => asked };
}

describe('the access token of a session', () => {
  it('is valid while the session lasts, and looked up once', async () => {
    const { one, asked } = gateways();
    expect([await one.isOver(token), await one.isOver(token)]).toEqual([false, false]);
    expect(asked()).toBe(2);
  });

  it('is rejected by every gateway once the session has ended at one; other sessions are not', async () => {
    const { one, other } = gateways();
    const elsewhere = { ...token, sessionId: 's2' };
    expect([await one.isOver(token), await one.isOver(elsewhere)]).toEqual([false, false]);
    await other.end('s1');
    expect([await one.isOver(token), await one.isOver(elsewhere)]).toEqual([true, false]);
  });

  it('is rejected after all sessions of the person ended, except the excepted session and later ones', async () => {
    const { one, other } = gateways();
    expect(await one.isOver(token)).toBe(false);
    await other.endAllOf('u1', 's2');
    expect(await one.isOver(token)).toBe(true);
    expect(await one.isOver({ ...token, sessionId: 's2' })).toBe(false);
    expect(await one.isOver({ ...token, sessionId: 's3', issuedAt: NOW + 1 })).toBe(false);
    // issued in the same second, perhaps earlier
    expect(await one.isOver({ ...token, sessionId: 's4', issuedAt: NOW })).toBe(true);
    expect(await one.isOver({ ...token, sub: 'u2' })).toBe(false);
  });

  it('ends open streams at every gateway, when it is already rejected', async () => {
    const { one, other } = gateways();
    expect(await one.isOver(token)).toBe(false);
    const heard: [string, Promise<boolean>][] = [];
    one.onEnded((userId) => heard.push([userId, one.isOver(token)]));
    await other.end('s1', 'u1');
    await other.endAllOf('u1');
    expect(heard.map(([userId]) => userId)).toEqual(['u1', 'u1']);
    expect(await Promise.all(heard.map(([, over]) => over))).toEqual([true, true]);
  });

  it('is looked up again when ends may have been missed', async () => {
    const { one, ended, reconnect, other } = gateways();
    expect(await one.isOver(token)).toBe(false);
    const deaf = fakeBroker();
    await endedSessions({ ended, broker: deaf.broker, log: silent }).end('s1');
    expect(await one.isOver(token)).toBe(false);
    reconnect();
    expect([await one.isOver(token), await other.isOver(token)]).toEqual([true, true]);
  });

  it('is valid until it expires while the bucket is unavailable', async () => {
    const { broker } = fakeBroker();
    const away = { get: () => Promise.reject(new Error('away')), set: () => Promise.reject(new Error('away')) };
    const sessions = endedSessions({ ended: away, broker, log: silent });
    await sessions.end('s1');
    expect(await sessions.isOver(token)).toBe(false);
  });
});

it('names its session, and none if it is no token', () => {
  const content = Buffer.from(JSON.stringify({ sid: 's1' })).toString('base64url');
  expect(sessionOf(`e30.${content}.x`)).toBe('s1');
  expect(['', 'nonsense', 'a.b.c'].map(sessionOf)).toEqual([undefined, undefined, undefined]);
});
