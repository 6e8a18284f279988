import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Node arguments for the `child` module next to a module.
 * @param beside `import.meta.url` of the starting module
 */
export function childEntry(beside: string): string[] {
  const suffix = fileURLToPath(beside).endsWith('.ts') ? 'ts' : 'js';
  const entry = fileURLToPath(new URL(`./child.${suffix}`, beside));
  const loader = suffix === 'ts' ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  return [...loader, entry];
}
