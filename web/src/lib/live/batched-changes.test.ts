import { jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { BatchHandler } from './batched-changes.js';
import type { ChangeEvent } from './live-changes.js';

let publish: (change: ChangeEvent) => void;
jest.unstable_mockModule('./live-changes.js', () => ({
  subscribeToChanges: (listener: typeof publish) => {
    publish = listener;
    return () => undefined;
  },
}));
const { useBatchedChanges } = await import('./batched-changes.js');

const BATCH_MS = 250;
const change = (id: string): ChangeEvent => ({ entity: 'annotation', verb: 'changed', id });
const report = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  report.mockClear();
  globalThis.reportError = report;
});
afterEach(() => jest.useRealTimers());

describe('changes that are gathered', () => {
  it('are applied together, and later ones after that', async () => {
    const applied: string[][] = [];
    const apply: BatchHandler['apply'] = (changes) => {
      applied.push(changes.map(({ id = '' }) => id));
      if (applied.length === 1) publish(change('c'));
      return Promise.resolve(undefined);
    };
    const begin = (): BatchHandler => ({ accept: () => true, apply });
    renderHook(() => useBatchedChanges(BATCH_MS, begin));
    publish(change('a'));
    publish(change('b'));
    await jest.advanceTimersByTimeAsync(BATCH_MS);
    expect(applied).toEqual([['a', 'b']]);
    await jest.advanceTimersByTimeAsync(BATCH_MS);
    expect(applied).toEqual([['a', 'b'], ['c']]);
  });

  it('continue to be applied after a failure, which is reported', async () => {
    const failure = new Error('The list could not be drawn.');
    const apply = jest.fn<BatchHandler['apply']>().mockRejectedValueOnce(failure).mockResolvedValue(undefined);
    const begin = (): BatchHandler => ({ accept: () => true, apply });
    renderHook(() => useBatchedChanges(BATCH_MS, begin));
    publish(change('a'));
    await jest.advanceTimersByTimeAsync(BATCH_MS);
    expect(report.mock.calls).toEqual([[failure]]);
    publish(change('b'));
    await jest.advanceTimersByTimeAsync(BATCH_MS);
    expect(apply.mock.calls.map(([changes]) => changes.map(({ id }) => id))).toEqual([['a'], ['b']]);
  });
});
