import { TestClock } from '@symbio/runtime/testing';
import { unfollowTokens } from './unfollow-tokens.js';

const who = { userId: 'u-1', issueId: 'i-1' };
const clock = new TestClock();
const tokens = unfollowTokens(['a secret of the stack'], clock);

describe('a token that ends mail about an issue', () => {
  it('contains its issue and person', () => {
    expect(tokens.read(tokens.make(who))).toEqual(who);
  });

  it('is rejected when modified, made elsewhere, or malformed', () => {
    const token = tokens.make(who);
    const [payload, signature] = token.split('.');
    const other = Buffer.from(JSON.stringify(['u-2', 'i-1', 9_999_999_999])).toString('base64url');
    const elsewhere = unfollowTokens(['another secret of it'], clock).make(who);
    for (const bad of ['', '.', 'x', `${other}.${signature}`, `${payload}.`, `${token}.x`, elsewhere])
      expect(tokens.read(bad)).toBeUndefined();
  });

  it('is accepted during the rotation of its secret, before and after a process signs with the new one', () => {
    const announced = unfollowTokens(['a secret of the stack', 'the new secret'], clock);
    const replaced = unfollowTokens(['the new secret', 'a secret of the stack'], clock);
    const done = unfollowTokens(['the new secret'], clock);
    expect(announced.read(replaced.make(who))).toEqual(who);
    expect(replaced.read(tokens.make(who))).toEqual(who);
    expect(done.read(replaced.make(who))).toEqual(who);
    expect(done.read(tokens.make(who))).toBeUndefined();
  });

  it('expires after 90 days', () => {
    const token = tokens.make(who);
    clock.advance(89 * 86_400_000);
    expect(tokens.read(token)).toEqual(who);
    clock.advance(2 * 86_400_000);
    expect(tokens.read(token)).toBeUndefined();
  });
});
