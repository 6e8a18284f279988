import { TestClock } from '@symbio/runtime/testing';
import { signedAddresses } from './signed-addresses.js';

const KEY = 'projects/p/documents/d/pages/1/h/thumbnail.webp';
const SECRET = 'a secret of a test that is long enough';
const QUARTER = 15 * 60;

it('an address with a rounded expiry does not change until then, and is valid for at least the requested time (CONST-03)', () => {
  const clock = new TestClock();
  const addresses = signedAddresses({ secret: SECRET, clock });
  const shown = { expiresIn: 3600, roundTo: QUARTER };
  const endOf = (address: string) => Number(new URL(address, 'http://any').searchParams.get('exp'));
  // to the start of a quarter of an hour
  clock.advance(QUARTER * 1000 - (clock.now().getTime() % (QUARTER * 1000)) + 1_000);
  const first = addresses.sign(KEY, shown);
  clock.advance(3_000);
  expect(addresses.sign(KEY, shown)).toBe(first);
  expect(endOf(first) % QUARTER).toBe(0);
  expect(endOf(first) * 1000 - clock.now().getTime()).toBeGreaterThanOrEqual(3_600_000);
  clock.advance(QUARTER * 1000);
  expect(addresses.sign(KEY, shown)).not.toBe(first);
  expect(addresses.verify(KEY, new URL(first, 'http://any').searchParams)).toMatchObject({ valid: true });
  // without rounding the lifetime is exact
  expect(endOf(addresses.sign(KEY, { expiresIn: 60 }))).toBe(Math.floor(clock.now().getTime() / 1000) + 60);
});

it('an address contains its recipient, which cannot be changed', () => {
  const addresses = signedAddresses({ secret: SECRET, clock: new TestClock() });
  const madeFor = (holder?: { userId: string; apiKeyId: string }) =>
    new URL(addresses.sign(KEY, { holder, contentType: 'application/pdf' }), 'http://any').searchParams;
  const holder = { userId: 'u1', apiKeyId: 'k1' };
  expect(addresses.verify(KEY, madeFor(holder))).toMatchObject({ valid: true, holder });
  expect(addresses.verify(KEY, madeFor())).toEqual({ valid: true, contentType: 'application/pdf' });
  const [changed, removed, added] = [madeFor(holder), madeFor(holder), madeFor()];
  changed.set('for', 'u2');
  removed.delete('for');
  added.set('for', 'u2');
  for (const forged of [changed, removed, added])
    expect(addresses.verify(KEY, forged)).toEqual({ valid: false, reason: 'forged' });
});
