import { readFileSync } from 'node:fs';
import path from 'node:path';
import { referenceOf, type ApiDocument, type ReferenceOperation } from '@symbio/api/reference';

/** As checked in. */
export const apiDocument = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../api/openapi.json'), 'utf8'),
) as ApiDocument;

export const apiReference = referenceOf(apiDocument);

export function documented(id: string): ReferenceOperation {
  const found = apiReference.groups.flatMap(({ operations }) => operations).find((operation) => operation.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

/** Selected operations only: queries on the full page are slow. */
export function apiDocumentWith(...ids: string[]): ApiDocument {
  const paths = Object.entries(apiDocument.paths).map(([path, methods]): [string, typeof methods] => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, { operationId }]) => ids.includes(operationId))),
  ]);
  return { ...apiDocument, paths: Object.fromEntries(paths) };
}
