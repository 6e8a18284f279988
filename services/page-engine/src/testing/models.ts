import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModels } from '../lettering/ppocr/models.js';

/** Where `npm start`, `npm test` and `npm run models` keep the models that read sheets. */
export const MODELS_FOLDER = path.resolve(fileURLToPath(new URL('.', import.meta.url)), '../../../../.cache/models');

/** Whether they are there; says so where they are not, since tests that need them are left out then. */
export async function hasModels(): Promise<boolean> {
  const models = await readModels(MODELS_FOLDER);
  if (!('missing' in models)) return true;
  process.stderr.write(`${models.missing} Tests that read by models are left out.\n`);
  return false;
}
