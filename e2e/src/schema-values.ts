import fc, { type Arbitrary } from 'fast-check';

/** Subset of JSON Schema that the public API document uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  'x-symbio-id'?: string;
}

export interface Sources {
  schemas: Record<string, Schema>;
  ids: Record<string, string>;
}

/** Problematic texts: NUL, lone surrogates, right-to-left marks, database operators, long ones. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '‮gpj', '$ne', '{"$gt":""}', '../../etc/passwd', '%00', 'a'.repeat(2_000)),
);

const anyJson = fc.jsonValue({ maxDepth: 2 });

/** Mostly valid values of a schema, occasionally invalid ones: checks must hold for both. */
export function valuesOf(schema: Schema, sources: Sources): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, sources) }, { weight: 1, arbitrary: anyJson });
}

function textOf({ format, 'x-symbio-id': thing }: Schema, { ids }: Sources): Arbitrary<unknown> {
  const real = ids[thing ?? ''];
  if (real !== undefined) return fc.oneof({ weight: 8, arbitrary: fc.constant(real) }, fc.uuid(), nastyText);
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'uuid' || thing !== undefined) return fc.oneof(fc.uuid(), nastyText);
  return fc.oneof(fc.string(), nastyText);
}

function fitting(schema: Schema, sources: Sources): Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valuesOf(sources.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, sources);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, sources)));
  switch (schema.type) {
    case 'string':
      return textOf(schema, sources);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 }), fc.maxSafeInteger());
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -10, max: 1_000 }));
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, sources), { maxLength: 3 });
    case 'object':
      if (schema.properties === undefined) return fc.dictionary(fc.string(), anyJson, { maxKeys: 3 });
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, valuesOf(each, sources)])),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return anyJson;
  }
}
