import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startChild, type ProcessGuard, type RunningChild } from './child-process.js';
import { cacheDir, onPath, repoRoot } from './paths.js';
import { freePort, isListening, LOOPBACK } from './ports.js';
import { messageOf, StartError } from './start-error.js';

const run = promisify(execFile);

/**
 * How a real S3 server that keeps buckets in a folder is built. In a file of its own, which the start of `npm test` reads before
 * anything is compiled: it has Go begin while packages are installed.
 */
interface Recipe {
  /** With its version, as Go names modules. */
  module: string;
  arguments: string[];
  /** For tests: what is not optimized is slower, and takes half the time to build. */
  unoptimized: string[];
  /** No C compiler is needed, and no version control looked at; a compiler that seldom collects garbage takes 70 CPU seconds instead of 84. */
  environment: Record<string, string>;
}

const recipe = (): Recipe =>
  JSON.parse(fs.readFileSync(path.join(repoRoot, 'tools/dev/versitygw.json'), 'utf8')) as Recipe;

/** Where the program is kept once it is built; for tests, which take the quicker build, elsewhere. */
function builtAt(use: Use): string {
  const version = recipe().module.split('@').at(-1) ?? '';
  const folder = path.join(cacheDir, 'versitygw', version);
  return use === 'tests' ? path.join(folder, 'unoptimized', 'versitygw') : path.join(folder, 'versitygw');
}

/** Why there is no S3 server here. */
export const NO_S3_SERVER =
  'The tests of the S3 store were left out: they need versitygw on the PATH, or Go (https://go.dev/dl) to build it with.';

/** Whether an S3 server is here, or can be built. */
export const hasS3Server = (): boolean => findVersitygw('tests') !== undefined || onPath('go') !== undefined;

/** What an S3 server is for: what measures wants it optimized. */
type Use = 'tests' | 'figures';

/** The program: on the PATH, or as it was built before. */
function findVersitygw(use: Use): string | undefined {
  const places = use === 'tests' ? [builtAt('figures'), builtAt('tests')] : [builtAt('figures')];
  return onPath('versitygw') ?? places.find((file) => fs.existsSync(file));
}

/**
 * The program, built with Go into the cache when it is not here yet: one to three minutes, and a download of 150 MB on a
 * machine whose Go has built nothing of it.
 *
 * @param use which of the two builds is wanted
 * @param isPatient leaves the processors to whatever else runs
 * @throws StartError when there is no Go, or the build fails
 */
export async function versitygw(use: Use, isPatient = false): Promise<string> {
  const found = findVersitygw(use);
  if (found !== undefined) return found;
  const target = builtAt(use);
  const go = onPath('go');
  if (go === undefined) throw new StartError(NO_S3_SERVER);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  // a second builder is as good; the name appears when the file is whole
  const draft = fs.mkdtempSync(path.join(path.dirname(target), 'build-'));
  try {
    const { module, arguments: first, unoptimized, environment } = recipe();
    const args = [...first, ...(use === 'tests' ? unoptimized : []), module];
    const [command, ...rest] = isPatient && onPath('nice') ? ['nice', '-n', '19', go, ...args] : [go, ...args];
    await run(command, rest, {
      env: { ...process.env, ...environment, GOBIN: draft },
      maxBuffer: 16 * 1024 * 1024,
    });
    fs.renameSync(path.join(draft, 'versitygw'), target);
  } catch (error) {
    const reason = messageOf(error).trim().split('\n').at(-1) ?? '';
    throw new StartError(
      `versitygw, the S3 server of the tests, could not be built (${reason}): put it on the PATH, or correct what Go says.`,
      { cause: error },
    );
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

/** An S3 server that serves. */
export interface RunningS3 {
  endpoint: string;
  pid: number;
  /** Standard settings of AWS's libraries, which reach it as its owner. */
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** BLOB_URL of a bucket of it. */
  url(bucket: string, more?: Record<string, string>): string;
  stop(): Promise<void>;
}

/** Lets in whoever starts the server, for as long as it runs on the loopback interface. */
const OWNER = { AWS_ACCESS_KEY_ID: 'symbio-test', AWS_SECRET_ACCESS_KEY: 'symbio-test-secret' };

/**
 * Starts an S3 server over a folder, on a free port of the loopback interface. It checks signatures.
 *
 * @param folder made when missing; buckets are folders in it
 */
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
        // file systems differ in extended attributes: metadata lies in a folder of its own
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
