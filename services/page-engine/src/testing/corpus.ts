import { existsSync } from 'node:fs';
import path from 'node:path';

/** The repository's root, from the sources and from what is compiled of them. */
const repository = import.meta.dirname.replace(/[\\/]services[\\/]page-engine[\\/].*$/, '');

/**
 * Where real and hostile files lie that are not part of the repository: `maps` has Sanborn sheets, `pdf` has PDFs that are broken or
 * made to do harm. CORPUS names the folder; without it, it is `shared/corpus` beside the repository.
 *
 * @param folder one of its folders; absent: the whole
 */
export const corpusFolder = (folder = ''): string =>
  path.resolve(process.env.CORPUS || path.join(repository, '../shared/corpus'), folder);

/** Whether it is there; says so where it is not, since tests of its files are skipped then. */
export function hasCorpus(folder?: string): boolean {
  const where = corpusFolder(folder);
  if (existsSync(where)) return true;
  process.stderr.write(`No corpus in ${where} (CORPUS names another folder): the tests on its files are skipped.\n`);
  return false;
}
