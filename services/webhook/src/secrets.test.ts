import { Webhook } from 'standardwebhooks';
import { retryDelay } from './retries.js';
import { OVERLAP_MS, newSecret, rotated, signatureHeaders } from './secrets.js';

const payload = '{"type":"ping"}';

it('a secret has the form of Standard Webhooks and is different each time', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
});

it('a replaced secret signs for another day', () => {
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
});

it('after a second rotation within a day the first secret keeps signing, at most three in all', () => {
  const hourLater = new Date();
  const now = new Date(hourLater.getTime() - 3_600_000);
  const has = newSecret();
  const lost = rotated([{ value: has }], now);
  const third = rotated(lost, hourLater);
  expect(third).toEqual([
    { value: third[0]?.value },
    { value: lost[0]?.value, until: new Date(hourLater.getTime() + OVERLAP_MS) },
    { value: has, until: new Date(now.getTime() + OVERLAP_MS) },
  ]);
  const headers = signatureHeaders({ id: 'm', payload }, third, hourLater);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(3);
  expect(new Webhook(has).verify(payload, headers)).toEqual({ type: 'ping' });
  expect(rotated(third, hourLater).slice(1)).toMatchObject(third.slice(0, 2).map(({ value }) => ({ value })));
});

it('attempts are 5 s, 5 min, 30 min, 2 h, 5 h and 10 h apart, plus or minus a tenth', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7].map((tries) => {
    const delay = retryDelay(tries, 0.5);
    return delay && delay / 60_000;
  });
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, undefined]);
  expect([retryDelay(2, 0), retryDelay(2, 0.75)]).toEqual([270_000, 315_000]);
});
