import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startChild, type ProcessGuard, type RunningChild } from './child-process.js';
import { madeOnce } from './made-once.js';
import { cacheDir, onPath, repoJson } from './paths.js';
import { freePort, isListening, LOOPBACK } from '@symbio/fixtures/ports';
import { messageOf, StartError } from './start-error.js';

const run = promisify(execFile);

/**
 * How to build an S3 server that stores buckets in a folder. A separate file, since `npm test` reads it before
 * compilation: Go builds while packages are installed.
 */
interface Recipe {
  module: string;
  arguments: string[];
  /** For tests: an unoptimized build is slower to run and takes half the build time. */
  unoptimized: string[];
  /** Without C compiler and version control; less frequent garbage collection takes 70 CPU seconds instead of 84. */
  environment: Record<string, string>;
}

const recipe = (): Recipe => repoJson('tools/dev/versitygw.json');

/** Location of the built program; separate for the quick test build. */
function builtAt(use: Use): string {
  const version = recipe().module.split('@').at(-1) ?? '';
  const folder = path.join(cacheDir, 'versitygw', version);
  return use === 'tests' ? path.join(folder, 'unoptimized', 'versitygw') : path.join(folder, 'versitygw');
}

export const NO_S3_SERVER =
  'The tests of the S3 store were left out: they need versitygw on the PATH, or Go (https://go.dev/dl) to build it with.';

export const hasS3Server = (): boolean => findVersitygw('tests') !== undefined || onPath('go') !== undefined;

/** Purpose of an S3 server: measurements need an optimized build. */
type Use = 'tests' | 'figures';

/** Program: on the PATH, or built earlier. */
function findVersitygw(use: Use): string | undefined {
  const places = use === 'tests' ? [builtAt('figures'), builtAt('tests')] : [builtAt('figures')];
  return onPath('versitygw') ?? places.find((file) => fs.existsSync(file));
}

/**
 * Program, built with Go into the cache if missing: one to three minutes, and a download of 150 MB with an empty Go
 * cache.
 * @param isPatient low priority
 * @throws StartError without Go, or when the build fails
 */
export async function versitygw(use: Use, isPatient = false): Promise<string> {
  const found = findVersitygw(use);
  if (found !== undefined) return found;
  const target = builtAt(use);
  const go = onPath('go');
  if (go === undefined) throw new StartError(NO_S3_SERVER);
  return madeOnce(target, async (draft) => {
    const { module, arguments: first, unoptimized, environment } = recipe();
    const args = [...first, ...(use === 'tests' ? unoptimized : []), module];
    const [command, ...rest] = isPatient && onPath('nice') ? ['nice', '-n', '19', go, ...args] : [go, ...args];
    await run(command, rest, {
      env: { ...process.env, ...environment, GOBIN: draft },
      maxBuffer: 16 * 1024 * 1024,
    });
    return path.join(draft, 'versitygw');
  }).catch((cause: unknown) => {
    const reason = messageOf(cause).trim().split('\n').at(-1) ?? '';
    throw new StartError(
      `versitygw, the S3 server of the tests, could not be built (${reason}): put it on the PATH, or correct what Go says.`,
      { cause },
    );
  });
}

export interface RunningS3 {
  endpoint: string;
  pid: number;
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  url(bucket: string, more?: Record<string, string>): string;
  stop(): Promise<void>;
}

/** Credentials of the server, which only runs temporarily on the loopback interface. */
const OWNER = { AWS_ACCESS_KEY_ID: 'symbio-test', AWS_SECRET_ACCESS_KEY: 'symbio-test-secret' };

/** Starts an S3 server over a folder, on a free loopback port. It checks signatures. */
export async function startS3(
  folder: string,
  { guard, port: wanted, use = 'tests' }: { guard?: ProcessGuard; port?: number; use?: Use } = {},
): Promise<RunningS3> {
  const program = await versitygw(use);
  const port = wanted ?? (await freePort());
  const [buckets, metadata] = [path.join(folder, 'buckets'), path.join(folder, 'metadata')];
  for (const each of [buckets, metadata]) fs.mkdirSync(each, { recursive: true });
  const child: RunningChild = await startChild(
    {
      name: 'versitygw',
      command: program,
      args: [
        ...['--port', `${LOOPBACK}:${port}`, '--quiet', '--keep-alive'],
        ...['--access', OWNER.AWS_ACCESS_KEY_ID, '--secret', OWNER.AWS_SECRET_ACCESS_KEY],
        // file systems differ in extended attributes: use a separate metadata folder
        ...['posix', '--sidecar', metadata, buckets],
      ],
      isReady: () => isListening(port),
    },
    { logFile: path.join(folder, 'versitygw.log'), guard },
  );
  const endpoint = `http://${LOOPBACK}:${port}`;
  return {
    endpoint,
    pid: child.pid,
    env: OWNER,
    url: (bucket, more = {}) =>
      `s3://${bucket}?${new URLSearchParams({ endpoint, path_style: '1', ...more }).toString()}`,
    stop: async () => {
      await child.stop();
    },
  };
}
