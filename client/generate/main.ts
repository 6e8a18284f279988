// Writes gen/schema.ts and gen/app.ts, the types of the checked-in documents (`npm run proto`).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { mainVariants, type Described } from './main-variants.js';

const folder = new URL('../gen/', import.meta.url);
const blob = ts.factory.createTypeReferenceNode('Blob');

/** @param name of the document in `api` */
async function write(name: string, file: string): Promise<void> {
  const source = new URL(`../../api/${name}`, import.meta.url);
  const document = mainVariants(JSON.parse(readFileSync(source, 'utf8')) as Described);
  const nodes = await openapiTS(document as unknown as OpenAPI3, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // fields with defaults are optional in requests
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? blob : undefined),
  });
  writeFileSync(new URL(file, folder), `// Made by client/generate from api/${name}.\n${astToString(nodes)}`);
}

mkdirSync(folder, { recursive: true });
await write('openapi.json', 'schema.ts');
await write('app.json', 'app.ts');
