import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Arguments of node that start the `child` beside a module. Sources run through tsx, so that tests need no build; what
 * is built runs as it is.
 *
 * @param beside `import.meta.url` of the module that starts the child
 */
export function childEntry(beside: string): string[] {
  const suffix = fileURLToPath(beside).endsWith('.ts') ? 'ts' : 'js';
  const entry = fileURLToPath(new URL(`./child.${suffix}`, beside));
  const loader = suffix === 'ts' ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  return [...loader, entry];
}
