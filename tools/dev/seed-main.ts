// Program: seeds the demonstration projects. A separate process frees the memory for drawing when it ends.
import { messageOf } from '../dev/start-error.js';
import { seedDemo } from '@symbio/fixtures/seed';

const [url = ''] = process.argv.slice(2);
seedDemo({ url, log: (line) => console.log(`  ${line}`) }).catch((error: unknown) => {
  // the launcher shows the last line
  console.error(messageOf(error));
  process.exitCode = 1;
});
