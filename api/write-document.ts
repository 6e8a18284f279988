/** Writes openapi.json, the checked-in document (`npm run openapi`). */
import { writeFileSync } from 'node:fs';
import { openApiDocument, operations } from './src/index.js';

writeFileSync(new URL('openapi.json', import.meta.url), `${JSON.stringify(openApiDocument(operations), null, 2)}\n`);
