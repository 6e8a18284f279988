import fs from 'node:fs';
import { isRunningOn } from './run-lock.js';
import { StartError } from './start-error.js';

/** An unused name next to a folder, so earlier archives are kept. */
function freeName(folder: string, at: Date): string {
  const plain = `${folder}.old`;
  const dated = `${plain}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const names = [plain, dated, ...Array.from({ length: 98 }, (_, index) => `${dated}-${index + 2}`)];
  const free = names.find((name) => !fs.existsSync(name));
  if (free === undefined)
    throw new StartError(`There are too many copies beside ${folder}: remove those named ${plain}-…`);
  return free;
}

/**
 * Moves a data folder out of the way.
 *
 * @returns its new path; undefined if missing
 * @throws StartError while Symbio runs on it
 */
export function setAside(folder: string, at = new Date()): string | undefined {
  if (!fs.existsSync(folder)) return undefined;
  if (isRunningOn(folder))
    throw new StartError(`Symbio runs on ${folder}: end it with Ctrl-C before starting without data.`);
  const old = freeName(folder, at);
  fs.renameSync(folder, old);
  return old;
}
