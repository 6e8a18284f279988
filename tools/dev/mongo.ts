import fs from 'node:fs';
import path from 'node:path';
import type { ChildExit, ChildSpec } from './child-process.js';
import { nodeProgram, onPath } from './paths.js';
import { isListening, LOOPBACK } from './ports.js';

/**
 * The address of a MongoDB of ours. Journalled writes to the one server are what survives a kill here; retryable
 * writes need sessions, which the embedded engine lacks.
 */
export function mongoUri(port: number): string {
  return `mongodb://${LOOPBACK}:${port}/?directConnection=true&w=1&journal=true&retryWrites=false`;
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
 * @param options.removesExpired false: rows stay whatever a TTL index says of them, for a clock that is set by hand
 */
export function mongoChild(dataDir: string, port: number, { removesExpired = true } = {}): ChildSpec {
  const mongod = onPath('mongod');
  const folder = mongoFolder(dataDir);
  fs.mkdirSync(folder, { recursive: true });
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
        : ['--dbpath', folder, '--port', String(port), '--bind_ip', LOOPBACK, ...(removesExpired ? [] : KEEP_EXPIRED)],
    isReady: () => isListening(port),
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
