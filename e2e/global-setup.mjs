// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '../tools/dist/dev/stack.js';
import { workerCount } from '../tools/dist/dev/stack-settings.js';

/**
 * For each worker of jest a stack of real processes, on free ports and empty data, which all journeys of that worker
 * share; or the one stack that E2E_URL names. One for all would not do: some journeys keep every document worker busy.
 */
export default async function globalSetup({ maxWorkers }) {
  if (process.env.E2E_URL) {
    if (maxWorkers > 1) throw new Error('E2E_URL names one stack: run the journeys with --runInBand.');
    return;
  }
  // the journeys read it, too
  process.env.WORKERS ??= String(Math.max(1, Math.floor(workerCount(process.env) / maxWorkers)));
  globalThis.symbioStacks = [];
  // one after another: a port that is free stays so only until somebody takes it
  for (let worker = 0; worker < maxWorkers; worker++) globalThis.symbioStacks.push(await start());
  process.env.E2E_STACKS = JSON.stringify(
    globalThis.symbioStacks.map(({ url, mailUrl, dataDir }) => ({
      E2E_URL: url,
      E2E_MAIL_URL: mailUrl,
      E2E_LOGS: path.join(dataDir, 'logs'),
    })),
  );
}

async function start() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'symbio-e2e-'));
  return startStack({
    dataDir,
    ports: 'free',
    report: (event) => {
      if (event.kind !== 'died') return;
      // beside the logs of the processes, so that a test that fails for it tells of it
      const line = {
        level: 'error',
        time: new Date(),
        msg: `${event.name} died (${event.how})`,
        words: event.lastWords,
      };
      appendFileSync(path.join(dataDir, 'logs', 'stack.log'), `${JSON.stringify(line)}\n`);
    },
  });
}
