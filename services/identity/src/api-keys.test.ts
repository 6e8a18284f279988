import { apiKeyValues, hashOf, newKey, sameSecret } from './api-keys.js';

describe('a key (OP-21)', () => {
  it('begins with sk_ and is another one each time', () => {
    expect(newKey()).toMatch(/^sk_[0-9a-f]{48}$/);
    expect(newKey()).not.toBe(newKey());
  });

  it('is kept as its hash and its last four characters', () => {
    const key = newKey();
    const row = apiKeyValues(key, { name: 'Agent', userId: 'u', authorId: 'a', projectIds: [], createdBy: 'u' });
    expect(row).toMatchObject({ keyHash: hashOf(key), hint: key.slice(-4), lastUsedAt: null, revokedAt: null });
    expect(JSON.stringify(row)).not.toContain(key);
  });
});

it('hashes are SHA-256 in hex (FIPS 180-2, B.1)', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it.each([
  ['phase-one', 'phase-one', true],
  ['phase-one', 'phase-two', false],
  ['phase', 'phase-one', false],
  ['', '', true],
])('secrets %j and %j are the same: %s', (one, other, same) => {
  expect(sameSecret(one, other)).toBe(same);
});
