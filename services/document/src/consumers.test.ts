import { jest } from '@jest/globals';
import { consumers, type ConsumerDeps } from './consumers.js';

it('classifies and reads an upload half a second after it, without holding a handler slot until then (CONST-02)', async () => {
  const done: string[] = [];
  const step = (name: string) => jest.fn((id: string) => Promise.resolve(void done.push(`${name} ${id}`)));
  const [uploads] = consumers({
    classifier: { classifyOnce: step('classify') },
    processing: { readUpload: step('read') },
    onceErased: (remove: unknown) => remove,
  } as unknown as ConsumerDeps);
  expect(uploads).toMatchObject({ durable: 'document-classification', delayMs: 500 });
  const event = { entityId: 'd1', actor: { sub: 'u1', authorId: 'a1', via: 'user' } };
  await uploads?.handle(event as unknown as Parameters<typeof uploads.handle>[0]);
  expect(done).toEqual(['classify d1', 'read d1']);
});
