// Program: seeds the demonstration projects, or decides about their proposals.
import { messageOf } from '../dev/start-error.js';

const [url = '', part = ''] = process.argv.slice(2);
const log = (line: string): void => console.log(`  ${line}`);

async function run(): Promise<void> {
  if (part === 'decisions') return (await import('@symbio/fixtures/seed-decisions')).seedDecisions({ url, log });
  return (await import('@symbio/fixtures/seed')).seedDemo({ url, log });
}

run().catch((error: unknown) => {
  // the launcher shows the last line
  console.error(messageOf(error));
  process.exitCode = 1;
});
