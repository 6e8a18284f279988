/** What the databases of the services hold of a project. */
import { connectMongo } from '@symbio/kit';
import { testConfig } from '@symbio/kit/testing';
import type { System } from '../system.js';

/** Every row that says it is of the project, or is one of its things: whole, by database, collection and id. */
export async function rowsOf(
  { databases }: System,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  const { MONGODB_URI: uri } = testConfig('access');
  // the audit trail gets an entry for each try
  for (const database of databases.filter((name) => !name.startsWith('access_audit'))) {
    const connection = await connectMongo({ uri, database, appName: 'access-matrix' });
    try {
      for (const { name } of (await connection.db?.listCollections().toArray()) ?? []) {
        // one of another project may have an id that its client took from here: it is none of this project's
        const wanted = { $or: [{ projectId }, { _id: { $in: [...ids] as never[] }, projectId: { $exists: false } }] };
        for await (const row of connection.collection(name).find(wanted))
          rows.set(`${database}.${name} ${String(row._id)}`, JSON.stringify(row));
      }
    } finally {
      await connection.close();
    }
  }
  return rows;
}
