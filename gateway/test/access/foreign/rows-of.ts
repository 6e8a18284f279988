import { connectMongo } from '@symbio/mongo';
import { testConfig } from '@symbio/mongo/testing';
import type { System } from '../system.js';

/** Fields that timers change, by collection: a mail is sent after the request. */
const OF_TIMERS: Readonly<Record<string, Readonly<Record<string, 0>>>> = { project_mails: { due: 0, tries: 0 } };

/**
 * Rows of a project, and of its objects, by database, collection and id.
 * @param owners fields with an id that a row can have besides, for example of an organization
 */
export async function rowsOf(
  { databases }: System,
  projectId: string,
  ids: readonly string[],
  owners: Readonly<Record<string, string>> = {},
): Promise<Map<string, string>> {
  const rows = new Map<string, string>();
  const { MONGODB_URI: uri } = testConfig('access');
  // each request adds audit entries
  for (const database of databases.filter((name) => !name.startsWith('access_audit'))) {
    const connection = await connectMongo({ uri, database, appName: 'access-matrix' });
    try {
      for (const { name } of (await connection.db?.listCollections().toArray()) ?? []) {
        // clients of another project may reuse an id from here: such rows do not belong to this project
        const owned = Object.entries(owners).map(([field, value]) => ({ [field]: value }));
        const wanted = {
          $or: [{ projectId }, ...owned, { _id: { $in: [...ids] as never[] }, projectId: { $exists: false } }],
        };
        for await (const row of connection.collection(name).find(wanted, { projection: OF_TIMERS[name] ?? {} }))
          rows.set(`${database}.${name} ${String(row._id)}`, JSON.stringify(row));
      }
    } finally {
      await connection.close();
    }
  }
  return rows;
}
