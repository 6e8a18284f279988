import { jest } from '@jest/globals';
import { batchRefused, inOrder, oncePerId, outcomeOfItem, toRefusal } from './batch.js';
import { AppError, invalidFields, notFound } from '@symbio/runtime';

describe('An item of a batch', () => {
  it('has its result, or the reason why it is refused', async () => {
    const refused = notFound('Page', 'document_page_id');
    expect(await outcomeOfItem(Promise.resolve('made'))).toBe('made');
    expect(await outcomeOfItem(Promise.reject(refused))).toBe(refused);
  });

  it('is not to blame for a service that does not answer, nor for our mistakes', async () => {
    const unavailable = new AppError('UNAVAILABLE', 'unavailable', 'Try again');
    await expect(outcomeOfItem(Promise.reject(unavailable))).rejects.toBe(unavailable);
    const bug = new TypeError('no function');
    await expect(outcomeOfItem(Promise.reject(bug))).rejects.toBe(bug);
  });

  it.each([invalidFields({ id: 'id must be a UUID' }), batchRefused()])(
    'is refused the same over the wire',
    (error) => {
      const { code, reason, message, fields = {} } = error;
      expect(toRefusal(error)).toEqual({ status: code, reason, message, fields });
    },
  );
});

it('Work is done so many items at a time, and answered in their order', async () => {
  const running: number[] = [];
  let now = 0;
  const results = await inOrder([1, 2, 3, 4, 5], 2, async (item, index) => {
    running.push(++now);
    await Promise.resolve();
    now--;
    return `${index}:${item}`;
  });
  expect(results).toEqual(['0:1', '1:2', '2:3', '3:4', '4:5']);
  expect(Math.max(...running)).toBe(2);
});

it('A look-up asks once for each id', async () => {
  const ask = jest.fn((id: string) => Promise.resolve(id.toUpperCase()));
  const lookUp = oncePerId(ask);
  expect(await Promise.all([lookUp('a'), lookUp('b'), lookUp('a')])).toEqual(['A', 'B', 'A']);
  expect(ask).toHaveBeenCalledTimes(2);
});
