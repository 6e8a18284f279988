// Program: fills a running stack with the demonstration projects. A process of its own, so that the memory it takes to draw sheets
// and photographs is given back when they are drawn.
import { messageOf } from '../dev/start-error.js';
import { seedDemo } from '@symbio/fixtures/seed';

const [url = ''] = process.argv.slice(2);
seedDemo({ url, log: (line) => console.log(`  ${line}`) }).catch((error: unknown) => {
  // the launcher shows the last line
  console.error(messageOf(error));
  process.exitCode = 1;
});
