/** Schemas of tools as models are told them: JSON Schema without references, which many clients do not follow. */
import { z } from 'zod';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema with what it refers to in the place of the reference; declared schemas do not contain themselves. */
function inlined(value: unknown, definitions: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions));
  if (!isObject(value)) return value;
  const { $ref: reference, ...own } = value;
  const target = typeof reference === 'string' ? definitions[reference.slice(reference.lastIndexOf('/') + 1)] : {};
  const merged = { ...(isObject(target) ? target : {}), ...own };
  return Object.fromEntries(Object.entries(merged).map(([name, item]) => [name, inlined(item, definitions)]));
}

/** The JSON Schema of an object. `input`: what may be sent; `output`: what is answered. */
export function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Json & { type: 'object' } {
  const {
    $defs: definitions = {},
    $schema: _dialect,
    ...whole
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      // what the declarations say of a schema for the OpenAPI document counts here, too
      const { override, id: _id, ...described } = made as Json;
      if (override === undefined && !('id' in made)) return;
      for (const name of Object.keys(made)) delete (made as Json)[name];
      Object.assign(made, described, isObject(override) ? override : {});
      if (typeof override === 'function') (override as (context: { jsonSchema: object }) => void)({ jsonSchema: made });
    },
  });
  return { ...(inlined(whole, definitions) as Json), type: 'object' };
}
