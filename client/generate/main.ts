// Writes gen/schema.ts, the types of the checked-in document (`npm run proto`).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { mainVariants, type Described } from './main-variants.js';

const source = new URL('../../api/openapi.json', import.meta.url);
const folder = new URL('../gen/', import.meta.url);

const document = mainVariants(JSON.parse(readFileSync(source, 'utf8')) as Described);
const blob = ts.factory.createTypeReferenceNode('Blob');

const nodes = await openapiTS(document as unknown as OpenAPI3, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  // fields with defaults are optional in requests
  defaultNonNullable: false,
  transform: (schema) => (schema.format === 'binary' ? blob : undefined),
});

mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.ts', folder), `// Made by client/generate from api/openapi.json.\n${astToString(nodes)}`);
