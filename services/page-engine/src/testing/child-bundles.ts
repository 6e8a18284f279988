import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const BUNDLES = path.resolve(SOURCES, '../../../.cache/children');

/**
 * Test replacement for `children/child-entry.ts`: uses the `child` bundle built by tools/build/testing/child-bundles.mjs
 * before the tests.
 */
export function childEntry(beside: string): string[] {
  const folder = path.relative(SOURCES, path.dirname(fileURLToPath(beside)));
  return ['--enable-source-maps', path.join(BUNDLES, folder, 'child.mjs')];
}
