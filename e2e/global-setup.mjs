// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '../tools/dist/dev/stack.js';

/** One stack of real processes, on free ports and empty data, which all journeys share; or the one that E2E_URL names. */
export default async function globalSetup() {
  if (process.env.E2E_URL) return;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'symbio-e2e-'));
  const logs = path.join(dataDir, 'logs');
  const stack = await startStack({
    dataDir,
    ports: 'free',
    bundle: true,
    // an answer outside its declaration fails the journey that gets it; no journey is to meet the limit of another's key
    // all that processes can say is looked through in the end (global-teardown.mjs)
    env: {
      CHECK_ANSWERS: '1',
      API_KEY_REQUESTS_PER_MINUTE: '1000000',
      PERSON_REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'debug',
    },
    report: (event) => {
      if (event.kind !== 'died') return;
      // beside the logs of the processes, so that a test that fails for it tells of it
      const line = {
        level: 'error',
        time: new Date(),
        msg: `${event.name} died (${event.how})`,
        words: event.lastWords,
      };
      appendFileSync(path.join(logs, 'stack.log'), `${JSON.stringify(line)}\n`);
    },
  });
  globalThis.symbioStack = stack;
  // the workers of jest inherit these
  Object.assign(process.env, { E2E_URL: stack.url, E2E_MAIL_URL: stack.mailUrl, E2E_LOGS: logs });
}
