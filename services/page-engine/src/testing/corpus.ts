import { existsSync } from 'node:fs';
import path from 'node:path';

/** Repository root, for sources and compiled output. */
const repository = import.meta.dirname.replace(/[\\/]services[\\/]page-engine[\\/].*$/, '');

/**
 * Folder of real and hostile files outside the repository: `maps` has Sanborn sheets, `pdf` broken and malicious PDFs.
 * Set by CORPUS, default `shared/corpus` next to the repository.
 */
export const corpusFolder = (folder = ''): string =>
  path.resolve(process.env.CORPUS || path.join(repository, '../shared/corpus'), folder);

/** Whether the corpus exists; logs a notice if not, as its tests are skipped. */
export function hasCorpus(folder?: string): boolean {
  const where = corpusFolder(folder);
  if (existsSync(where)) return true;
  process.stderr.write(`No corpus in ${where} (CORPUS names another folder): the tests on its files are skipped.\n`);
  return false;
}
