import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Real input that lies beside the repository where it is developed; absent elsewhere. */
const CORPUS = path.resolve(import.meta.dirname, '../../../shared/corpus');

/** A file of the corpus, or undefined; says so, so that nobody takes a shorter run for a full one. */
export function corpusFile(name: string): Buffer | undefined {
  const file = path.join(CORPUS, name);
  if (existsSync(file)) return readFileSync(file);
  console.warn(`${name} is not here: the part of the run that needs it is left out`);
  return undefined;
}
