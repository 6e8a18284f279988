/** Program of a child process: writes the report of a folder. */
import type { FromChild } from './messages.js';
import { writeReport } from './write-report.js';

const [, , folder = ''] = process.argv;
const report = (message: FromChild): void => void process.send?.(message);

try {
  await writeReport(folder, (progress) => report({ progress }));
  report({ done: true });
} catch (error) {
  report({ problem: error instanceof Error ? error.message : String(error) });
}
process.disconnect();
