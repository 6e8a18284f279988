import { createLogger } from '@symbio/kit';
import { AttemptReport, GaveWay, StoppedByUser } from './attempt-report.js';
import type { Peers } from './peers.js';

let giveWay = false;
let stop = false;

it('says what is there already and what is going on (JOB-05)', async () => {
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
  const report = new AttemptReport(peers, hold, createLogger({ name: 'test', level: 'silent' }));
  const tell = async (what: () => unknown) => {
    await what();
    await report.send();
    return told.at(-1);
  };
  expect(await tell(() => report.progress(3, 4))).toBe('page 3 of 4');
  report.readsText(4, 'sheet');
  expect(await tell(() => report.reading(0, 4, 0.357))).toBe('4 sheets ready, reading text: page 1 of 4, 35 %');
  expect(await tell(() => report.progress(1, 4))).toBe('4 sheets ready, reading text: page 1 of 4');
  report.readsText(1, 'page');
  expect(await tell(() => report.reading(0, 1, 0))).toBe('1 page ready, reading text: page 1 of 1');
  report.readsText(0, 'page');
  expect(await tell(() => report.progress(1, 2))).toBe('reading text: page 1 of 2');
  expect(() => report.mayGiveWay()).not.toThrow();
  giveWay = true;
  await report.send();
  expect(() => report.mayGiveWay()).toThrow(GaveWay);
  expect(() => report.mayStop()).not.toThrow();
  stop = true;
  await report.send();
  expect(() => report.mayStop()).toThrow(StoppedByUser);
});
