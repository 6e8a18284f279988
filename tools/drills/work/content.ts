import { createHash } from 'node:crypto';
import type { Kind } from './ledger.js';

/** SHA-256 in hex. */
export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** What people said of each kind of thing, by the names that both requests and answers have for it. */
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

/** Fields of any object with their names in order: equal contents have one text. */
const ordered = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A hash of what was said of a thing: the same for what was sent and for what is there. Undefined for kinds without fields. */
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
