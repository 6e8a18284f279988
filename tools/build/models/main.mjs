// Plain JavaScript, see models.mjs.
//
//   node tools/build/models/main.mjs [FOLDER]      npm run models
//
// Fetches the models that read sheets into .cache/models, or into FOLDER; fails when they are not complete.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchModels } from './fetch.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = process.argv[2] ?? path.join(root, '.cache', 'models');
console.log(`Fetching the models that read sheets (27.5 MB) into ${path.relative(process.cwd(), folder) || '.'} ...`);
const { there, sentence } = await fetchModels(folder);
console.log(sentence);
process.exitCode = there ? 0 : 1;
