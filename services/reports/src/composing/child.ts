/** Program of a child process: writes the report of a folder. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { composeReport, type ComposeProgress, type Evidence } from '@symbio/report';
import { FOLDERS, type FromChild } from './messages.js';

const [, , folder = ''] = process.argv;
const report = (message: FromChild): void => void process.send?.(message);
const picture = (name: string): Promise<Uint8Array> => readFile(path.join(folder, FOLDERS.pictures, name));

async function readEvidence(name: string): Promise<Evidence> {
  return JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Evidence;
}

try {
  await composeReport({
    evidence: await readEvidence('evidence.json'),
    pictures: {
      crop: ({ number }) => picture(`figure-${number}`),
      photograph: (id) => picture(`photograph-${id}`),
    },
    out: path.join(folder, FOLDERS.report),
    onProgress: (progress: ComposeProgress) => report({ progress }),
  });
  report({ done: true });
} catch (error) {
  report({ problem: error instanceof Error ? error.message : String(error) });
}
process.disconnect();
