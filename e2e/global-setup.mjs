// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { mkdtempSync } from 'node:fs';
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
      if (event.kind === 'died') console.error(`${event.name} died (${event.how})`, event.lastWords.join('\n'));
    },
  });
  process.env.E2E_URL = stack.url;
  process.env.E2E_MAIL_URL = stack.mailUrl;
  globalThis.symbioStack = stack;
}
