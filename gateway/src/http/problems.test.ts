import { appOperations, operation, operations } from '@symbio/api';
import { z } from 'zod';
import { unstorablePlace } from './problems.js';
import { inputReader } from './serve.js';

/** As sent: `JSON.parse` creates a field for every name. */
const INHERITED = ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'];

describe('API input', () => {
  const withBodies = [...operations, ...appOperations].filter(({ body: taken }) => taken !== undefined);

  it('names of object prototypes are unknown fields, in every body', () => {
    expect(withBodies.length).toBeGreaterThan(20);
    for (const operation of withBodies)
      for (const json of INHERITED) {
        const sent: unknown = JSON.parse(json);
        const read = (): unknown => inputReader(operation)({ params: {}, query: {}, body: sent });
        expect(read).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }) as Error);
      }
  });

  it.each(['-1', '1.5', '2147483648', 'first'])(
    'says what is wrong with the position %s in an address (ERR-01)',
    (index) => {
      const takeAttachment = operations.find(({ id }) => id === 'takeAttachment')!;
      const params = { id: '01980a55-2c11-7a3e-9b1f-64d0c2e8f7a1', index };
      expect(() => inputReader(takeAttachment)({ params, query: {}, body: undefined })).toThrow(
        expect.objectContaining({
          code: 'INVALID_ARGUMENT',
          fields: { index: 'index must be a whole number from 0 to 9999' },
        }) as Error,
      );
    },
  );
});

/** Reads a body by its schema. */
const bodyBy = (schema: z.ZodObject, sent: unknown): unknown => {
  const declared = operation({
    ...{ id: 'send', method: 'post', path: '/send', tag: '', summary: '', description: '', access: 'write' },
    body: schema,
    answer: { description: '', schema: z.unknown() },
  });
  return inputReader(declared)({ params: {}, query: {}, body: sent }).body;
};

describe('the input of a body', () => {
  const title = z.strictObject({ title: z.string() });
  const read = (json: string): unknown => bodyBy(title, JSON.parse(json));

  it('is rejected if it cannot be stored', () => {
    expect(read('{"title":"tank 🛢"}')).toEqual({ title: 'tank 🛢' });
    for (const text of ['tank \\ud83d depot', 'tank \\u0000'])
      expect(() => read(`{"title":"${text}"}`)).toThrow(
        expect.objectContaining({ fields: { title: 'title contains characters that cannot be stored' } }) as Error,
      );
  });

  it('is rejected with its schema’s messages, all at once (ERR-01)', () => {
    const form = z.strictObject({
      user_id: z.string({ error: 'user_id is required' }),
      ids: z.array(z.string(), { error: 'ids must be a list of job ids' }),
      title: z.string(),
      left: z.boolean(),
      metadata: z.record(z.string(), z.unknown()).optional(),
    });
    const refused = (): unknown => bodyBy(form, { left: 'no', metadata: 'model 3', extra: 1 });
    const fields = {
      user_id: 'user_id is required',
      ids: 'ids must be a list of job ids',
      title: 'title is required',
      left: 'left must be true or false',
      metadata: 'metadata must be an object',
      extra: 'Unknown field "extra"',
    };
    expect(refused).toThrow(expect.objectContaining({ fields: expect.objectContaining(fields) as unknown }) as Error);
    const list = { fields: { body: 'body must be an object' } };
    expect(() => bodyBy(form, [])).toThrow(expect.objectContaining(list) as Error);
  });

  it.each(INHERITED)('has no field %s', (json) => {
    expect(() => read(json)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }) as Error);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('the path of unstorable text', () => {
  it.each([
    [{ a: [{ b: 'x\0' }] }, 'a.0.b'],
    [{ a: { 'b\0': 1 } }, 'a'],
    [{ 'b\ud800': 1 }, 'body'],
    ['x\udc00', 'body'],
    [{ a: ['fine', 1, null] }, undefined],
  ])('%j: %s', (value, place) => {
    expect(unstorablePlace(value)).toBe(place);
  });
});
