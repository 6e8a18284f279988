import fs from 'node:fs';
import path from 'node:path';
import { cacheDir } from '../../dev/paths.js';
import { StartError } from '../../dev/start-error.js';

const file = path.join(cacheDir, 'load', 'last.json');

export function storeCapacity(people: number): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), people })}\n`);
}

/** Number of people that the last run of `npm run load` found. */
export function storedCapacity(): number {
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as { people: number }).people;
  } catch (error) {
    throw new StartError('The capacity of this machine is unknown: run `npm run load` first, or pass --people N.', {
      cause: error,
    });
  }
}
