import fs from 'node:fs';
import path from 'node:path';
import type { ChildExit, ChildSpec } from './child-process.js';
import { nodeProgram, onPath } from './paths.js';
import { isListening, LOOPBACK } from '@symbio/fixtures/ports';

/** Password setting of the embedded engine's host: arguments are readable by every local user. */
export const PASSWORD_SETTING = 'MONGO_HOST_PASSWORD';

export const MONGO_USER = 'symbio';

/**
 * The URI of our MongoDB. Journalled writes on one server survive a kill; retryable writes need sessions, which the
 * embedded engine lacks.
 */
export function mongoUri(port: number, password?: string): string {
  const user = password === undefined ? '' : `${MONGO_USER}:${encodeURIComponent(password)}@`;
  const source = password === undefined ? '' : '&authSource=admin&authMechanism=SCRAM-SHA-256';
  return `mongodb://${user}${LOOPBACK}:${port}/?directConnection=true&w=1&journal=true&retryWrites=false${source}`;
}

export const KEEP_EXPIRED = ['--setParameter', 'ttlMonitorEnabled=false'] as const;

/** Data folder of MongoDB, separate per kind of server because of their formats. */
export const mongoFolder = (dataDir: string): string =>
  path.join(dataDir, onPath('mongod') === undefined ? 'mongo' : 'mongo-mongod');

/**
 * A MongoDB on a loopback port: `mongod` if on the PATH, else the embedded engine.
 * @param options.password of its only user; without it any local process has access, for tests only
 * @param options.removesExpired false: ignores TTL indexes, for a manual clock
 */
export function mongoChild(
  dataDir: string,
  port: number,
  { removesExpired = true, password }: { removesExpired?: boolean; password?: string } = {},
): ChildSpec {
  const mongod = onPath('mongod');
  const folder = mongoFolder(dataDir);
  fs.mkdirSync(folder, { recursive: true });
  // folders of earlier versions may be readable by everyone
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

/** MongoDB's error for a full disk during index creation names neither itself nor the disk. */
export function explainLackOfRoom(dataDir: string, lastLine: string): string | undefined {
  const [, free, wanted] = /disk space of (\d+) bytes is less than required minimum of (\d+)/.exec(lastLine) ?? [];
  if (free === undefined) return undefined;
  const megabytes = (bytes: string | undefined): string => `${Math.floor(Number(bytes) / 1e6)} MB`;
  return `The disk of ${dataDir} has ${megabytes(free)} free, and MongoDB needs ${megabytes(wanted)} to make an index: make room, or choose another folder with --data DIR.`;
}

/** Engine aborts on unreadable files without a useful message. */
function explainFailure(folder: string, exit: ChildExit, lastLine: string): string | undefined {
  if (lastLine.includes('DBPathInUse')) {
    return `Another process uses the database files in ${folder}: end it, then start again.`;
  }
  if (exit.signal === 'SIGABRT' || exit.signal === 'SIGSEGV') {
    return `MongoDB cannot read its files in ${folder}: put a copy of them back, or start without data by \`npm start -- --fresh\` (the damaged files are kept aside).`;
  }
  return undefined;
}

/** Whether the `mongod` user exists; creates it at the first start through mongod's localhost exception. */
async function hasUser(port: number, password: string): Promise<boolean> {
  const { MongoClient } = await import('mongodb');
  const reached = async (uri: string, command: object): Promise<boolean> => {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 2_000 });
    try {
      await client.db('admin').command(command);
      return true;
    } catch {
      // not ready or refused: the launcher retries
      return false;
    } finally {
      await client.close();
    }
  };
  if (await reached(mongoUri(port, password), { listDatabases: 1 })) return true;
  const roles = [{ role: 'root', db: 'admin' }];
  return reached(mongoUri(port), { createUser: MONGO_USER, pwd: password, roles });
}
