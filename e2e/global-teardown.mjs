import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LOCAL_PASSWORD } from '../packages/fixtures/dist/src/issuer/store.js';
import { readSecrets } from '../tools/dist/dev/stack-settings.js';
import { leaksIn } from '../tools/dist/build/testing/secrets-in-logs.js';

const MOST_LEAKS = 20;
const PASSWORDS = ['a good one', 'a better one'];
const CONTENTS = [
  'Two gas holders north of 21st Street.',
  'Two pumps at the corner.',
  'Stone & Daughters',
  'Grey tiles in the viewer',
  'It is a cistern.',
];

/** Stops the stack and checks its logs; data and logs are kept only with E2E_KEEP. */
export default async function globalTeardown() {
  const stack = globalThis.symbioStack;
  if (!stack) return;
  await stack.stop();
  const leaks = leaksOf(stack.dataDir);
  if (process.env.E2E_KEEP) console.log(`The data and logs of the stack are kept in ${stack.dataDir}`);
  else rmSync(stack.dataDir, { recursive: true, force: true });
  if (leaks.length === 0) return;
  const lines = leaks.slice(0, MOST_LEAKS).map(({ process, what, line }) => `  ${process}, ${what}: ${line}`);
  throw new Error(`Logs of the stack say ${leaks.length} times what they must not:\n${lines.join('\n')}`);
}

/** @throws Error when a search term occurs in no journey */
function leaksOf(dataDir) {
  const folder = path.join(import.meta.dirname, 'src');
  const journeys = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  const unwritten = [...PASSWORDS, ...CONTENTS].filter((text) => !journeys.includes(text));
  if (unwritten.length > 0) throw new Error(`No journey writes this any more: ${unwritten.join('; ')}`);
  const { signingKeys, files, issuerAdmin } = readSecrets(dataDir);
  const keys = Object.values(signingKeys).map((key) => JSON.parse(key).d);
  return leaksIn(path.join(dataDir, 'logs'), {
    'a secret of the stack': [...keys, files, issuerAdmin],
    'a password': [LOCAL_PASSWORD, ...PASSWORDS],
    'what somebody wrote': CONTENTS,
  });
}
