/** In the child process. */
import { readFile, writeFile } from 'node:fs/promises';
import { importStreets, proposePlace, StreetsError, worldOf, type Proposal } from '@symbio/streets';
import { streetFailures } from './failures.js';
import { rasterOf } from './raster.js';
import type { ProposeOptions, StreetTask, StreetTaskResult } from './street-tasks.js';

export async function work(task: StreetTask): Promise<StreetTaskResult> {
  if (task.kind === 'propose') return placeOf(task);
  try {
    await writeFile(task.to, JSON.stringify(importStreets(await readFile(task.file))));
    return null;
  } catch (error) {
    throw error instanceof StreetsError ? streetFailures.badFile(error.message) : error;
  }
}

async function placeOf({ words, size, picture, ...of }: ProposeOptions): Promise<Proposal> {
  return proposePlace(words, worldOf(of), size, picture === undefined ? undefined : await rasterOf(picture));
}
