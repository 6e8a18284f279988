import { Webhook } from 'standardwebhooks';
import { retryDelay } from './retries.js';
import { OVERLAP_MS, newSecret, rotated, signatureHeaders } from './secrets.js';

const payload = '{"type":"ping"}';

it('a secret is one of Standard Webhooks, another one each time', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
});

it('a replaced secret signs for another day, and one that was replaced before does not', () => {
  const now = new Date();
  const first = [{ value: newSecret() }];
  const second = rotated(first, now);
  expect(second).toEqual([{ value: second[0]?.value }, { ...first[0], until: new Date(now.getTime() + OVERLAP_MS) }]);
  for (const { value } of second)
    expect(new Webhook(value).verify(payload, signatureHeaders({ id: 'm', payload }, second, now))).toEqual({
      type: 'ping',
    });
  const dayLater = new Date(now.getTime() + OVERLAP_MS);
  expect(signatureHeaders({ id: 'm', payload }, second, dayLater)['webhook-signature']?.split(' ')).toHaveLength(1);
  expect(rotated(second, dayLater)).toHaveLength(2);
  expect(rotated(second, now)).toMatchObject([{}, { value: second[0]?.value }]);
});

it('attempts are 5 s, 5 min, 30 min, 2 h, 5 h and 10 h apart, a tenth more or less', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7].map((tries) => {
    const delay = retryDelay(tries, 0.5);
    return delay && delay / 60_000;
  });
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, undefined]);
  expect([retryDelay(2, 0), retryDelay(2, 0.75)]).toEqual([270_000, 315_000]);
});
