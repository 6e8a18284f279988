import { resolved, type Schema } from './document.js';

const SAMPLE_ID = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';
const SAMPLE_MOMENT = '2026-11-22T09:30:00.000Z';

/** Fields that are null only in very old rows. */
const ALWAYS_THERE = new Set(['created_at', 'updated_at']);

const allowsNull = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null');

function sampleText(name: string, { format }: Schema): string {
  if (format === 'date-time' || name.endsWith('_at')) return SAMPLE_MOMENT;
  if (format === 'date' || name.endsWith('_date')) return SAMPLE_MOMENT.slice(0, 10);
  if (format === 'uuid' || name === 'id' || name.endsWith('_id') || name.endsWith('_ids')) return SAMPLE_ID;
  if (format === 'uri' || name.endsWith('url')) return 'https://symbio.example.com/…';
  return '…';
}

/**
 * Sample value for a schema.
 *
 * @param known values for fields by name, such as the request's
 */
export function sampleOf(
  schema: Schema,
  schemas: Record<string, Schema> | undefined,
  known: Readonly<Record<string, unknown>> = {},
  name = '',
  depth = 0,
): unknown {
  const own = resolved(schema, schemas);
  const type = Array.isArray(own.type) ? own.type[0] : own.type;
  if (type !== 'array' && type !== 'object' && !own.properties && known[name] !== undefined) return known[name];
  if (own.const !== undefined) return own.const;
  if (own.examples?.[0] !== undefined) return own.examples[0];
  if (own.enum) return own.enum[0];
  if (allowsNull(own) && !ALWAYS_THERE.has(name)) return null;
  const choice = (own.anyOf ?? own.oneOf)?.[0];
  if (choice) return known[name] ?? sampleOf(choice, schemas, known, name, depth);
  if (own.properties) {
    // omit optional fields
    const shown = Object.entries(own.properties).filter(([field]) => own.required?.includes(field));
    return Object.fromEntries(
      shown.map(([field, property]) => [field, sampleOf(property, schemas, known, field, depth + 1)]),
    );
  }
  switch (type) {
    case 'array':
      // deeply nested items would distract
      return own.items && depth < 2 ? (known[name] ?? [sampleOf(own.items, schemas, known, name, depth + 1)]) : [];
    case 'object':
      return {};
    case 'integer':
    case 'number':
      return Math.max(own.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(name, own);
  }
}
