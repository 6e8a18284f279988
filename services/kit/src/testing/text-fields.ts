import mongoose, { type Connection, type Model, type Schema, type SchemaType } from 'mongoose';
import type { NamesInRows } from '../erasing/name-copies.js';

/** A connection to nowhere, for looking at models. */
export function unconnected(): Connection {
  const connection = mongoose.createConnection();
  connection.set('autoIndex', false);
  connection.set('autoCreate', false);
  return connection;
}

/** What Mongoose keeps of lists and parts. */
type Nested = SchemaType & { schema?: Schema; embeddedSchemaType?: SchemaType };

/** Paths of a schema that can hold any text: no words of a vocabulary, and no flags, numbers or moments. */
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

/** Ids, digests and keys of blobs by how they are called: nobody's name is in them. */
const NO_NAME = /(?:^|\.)(?:_id|id|ids|\w+Ids?|\w*[hH]ash|sha256|\w*[pP]ath)$/;
/** What waits for its event, moments as a rule. */
const IN_OUTBOX = /^outbox\./;

/** What of a collection erasing a person takes out. */
export interface ErasedFields {
  model: Model<never>;
  names: NamesInRows;
}

/** A collection with what erasing takes out of it, for {@link fieldsToExplain}. */
export const erasedFields = <Row>(model: Model<Row>, names: unknown = { copies: [] }): ErasedFields => ({
  model: model as unknown as Model<never>,
  names: names as NamesInRows,
});

/**
 * Fields that can hold text and are not taken out when a person is erased, as `collection.path`, in their order. The test that
 * holds the list says of each why; so the next field that holds a name is not forgotten.
 *
 * @throws when something is to be taken out of a field that there is not
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
