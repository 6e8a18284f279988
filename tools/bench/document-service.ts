import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '../dev/paths.js';

/**
 * Loads a compiled module of the document service. Services do not export their internals, so the caller declares the
 * part that it uses.
 *
 * @param module path below the service's `src/` without its ending, for example `pipeline/run-pipeline`
 * @throws Error with the command to run when the service is not compiled
 */
export async function documentModule<T>(module: string): Promise<T> {
  const compiled = path.join(repoRoot, 'services/document/dist/src', `${module}.js`);
  if (!existsSync(compiled)) throw new Error('The document service is not compiled: run npm run build first.');
  return (await import(pathToFileURL(compiled).href)) as T;
}
