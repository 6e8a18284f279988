// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '../tools/dist/dev/stack.js';

/** One stack of real processes, on free ports and empty data, for all journeys of a run; or the one E2E_URL names. */
export default async function globalSetup() {
  if (process.env.E2E_URL) return;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'symbio-e2e-'));
  const stack = await startStack({
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
  process.env.E2E_URL = stack.url;
  process.env.E2E_MAIL_URL = stack.mailUrl;
  process.env.E2E_LOGS = path.join(dataDir, 'logs');
  globalThis.symbioStack = stack;
}
