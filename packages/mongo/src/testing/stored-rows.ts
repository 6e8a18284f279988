import { readFile } from 'node:fs/promises';
import { mongo, type Connection, type Model } from 'mongoose';

/** Lists of rows by collection, in MongoDB's Extended JSON. */
export async function insertRowsOf(file: URL, connection: Connection): Promise<void> {
  const collections = mongo.BSON.EJSON.parse(await readFile(file, 'utf8')) as Record<string, mongo.Document[]>;
  for (const [name, rows] of Object.entries(collections)) await connection.collection(name).insertMany(rows);
}

/** As `<collection> <id>: <problem>`. */
export async function misshapenRows(connection: Connection): Promise<string[]> {
  const problems: string[] = [];
  for (const model of Object.values(connection.models as Record<string, Model<object>>))
    for await (const row of model.collection.find()) {
      const say = (problem: string) => problems.push(`${model.collection.name} ${String(row._id)}: ${problem}`);
      model.schema.eachPath((path, { options }) => {
        // reads do not apply defaults
        const value = (options as { default?: unknown }).default;
        if (value !== undefined && !(path in row) && !path.includes('.')) say(`${path} is missing`);
      });
      try {
        await new model(row, undefined, { defaults: false }).validate();
      } catch (error) {
        say((error as Error).message);
      }
    }
  return problems;
}
