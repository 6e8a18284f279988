/** JSON Schema of tools without references, which many clients do not resolve. */
import { z } from 'zod';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Inlines references; declared schemas are not recursive. */
function inlined(value: unknown, definitions: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions));
  if (!isObject(value)) return value;
  const { $ref: reference, ...own } = value;
  const target = typeof reference === 'string' ? definitions[reference.slice(reference.lastIndexOf('/') + 1)] : {};
  const merged = { ...(isObject(target) ? target : {}), ...own };
  return Object.fromEntries(Object.entries(merged).map(([name, item]) => [name, inlined(item, definitions)]));
}

export function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Json & { type: 'object' } {
  const {
    $defs: definitions = {},
    $schema: _dialect,
    ...whole
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      // OpenAPI overrides in the declarations apply here, too
      const { override, id: _id, ...described } = made as Json;
      if (override === undefined && !('id' in made)) return;
      for (const name of Object.keys(made)) delete (made as Json)[name];
      Object.assign(made, described, isObject(override) ? override : {});
      if (typeof override === 'function') (override as (context: { jsonSchema: object }) => void)({ jsonSchema: made });
    },
  });
  return { ...(inlined(whole, definitions) as Json), type: 'object' };
}
