import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readModels } from '../lettering/ppocr/model/models.js';

export const MODELS_FOLDER = path.resolve(fileURLToPath(new URL('.', import.meta.url)), '../../../../.cache/models');

/** Whether the models exist; logs a notice if not, as dependent tests are skipped. */
export async function hasModels(): Promise<boolean> {
  const models = await readModels(MODELS_FOLDER);
  if (!('missing' in models)) return true;
  process.stderr.write(`${models.missing} Tests that read by models are left out.\n`);
  return false;
}
