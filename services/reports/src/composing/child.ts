/** Program of a child process: writes the report of a folder. */
import { readSigningKey } from '@symbio/rpc';
import type { FromChild } from './messages.js';
import { writeReport } from './write-report.js';

const [, , folder = ''] = process.argv;
const { REPORT_SIGNING_KEY: key } = process.env;
const report = (message: FromChild): void => void process.send?.(message);

try {
  await writeReport(folder, (progress) => report({ progress }), key ? readSigningKey(key) : undefined);
  report({ done: true });
} catch (error) {
  report({ problem: error instanceof Error ? error.message : String(error) });
}
process.disconnect();
