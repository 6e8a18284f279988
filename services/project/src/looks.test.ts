import { TestClock, outcomeOf, person } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { notFound } from '@symbio/runtime';
import type { LookRepository } from './look-repository.js';
import { createLooks } from './looks.js';

const clock = new TestClock();
const ada = contextOf(person());

function system() {
  const seen = new Map<string, Date>();
  const repository: Pick<LookRepository, 'seenAt' | 'advance'> = {
    seenAt(projectId, userId, now) {
      const key = `${projectId}:${userId}`;
      if (!seen.has(key)) seen.set(key, now);
      return Promise.resolve(seen.get(key)!);
    },
    advance(projectId, userId, until) {
      const key = `${projectId}:${userId}`;
      const before = seen.get(key);
      seen.set(key, before && before > until ? before : until);
      return Promise.resolve(seen.get(key)!);
    },
  };
  const require = (_context: object, id: string) =>
    id === 'p' ? Promise.resolve({} as never) : Promise.reject(notFound('Project'));
  return createLooks({ repository, access: { require }, clock });
}

describe('the last look at a project', () => {
  it('is now for the first time, and later only what was marked as seen', async () => {
    const looks = system();
    const first = clock.now();
    expect(await looks.last('p', ada)).toEqual(first);
    clock.advance(60_000);
    expect(await looks.last('p', ada)).toEqual(first);
    const seenUntil = new Date(first.getTime() + 30_000);
    expect(await looks.markSeen('p', seenUntil, ada)).toEqual(seenUntil);
    expect(await looks.markSeen('p', first, ada)).toEqual(seenUntil);
  });

  it('is never in the future, and needs access to the project', async () => {
    const looks = system();
    expect(await looks.markSeen('p', new Date(clock.now().getTime() + 1), ada)).toEqual(clock.now());
    expect(await outcomeOf(looks.last('other', ada))).toBe('NOT_FOUND');
  });
});
