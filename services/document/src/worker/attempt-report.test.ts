import { afterEach, expect, it, jest } from '@jest/globals';
import { createLogger } from '@symbio/runtime';
import { createAttemptReport, type AttemptReport, Preempted, StoppedByUser } from './attempt-report.js';
import type { Peers } from './peers.js';

let giveWay = false;
let stop = false;

function reporting(): { report: AttemptReport; told: string[] } {
  const told: string[] = [];
  const peers = {
    asSelf: () => Promise.resolve({ token: '', requestId: '' }),
    jobs: {
      reportProgress: ({ progress }: { progress?: { message: string } }) => {
        told.push(progress?.message ?? '');
        return Promise.resolve({ lost: false, giveWay, stop });
      },
    },
  } as unknown as Peers;
  const hold = { jobId: 'j', attempt: 1, workerId: 'w' };
  return { report: createAttemptReport(peers, hold, createLogger({ name: 'test', level: 'silent' })), told };
}

afterEach(() => void jest.useRealTimers());

it('names existing results and current progress (JOB-05)', async () => {
  const { report, told } = reporting();
  const tell = async (what: () => unknown) => {
    await what();
    await report.send();
    return told.at(-1);
  };
  expect(await tell(() => report.progress(3, 4))).toBe('page 3 of 4');
  report.beginReading(4, 'sheet');
  expect(await tell(() => report.reading(0, 4, 0.357))).toBe('4 sheets ready, reading text: page 1 of 4, 35 %');
  expect(await tell(() => report.progress(1, 4))).toBe('4 sheets ready, reading text: page 1 of 4');
  report.beginReading(1, 'page');
  expect(await tell(() => report.reading(0, 1, 0))).toBe('1 page ready, reading text: page 1 of 1');
  report.beginReading(0, 'page');
  expect(await tell(() => report.progress(1, 2))).toBe('reading text: page 1 of 2');
  expect(() => report.throwIfPreempted()).not.toThrow();
  giveWay = true;
  await report.send();
  expect(() => report.throwIfPreempted()).toThrow(Preempted);
  expect(() => report.throwIfStopped()).not.toThrow();
  stop = true;
  await report.send();
  expect(() => report.throwIfStopped()).toThrow(StoppedByUser);
});

it('reports the latest progress, at most twice a second', async () => {
  jest.useFakeTimers();
  const { report, told } = reporting();
  await report.progress(1, 9);
  await report.progress(2, 9);
  expect(told).toEqual([]);
  await jest.advanceTimersByTimeAsync(500);
  expect(told).toEqual(['page 2 of 9']);
  report.reading(2, 9, 0.5);
  await report.progress(3, 9);
  await jest.advanceTimersByTimeAsync(499);
  expect(told).toEqual(['page 2 of 9']);
  await jest.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['page 2 of 9', 'page 3 of 9']);
  await jest.advanceTimersByTimeAsync(5_000);
  await report.progress(4, 9);
  expect(told).toEqual(['page 2 of 9', 'page 3 of 9', 'page 4 of 9']);
});

it('leaves unreported lines to the final report', async () => {
  jest.useFakeTimers();
  const { report, told } = reporting();
  report.line('The document has 1 page');
  await report.progress(1, 1);
  report.result({ pagesProcessed: 1, pagesSkipped: 0, pagesFailed: 0 });
  expect(await report.end()).toEqual({
    progress: { done: 1, total: 1, message: 'page 1 of 1' },
    result: { pagesProcessed: 1, pagesSkipped: 0, pagesFailed: 0 },
    logLines: ['The document has 1 page'],
  });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual([]);
});
