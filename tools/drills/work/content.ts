import { createHash } from 'node:crypto';
import type { Kind } from './ledger.js';

/** SHA-256 in hex. */
export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** User-provided fields by kind, named alike in requests and responses. */
const SAID: Partial<Record<Kind, readonly string[]>> = {
  project: [
    'title',
    'due_date',
    'property_address',
    'property_city',
    'property_state',
    'property_zip',
    'client_company',
  ],
  annotation: ['annotation_type', 'coordinates', 'content', 'document_page_id'],
  issue: ['title', 'description', 'type', 'severity'],
  comment: ['content'],
  feature: ['name', 'land_use', 'coordinate'],
  mention: ['source_annotation_id', 'narrative'],
  decision: ['narrative', 'confidence'],
};

/** Sorts the fields of objects, so that equal content has one text. */
const ordered = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A content hash, equal for request and response. Undefined for kinds without fields. */
export function contentHash(kind: Kind, fields: Readonly<Record<string, unknown>>): string | undefined {
  const names = SAID[kind];
  return (
    names &&
    sha256(
      JSON.stringify(
        names.map((name) => fields[name]),
        ordered,
      ),
    )
  );
}
