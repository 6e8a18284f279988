import { GRACE_MS, acceptMessage, acceptRestored, beginSigning, createTrust } from './trust.js';

function bucketOf() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => Promise.resolve(values.get(key)),
    set: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
    create: (key: string, value: unknown) => {
      if (values.has(key)) return Promise.resolve(false);
      values.set(key, value);
      return Promise.resolve(true);
    },
  };
}

const NOW = new Date('2026-11-27T02:00:00.000Z');
const message = (storedAt: Date, text = '{}') => ({
  subject: 'symbio.evt.project.v1.project.erased.p1',
  body: Buffer.from(text),
  storedAt,
});
const after = (ms: number): Date => new Date(NOW.getTime() + ms);

it('a new installation trusts no unsigned message', async () => {
  const bucket = bucketOf();
  await beginSigning(bucket, () => Promise.resolve(false), NOW);
  expect(await createTrust(() => Promise.resolve(bucket)).accepts(message(NOW), 'unsigned')).toBe(false);
});

it('after an upgrade unsigned messages are trusted until the grace period ends, and wrong signatures never', async () => {
  const bucket = bucketOf();
  await beginSigning(bucket, () => Promise.resolve(true), NOW);
  // a later start does not move the cutoff
  await beginSigning(bucket, () => Promise.resolve(true), after(GRACE_MS));
  const trust = createTrust(() => Promise.resolve(bucket));
  expect(await trust.accepts(message(after(-60_000)), 'unsigned')).toBe(true);
  expect(await trust.accepts(message(after(GRACE_MS)), 'unsigned')).toBe(true);
  expect(await trust.accepts(message(after(GRACE_MS + 1)), 'unsigned')).toBe(false);
  for (const distrust of ['foreign', 'wrong', 'unknown_key'] as const)
    expect(await trust.accepts(message(after(-60_000)), distrust)).toBe(false);
});

it('messages written by a restore are trusted regardless of their signature, and no later ones', async () => {
  const bucket = bucketOf();
  await beginSigning(bucket, () => Promise.resolve(false), NOW);
  await acceptRestored(bucket, NOW);
  const trust = createTrust(() => Promise.resolve(bucket));
  expect(await trust.accepts(message(NOW), 'wrong')).toBe(true);
  expect(await trust.accepts(message(after(1)), 'unsigned')).toBe(false);
});

it('a message accepted by an operator is trusted, and no other', async () => {
  const bucket = bucketOf();
  await beginSigning(bucket, () => Promise.resolve(false), NOW);
  await acceptMessage(bucket, message(NOW).subject, '{"a":1}');
  const trust = createTrust(() => Promise.resolve(bucket));
  expect(await trust.accepts(message(NOW, '{"a":1}'), 'unsigned')).toBe(true);
  expect(await trust.accepts(message(NOW, '{"a":2}'), 'unsigned')).toBe(false);
});

it('returns unknown before signing began, and opens the bucket again after a failure', async () => {
  const bucket = bucketOf();
  let isAway = true;
  const trust = createTrust(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(bucket)));
  await expect(trust.accepts(message(NOW), 'unsigned')).rejects.toThrow('away');
  isAway = false;
  await expect(trust.accepts(message(NOW), 'unsigned')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await beginSigning(bucket, () => Promise.resolve(false), NOW);
  expect(await trust.accepts(message(NOW), 'unsigned')).toBe(false);
});
