import { clearUndoSteps, undoEach } from './undo.js';
import { CallError, networkError } from '../http/errors.js';

const refusal = (status: number, message: string): CallError =>
  new CallError({ status, message, code: `http_${status}`, fields: {} });

/** By item; absent means success. */
let says: Record<string, CallError | undefined>;
let asked: string[];
let reported: string[];

const undoOf = (...names: string[]) =>
  undoEach(
    names,
    async (name) => {
      asked.push(name);
      const error = says[name];
      if (error) throw error;
      await Promise.resolve();
    },
    (refused) => reported.push(refused.map(({ item, error }) => `${item}: ${String(error)}`).join(', ')),
  );

beforeEach(() => {
  clearUndoSteps();
  [says, asked, reported] = [{}, [], []];
});

describe('a bulk action', () => {
  it('is undone for each item, beyond the concurrency limit', async () => {
    const undo = undoOf('1', '2', '3', '4', '5', '6');
    expect(await undo()).toBe(true);
    expect(asked).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(reported).toEqual([]);
  });

  it('is settled for refused items, which are reported', async () => {
    says = { b: refusal(409, 'Somebody else has changed it.') };
    expect(await undoOf('a', 'b')()).toBe(false);
    expect(reported).toEqual(['b: CallError: Somebody else has changed it.']);
  });

  it('is retried only for items with an indefinite error', async () => {
    says = { b: new CallError(networkError()), c: refusal(503, 'The service is down.') };
    const undo = undoOf('a', 'b', 'c');
    await expect(undo()).rejects.toMatchObject({
      detail: {
        status: 0,
        message: expect.stringMatching(/^2 of 3 are not undone yet. The server cannot be reached/) as string,
      },
    });
    says = { c: refusal(503, 'The service is down.') };
    await expect(undo()).rejects.toMatchObject({
      detail: { status: 503, message: '1 of 3 is not undone yet. The service is down.' },
    });
    says = {};
    expect(await undo()).toBe(true);
    expect(asked).toEqual(['a', 'b', 'c', 'b', 'c', 'c']);
    expect(reported).toEqual([]);
  });

  it('ends with a report of refused items, also from earlier attempts', async () => {
    says = { a: refusal(403, 'Not authorized'), b: new CallError(networkError()) };
    const undo = undoOf('a', 'b');
    await expect(undo()).rejects.toMatchObject({ detail: { status: 0 } });
    says = {};
    expect(await undo()).toBe(false);
    expect(asked).toEqual(['a', 'b', 'b']);
    expect(reported).toEqual(['a: CallError: Not authorized', 'a: CallError: Not authorized']);
  });

  it('reports the server’s message if nothing was undone', async () => {
    says = { a: refusal(429, 'Too many requests.') };
    await expect(undoOf('a')()).rejects.toMatchObject({ detail: { message: 'Too many requests.' } });
  });
});
