import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const BUNDLES = path.resolve(SOURCES, '../../../.cache/children');

/**
 * In place of `children/child-entry.ts` in tests: the `child` beside a module, as tools/testing/child-bundles.mjs has
 * put it together from the sources before the first test.
 */
export function childEntry(beside: string): string[] {
  const folder = path.relative(SOURCES, path.dirname(fileURLToPath(beside)));
  return ['--enable-source-maps', path.join(BUNDLES, folder, 'child.mjs')];
}
