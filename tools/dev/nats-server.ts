import { execFile } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ChildSpec } from './child-process.js';
import { cacheDir, onPath } from './paths.js';
import { LOOPBACK } from './ports.js';
import { messageOf, StartError } from './start-error.js';

const run = promisify(execFile);

const INSTEAD =
  'install nats-server so that it is on the PATH (https://nats.io/download), or set NATS_URL to a server with JetStream';

/**
 * Finds the nats-server program: on the PATH, or Debian's package unpacked into the cache (nothing is installed and
 * no root is needed; only missing package lists make it run `apt-get update`, which root may).
 *
 * @throws StartError that says what to do when there is none
 */
export async function findNatsServer(): Promise<string> {
  const found = onPath('nats-server');
  if (found !== undefined) return found;
  const unpacked = path.join(cacheDir, 'nats-server', 'usr', 'sbin', 'nats-server');
  if (fs.existsSync(unpacked)) return unpacked;
  if (onPath('apt-get') === undefined || onPath('dpkg') === undefined) {
    throw new StartError(`nats-server is missing: ${INSTEAD}.`);
  }
  fs.mkdirSync(cacheDir, { recursive: true });
  const draft = fs.mkdtempSync(path.join(cacheDir, 'nats-server-'));
  try {
    await download(draft);
    const packages = fs.readdirSync(draft).filter((file) => file.endsWith('.deb'));
    if (packages[0] === undefined) throw new Error('apt-get downloaded no package');
    const tree = path.join(draft, 'tree');
    await run('dpkg', ['-x', path.join(draft, packages[0]), tree]);
    fs.accessSync(path.join(tree, 'usr', 'sbin', 'nats-server'), fs.constants.X_OK);
    try {
      fs.renameSync(tree, path.join(cacheDir, 'nats-server'));
    } catch (error) {
      if (!fs.existsSync(unpacked)) throw error; // a second starter was faster, and its copy is as good
    }
  } catch (error) {
    const reason = messageOf(error).trim().split('\n').at(-1) ?? '';
    throw new StartError(`nats-server could not be fetched from Debian (${reason}): ${INSTEAD}.`, { cause: error });
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return unpacked;
}

async function download(into: string): Promise<void> {
  const fetchPackage = (): Promise<unknown> => run('apt-get', ['download', 'nats-server'], { cwd: into });
  try {
    await fetchPackage();
  } catch (error) {
    if (process.getuid?.() !== 0) throw error;
    await run('apt-get', ['update', '-q']);
    await fetchPackage();
  }
}

/**
 * Bytes that streams may take. Where nothing is said a server takes three quarters of the room there is as it starts for its
 * limit, for as long as it runs: started on a full disk it refuses every message, also when there is room again.
 */
const MAX_FILE_STORE = '1TB';

/** Who may sign in at a server: settings with users, and who the launcher is when it looks whether JetStream works. */
export interface NatsAccess {
  /** The `authorization` block. */
  settings: string;
  user: string;
  password: string;
}

/** The file with the settings of the server whose streams lie in a folder. */
export const natsSettings = (dataDir: string): string => `${dataDir}.conf`;

/**
 * A nats-server with JetStream on a port of the loopback interface.
 *
 * @param program what {@link findNatsServer} found
 * @param dataDir folder of the streams; its settings are written beside it
 * @param access who may sign in; without it everyone on this machine may, which is for tests only
 */
export function natsChild(program: string, dataDir: string, port: number, access?: NatsAccess): ChildSpec {
  const settings = natsSettings(dataDir);
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  // it holds passwords: a file of an earlier version must not keep its wider mode
  fs.rmSync(settings, { force: true });
  fs.writeFileSync(
    settings,
    `jetstream { store_dir: ${JSON.stringify(dataDir)}, max_file_store: ${MAX_FILE_STORE} }\n${access?.settings ?? ''}`,
    { mode: 0o600 },
  );
  return {
    name: 'nats',
    command: program,
    args: ['-c', settings, '-a', LOOPBACK, '-p', String(port)],
    isReady: () => greets(port),
    // one whose disk was full greets, says that it is healthy and keeps no message any more, also when there is room again (2.9.10)
    isAlive: () => keeps(port, access),
    stopWithinMs: 10_000,
  };
}

/** Milliseconds in which a server must say what its JetStream holds. */
const ASKED_MS = 1_500;

/** Whether JetStream answers on a port. */
export function keeps(port: number, access?: Pick<NatsAccess, 'user' | 'password'>): Promise<boolean> {
  const options = { verbose: false, ...(access && { user: access.user, pass: access.password }) };
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: LOOPBACK });
    let said = '';
    const done = (answer: boolean): void => {
      resolve(answer);
      clearTimeout(timer);
      socket.destroy();
    };
    const timer = setTimeout(() => done(false), ASKED_MS);
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    // https://docs.nats.io/reference/reference-protocols/nats-protocol and .../nats_api_reference: what accounts hold
    socket.once('connect', () =>
      socket.write(`CONNECT ${JSON.stringify(options)}\r\nSUB alive 1\r\nPUB $JS.API.INFO alive 0\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
      if (/^MSG alive /m.test(said)) done(true);
    });
  });
}

/** Whether a NATS server with JetStream answers on a port: its greeting says so. */
export function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: LOOPBACK });
    let greeting = '';
    const done = (answer: boolean): void => {
      resolve(answer);
      socket.destroy();
    };
    socket.setTimeout(1000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
    socket.on('data', (chunk) => {
      greeting += chunk.toString('latin1');
      if (greeting.includes('\r\n')) done(/^INFO .*"jetstream":\s*true/.test(greeting));
    });
  });
}
