import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { troubleIn } from './log-excerpt.js';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';

describe('an excerpt of a stack’s logs', () => {
  let folder: string;
  eachInFolder((made) => (folder = made));

  const line = (level: string, second: number, fields: object): string =>
    `${JSON.stringify({ level, time: `2026-01-15T12:00:0${second}.000Z`, pid: 7, name: 'x', ...fields })}\n`;
  const noon = Date.parse('2026-01-15T12:00:00.000Z');

  it('has warnings and errors of all processes by time, without stack traces and lower levels', () => {
    writeFileSync(
      path.join(folder, 'gateway.log'),
      line('info', 1, { msg: 'ready' }) +
        line('error', 3, { err: { message: 'no', stack: 'at x' }, msg: 'call failed' }),
    );
    writeFileSync(path.join(folder, 'job.log'), line('warn', 2, { job: 'j1', msg: 'lease lost' }));
    expect(troubleIn(folder, noon, 10)).toEqual([
      '12:00:02.000 job warn: lease lost {"job":"j1"}',
      '12:00:03.000 gateway error: call failed {"err":{"message":"no"}}',
    ]);
  });

  it('begins at a given time, keeps the last lines and says how many it omitted', () => {
    const lines = [1, 2, 3, 4].map((second) => line('warn', second, { msg: `m${second}` }));
    writeFileSync(path.join(folder, 'job.log'), lines.join(''));
    expect(troubleIn(folder, noon + 2_000, 2)).toEqual([
      '(1 more before)',
      '12:00:03.000 job warn: m3 {}',
      '12:00:04.000 job warn: m4 {}',
    ]);
  });

  it('reads the format of the NATS server, and ignores other lines', () => {
    writeFileSync(
      path.join(folder, 'nats.log'),
      '[28] 2026/01/15 12:00:05.1234 [INF] Server is ready\n[28] 2026/01/15 12:00:06.1234 [WRN] slow consumer\n',
    );
    writeFileSync(path.join(folder, 'web.log'), 'Error: loose words\n{"level":"err');
    expect(troubleIn(folder, 0, 10)).toEqual(['12:00:06 nats WRN: slow consumer']);
  });

  it('is empty without logs', () => {
    expect(troubleIn(path.join(folder, 'absent'), 0, 10)).toEqual([]);
  });
});
