/** Program of a child process: writes the report of the folder that its parent names. */
import { readSigningKey } from '@symbio/rpc';
import type { FromChild, ToChild } from './messages.js';
import { writeReport } from './write-report.js';

const report = (message: FromChild): void => void process.send?.(message);

async function compose({ folder, signingKey }: ToChild): Promise<void> {
  try {
    const key = signingKey === '' ? undefined : readSigningKey(signingKey);
    await writeReport(folder, (progress) => report({ progress }), key);
    report({ done: true });
  } catch (error) {
    report({ problem: error instanceof Error ? error.message : String(error) });
  }
  process.disconnect();
}

process.once('message', (task: ToChild) => void compose(task));
