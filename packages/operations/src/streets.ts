/** `npm run streets`: street lines that all projects of an installation use. */
import fs from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import type { Db } from 'mongodb';
import { newId } from '@symbio/runtime';
import {
  blockRows,
  crossingRows,
  importStreets,
  INSTALLATION,
  MOST_UNPACKED_BYTES,
  STREET_COLLECTIONS,
  StreetsError,
  type ImportedStreets,
} from '@symbio/streets';
import { calledWell } from './backup/settings.js';
import { withServers } from './backup/with-stores.js';
import { OperationError, type Command } from './command.js';
import { recordOperation } from './operator-entry.js';

const USAGE = `npm run streets -- list
  Prints the street files of the installation, which all projects use.

npm run streets -- add FILE
  Adds named street lines: GeoJSON (also of OpenStreetMap), a shapefile in a ZIP (such as TIGER/Line roads or address ranges),
  or a CSV of crossings (street1, street2, latitude, longitude) or of other names (alias, name). FILE - is stdin.

npm run streets -- remove ID
  Removes a file that list printed. Sheets that were placed keep their places.

MONGODB_URI and NATS_URL name the installation; without them it is the local stack, running or not.`;

const ROWS_AT_ONCE = 5_000;

interface FileRow {
  _id: string;
  projectId: string;
  contentId: string;
  fileName: string;
  streetCount: number;
  crossingCount: number;
  blockCount: number;
  aliases: readonly { alias: string; name: string }[];
  byId: string;
  byName: string;
  at: Date;
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    if (file !== '-' && (await fs.stat(file)).size > MOST_UNPACKED_BYTES)
      throw new OperationError(`${file} has more than 300 MB. Cut it to the area that you need.`);
    return file === '-' ? await buffer(process.stdin) : await fs.readFile(file);
  } catch (cause) {
    if (cause instanceof OperationError) throw cause;
    throw new OperationError(`${file} cannot be read.`, { cause }, 2);
  }
}

function readWell(bytes: Uint8Array, file: string): ImportedStreets {
  try {
    return importStreets(bytes);
  } catch (cause) {
    if (cause instanceof StreetsError) throw new OperationError(`${file}: ${cause.message}`, { cause });
    throw cause;
  }
}

const filesOf = (database: Db) => database.collection<FileRow>(STREET_COLLECTIONS.files);

async function insertAll<T extends { _id: string }>(database: Db, collection: string, rows: readonly T[]) {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await database.collection<{ _id: string }>(collection).insertMany(rows.slice(at, at + ROWS_AT_ONCE));
}

async function removeContent(database: Db, contentId: string): Promise<void> {
  for (const name of [STREET_COLLECTIONS.crossings, STREET_COLLECTIONS.blocks])
    await database.collection(name).deleteMany({ contentId });
}

/** The file is stored last, so that it is never seen without its crossings. @returns its id */
export async function addStreets(database: Db, fileName: string, content: ImportedStreets): Promise<string> {
  const [_id, contentId] = [newId(), newId()];
  try {
    await insertAll(database, STREET_COLLECTIONS.crossings, crossingRows(contentId, content));
    await insertAll(database, STREET_COLLECTIONS.blocks, blockRows(contentId, content));
    await filesOf(database).insertOne({
      ...{ _id, projectId: INSTALLATION, contentId, fileName, streetCount: content.streetCount },
      ...{ crossingCount: content.crossings.length, blockCount: content.numberedCount },
      aliases: content.aliases.map(({ alias, name }) => ({ alias, name })),
      ...{ byId: '', byName: '', at: new Date() },
    });
    return _id;
  } catch (error) {
    await removeContent(database, contentId);
    throw error;
  }
}

export const listStreets = (database: Db): Promise<FileRow[]> =>
  filesOf(database).find({ projectId: INSTALLATION }).sort({ at: -1 }).toArray();

/** @throws OperationError without such a file */
export async function removeStreets(database: Db, id: string): Promise<void> {
  const file = await filesOf(database).findOneAndDelete({ _id: id, projectId: INSTALLATION });
  if (!file) throw new OperationError(`No street file of the installation has the id ${id}.`);
  await removeContent(database, file.contentId);
}

export const streets: Command = {
  usage: USAGE,
  async run(args, context) {
    const { print, say } = context;
    const [command = '', argument = ''] = args;
    calledWell(() => {
      const isWell = command === 'list' ? args.length === 1 : ['add', 'remove'].includes(command) && args.length === 2;
      if (!isWell) throw new Error('Say list, add with a file, or remove with an id.');
    }, USAGE);
    const content = command === 'add' ? readWell(await bytesOf(argument), argument) : undefined;
    await withServers(context, async (stores) => {
      const database = stores.database('document');
      if (content) {
        const id = await addStreets(database, argument === '-' ? 'stdin' : path.basename(argument), content);
        await recordOperation(stores.broker, {
          operation: 'installation_streets.created',
          object: 'streets',
          objectId: id,
        });
        const { crossings, numberedCount, streetCount } = content;
        say(`${streetCount} streets, ${crossings.length} crossings, ${numberedCount} blocks with house numbers.`);
        print(id);
      } else if (command === 'remove') {
        await removeStreets(database, argument);
        await recordOperation(stores.broker, {
          operation: 'installation_streets.deleted',
          object: 'streets',
          objectId: argument,
        });
      } else
        for (const { _id, fileName, streetCount, crossingCount, at } of await listStreets(database))
          print(`${_id}  ${fileName}  ${streetCount} streets, ${crossingCount} crossings  ${at.toISOString()}`);
    });
    return 0;
  },
};
