import { claimPhoto, releasePhotoClaims, unclaimPhoto } from './photo-claims.js';

/** All windows share them. */
class Locks {
  private readonly queues = new Map<string, Promise<unknown>>();

  async request(
    name: string,
    { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal },
    work: (lock: object | null) => unknown,
  ): Promise<unknown> {
    const before = this.queues.get(name);
    if (ifAvailable && before) return work(null);
    const calledOff = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Called off.', 'AbortError')));
    });
    await Promise.race([before, calledOff]);
    const done = Promise.resolve(work({ name })).finally(() => {
      if (this.queues.get(name) === done) this.queues.delete(name);
    });
    this.queues.set(name, done);
    return done;
  }
}

afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

describe('a kept photograph that two windows see (VISIT-02)', () => {
  beforeEach(() => {
    Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true });
  });

  it('is sent by one, and by the other when the first releases it', async () => {
    expect(await claimPhoto('a')).toBe(true);
    expect(await claimPhoto('a')).toBe(false);
    const later = claimPhoto('a', { waits: true });
    unclaimPhoto('a');
    expect(await later).toBe(true);
    unclaimPhoto('a');
  });

  it('is not waited for after sign-out', async () => {
    expect(await claimPhoto('b')).toBe(true);
    const later = claimPhoto('b', { waits: true });
    releasePhotoClaims();
    expect(await later).toBe(false);
    unclaimPhoto('b');
  });
});

it('a browser without locks sends it', async () => {
  expect([await claimPhoto('a'), await claimPhoto('a')]).toEqual([true, true]);
});
