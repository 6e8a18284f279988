import { setImmediate as immediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { batchRefused, mapConcurrently, oncePerId, outcomeOfItem, toRefusal } from './batch.js';
import { AppError, invalidFields, notFound } from '@symbio/runtime';

describe('An item of a batch', () => {
  it('has its result, or the reason for its refusal', async () => {
    const refused = notFound('Page', 'document_page_id');
    expect(await outcomeOfItem(Promise.resolve('made'))).toBe('made');
    expect(await outcomeOfItem(Promise.reject(refused))).toBe(refused);
  });

  it('is not blamed for an unavailable service or an internal error', async () => {
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

it('Items are processed in parallel up to a limit, and returned in order', async () => {
  const running: number[] = [];
  let now = 0;
  const results = await mapConcurrently([1, 2, 3, 4, 5], 2, async (item, index) => {
    running.push(++now);
    await immediate();
    now--;
    return `${index}:${item}`;
  });
  expect(results).toEqual(['0:1', '1:2', '2:3', '3:4', '4:5']);
  expect(Math.max(...running)).toBe(2);
});

it('A slow item does not block the others', async () => {
  let finish: (() => void) | undefined;
  const started: number[] = [];
  const results = mapConcurrently([1, 2, 3, 4], 2, async (item) => {
    started.push(item);
    if (item === 1) await new Promise<void>((resolve) => (finish = resolve));
    else await Promise.resolve();
    if (item === 4) finish?.();
    return item;
  });
  expect(await results).toEqual([1, 2, 3, 4]);
  expect(started).toEqual([1, 2, 3, 4]);
});

it('A look-up requests each id once', async () => {
  const ask = jest.fn((id: string) => Promise.resolve(id.toUpperCase()));
  const lookUp = oncePerId(ask);
  expect(await Promise.all([lookUp('a'), lookUp('b'), lookUp('a')])).toEqual(['A', 'B', 'A']);
  expect(ask).toHaveBeenCalledTimes(2);
});
