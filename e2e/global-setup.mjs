// Plain JavaScript: jest loads this file outside its TypeScript transform.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStack } from '../tools/dist/dev/stack.js';

/** Starts one stack for all journeys, on free ports and empty data; or uses that of E2E_URL. */
export default async function globalSetup() {
  if (process.env.E2E_URL) return;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'symbio-e2e-'));
  const logs = path.join(dataDir, 'logs');
  const stack = await startStack({
    dataDir,
    ports: 'free',
    bundle: true,
    // CHECK_ANSWERS: a response that violates its declaration fails the journey; debug logs are checked at the end
    env: {
      CHECK_ANSWERS: '1',
      API_KEY_REQUESTS_PER_MINUTE: '1000000',
      PERSON_REQUESTS_PER_MINUTE: '0',
      // a journey may name its own network, for limits of attempts
      TRUSTED_PROXIES: '1',
      // a paused worker keeps its job
      JOB_LEASE_SECONDS: '600',
      WORKER_HEARTBEAT_SECONDS: '1',
      LOG_LEVEL: 'debug',
    },
    report: (event) => {
      if (event.kind !== 'died') return;
      // in the log folder, so a failing test reports it
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
  Object.assign(process.env, { E2E_URL: stack.url, E2E_MAIL_URL: stack.mailUrl, E2E_LOGS: logs });
}
