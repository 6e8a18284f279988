/** Writes openapi.json; with `released` also released.json, the compatibility baseline. */
import { writeFileSync } from 'node:fs';
import { openApiDocument, operations } from './src/index.js';

const text = `${JSON.stringify(openApiDocument(operations), null, 2)}\n`;
const names = process.argv.includes('released') ? ['openapi.json', 'released.json'] : ['openapi.json'];
for (const name of names) writeFileSync(new URL(name, import.meta.url), text);
