/** Data folders of `npm start`, for commands that name none. */
import fs from 'node:fs';
import path from 'node:path';
import { cacheDir, defaultDataDir } from './paths.js';
import { isRunningOn } from './run-lock.js';
import { StartError } from './start-error.js';

const NOTES = path.join(cacheDir, 'data-folders');

const notedIn = (notes: string): string[] =>
  fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8').split('\n').filter(Boolean) : [];

export function noteDataFolder(folder: string, notes = NOTES): void {
  if (notedIn(notes).includes(folder)) return;
  fs.mkdirSync(path.dirname(notes), { recursive: true });
  fs.appendFileSync(notes, `${folder}\n`);
}

/**
 * The given folder; without one that of the running stack, or else the usual one.
 * @throws StartError if several run, none of them on the usual folder
 */
export function dataFolder(given: string | undefined, usual = defaultDataDir, notes = NOTES): string {
  if (given !== undefined) return path.resolve(given);
  if (isRunningOn(usual)) return usual;
  const running = notedIn(notes).filter(isRunningOn);
  if (running.length > 1)
    throw new StartError(
      `Symbio runs on ${running.join(' and on ')}: name one with --data DIR, or end the others with Ctrl-C.`,
    );
  return running[0] ?? usual;
}
