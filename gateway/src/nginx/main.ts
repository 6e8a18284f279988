import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nginxFiles } from './render.js';

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node gateway/dist/src/nginx/main.js FOLDER');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(nginxFiles())) writeFileSync(path.join(folder, name), text);
