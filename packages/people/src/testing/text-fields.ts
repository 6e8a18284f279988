import type { Model, Schema, SchemaType } from 'mongoose';
import type { NamesInRows } from '../name-copies.js';

/** Mongoose internals of lists and nested objects. */
type Nested = SchemaType & { schema?: Schema; embeddedSchemaType?: SchemaType };

/** Paths of free text in a schema: no enums, booleans, numbers or dates. */
function textPaths(schema: Schema, before: string): string[] {
  return Object.entries(schema.paths).flatMap(([name, given]) => {
    const type = given as Nested;
    const path = `${before}${name}`;
    if (type.schema) return textPaths(type.schema, `${path}.`);
    const element = type.embeddedSchemaType ?? type;
    const isFree =
      element.instance === 'Mixed' || (element.instance === 'String' && element.options['enum'] === undefined);
    return isFree ? [path] : [];
  });
}

/** Names of ids, digests and blob keys, which contain no personal names. */
const NO_NAME = /(?:^|\.)(?:_id|id|ids|\w+Ids?|\w*[hH]ash|sha256|\w*[pP]ath)$/;
/** Pending events, usually for milliseconds. */
const IN_OUTBOX = /^outbox\./;

export interface ErasedFields {
  model: Model<never>;
  names: NamesInRows;
}

/** Erased fields of a collection, for {@link fieldsToExplain}. */
export const erasedFields = <Row>(model: Model<Row>, names: unknown = { copies: [] }): ErasedFields => ({
  model: model as unknown as Model<never>,
  names: names as NamesInRows,
});

/**
 * Text fields not erased with a person, as `collection.path`, sorted. The test states a reason for each, so no new
 * field is forgotten.
 */
export function fieldsToExplain(collections: readonly ErasedFields[]): string[] {
  return collections
    .flatMap(({ model, names: { copies } }) => {
      const paths = textPaths(model.schema as unknown as Schema, '');
      const taken = new Set<string>();
      for (const { list, id, name } of copies) {
        const inRow = (path: string): string => (list === undefined ? path : `${list}.${path}`);
        for (const path of [inRow(id), inRow(name)])
          if (!paths.includes(path)) throw new Error(`${model.collection.name} has no field ${path}`);
        taken.add(inRow(name));
      }
      return paths
        .filter((path) => !taken.has(path) && !NO_NAME.test(path) && !IN_OUTBOX.test(path))
        .map((path) => `${model.collection.name}.${path}`);
    })
    .sort();
}
