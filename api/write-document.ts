/** Writes openapi.json and app.json; with `released` also released.json, the compatibility baseline of openapi.json. */
import { writeFileSync } from 'node:fs';
import { appOperations, openApiDocument, operations } from './src/index.js';

const write = (name: string, document: object): void =>
  writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(document, null, 2)}\n`);

const document = openApiDocument(operations);
write('openapi.json', document);
write('app.json', openApiDocument(appOperations, 'app'));
if (process.argv.includes('released')) write('released.json', document);
