import fs from 'node:fs';
import path from 'node:path';
import type { ChildExit, ChildSpec } from './child-process.js';
import { nodeProgram, onPath } from './paths.js';
import { isListening, LOOPBACK } from './ports.js';

/** The setting by which the embedded engine's host gets the password: arguments could be read by everyone on the machine. */
export const PASSWORD_SETTING = 'MONGO_HOST_PASSWORD';

/** The one user of a MongoDB of ours. */
export const MONGO_USER = 'symbio';

/**
 * The address of a MongoDB of ours. Journalled writes to the one server are what survives a kill here; retryable
 * writes need sessions, which the embedded engine lacks.
 */
export function mongoUri(port: number, password?: string): string {
  const user = password === undefined ? '' : `${MONGO_USER}:${encodeURIComponent(password)}@`;
  const source = password === undefined ? '' : '&authSource=admin&authMechanism=SCRAM-SHA-256';
  return `mongodb://${user}${LOOPBACK}:${port}/?directConnection=true&w=1&journal=true&retryWrites=false${source}`;
}

/** Has `mongod` remove nothing that a TTL index calls expired. */
export const KEEP_EXPIRED = ['--setParameter', 'ttlMonitorEnabled=false'] as const;

/** Folder of the files of a MongoDB: the two kinds of server get folders of their own, for their formats differ. */
export const mongoFolder = (dataDir: string): string =>
  path.join(dataDir, onPath('mongod') === undefined ? 'mongo' : 'mongo-mongod');

/**
 * A MongoDB on a port of the loopback interface: `mongod` when it is on the PATH, else the embedded engine.
 *
 * @param dataDir folder of the stack's data, in which it has its own
 * @param options.password of its one user; without it everyone on this machine may use it, which is for tests only
 * @param options.removesExpired false: rows stay whatever a TTL index says of them, for a clock that is set by hand
 */
export function mongoChild(
  dataDir: string,
  port: number,
  { removesExpired = true, password }: { removesExpired?: boolean; password?: string } = {},
): ChildSpec {
  const mongod = onPath('mongod');
  const folder = mongoFolder(dataDir);
  fs.mkdirSync(folder, { recursive: true });
  // of an earlier version it may be open to everyone
  fs.chmodSync(folder, 0o700);
  return {
    name: 'mongodb',
    command: mongod ?? process.execPath,
    args:
      mongod === undefined
        ? [
            ...nodeProgram('dev/mongo-host'),
            '--data',
            folder,
            '--port',
            String(port),
            ...(removesExpired ? [] : ['--keep-expired']),
          ]
        : [
            ...['--dbpath', folder, '--port', String(port), '--bind_ip', LOOPBACK],
            ...(password === undefined ? [] : ['--auth']),
            ...(removesExpired ? [] : KEEP_EXPIRED),
          ],
    ...(password !== undefined && {
      env: { ...(process.env as Record<string, string>), [PASSWORD_SETTING]: password },
    }),
    isReady: async () =>
      (await isListening(port)) && (mongod === undefined || password === undefined || hasUser(port, password)),
    explain: (exit, lastLine) => explainFailure(folder, exit, lastLine),
    stopWithinMs: 12_000,
  };
}

/** What MongoDB says to a service whose indexes it has no room for names neither itself nor the disk. */
export function explainLackOfRoom(dataDir: string, lastLine: string): string | undefined {
  const [, free, wanted] = /disk space of (\d+) bytes is less than required minimum of (\d+)/.exec(lastLine) ?? [];
  if (free === undefined) return undefined;
  const megabytes = (bytes: string | undefined): string => `${Math.floor(Number(bytes) / 1e6)} MB`;
  return `The disk of ${dataDir} has ${megabytes(free)} free, and MongoDB needs ${megabytes(wanted)} to make an index: make room, or choose another folder with --data DIR.`;
}

/** The engine aborts on files it cannot read, and says nothing a person could act on. */
function explainFailure(folder: string, exit: ChildExit, lastLine: string): string | undefined {
  if (lastLine.includes('DBPathInUse')) {
    return `Another process uses the database files in ${folder}: end it, then start again.`;
  }
  if (exit.signal === 'SIGABRT' || exit.signal === 'SIGSEGV') {
    return `MongoDB cannot read its files in ${folder}: put a copy of them back, or start anew with \`npm start -- --fresh\` (the damaged files are kept aside).`;
  }
  return undefined;
}

/** Whether the user of a `mongod` is there: it is made at the first start, when mongod lets this machine make one without signing in. */
async function hasUser(port: number, password: string): Promise<boolean> {
  const { MongoClient } = await import('mongodb');
  const reached = async (uri: string, command: object): Promise<boolean> => {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 2_000 });
    try {
      await client.db('admin').command(command);
      return true;
    } catch {
      // not there yet, or refused: the launcher asks again
      return false;
    } finally {
      await client.close();
    }
  };
  if (await reached(mongoUri(port, password), { listDatabases: 1 })) return true;
  const roles = [{ role: 'root', db: 'admin' }];
  return reached(mongoUri(port), { createUser: MONGO_USER, pwd: password, roles });
}
