import { execFile } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ChildSpec } from './child-process.js';
import { madeOnce } from './made-once.js';
import { cacheDir, onPath } from './paths.js';
import { LOOPBACK } from '@symbio/fixtures/ports';
import { messageOf, StartError } from './start-error.js';

const run = promisify(execFile);

const INSTEAD =
  'install nats-server so that it is on the PATH (https://nats.io/download), or set NATS_URL to a server with JetStream';

/**
 * Finds nats-server: on the PATH, or Debian's package unpacked into the cache (without installation or root; only
 * missing package lists require `apt-get update`, as root).
 */
export async function findNatsServer(): Promise<string> {
  const found = onPath('nats-server');
  if (found !== undefined) return found;
  const unpacked = path.join(cacheDir, 'nats-server', 'usr', 'sbin', 'nats-server');
  if (fs.existsSync(unpacked)) return unpacked;
  if (onPath('apt-get') === undefined || onPath('dpkg') === undefined) {
    throw new StartError(`nats-server is missing: ${INSTEAD}.`);
  }
  await madeOnce(path.join(cacheDir, 'nats-server'), async (draft) => {
    await download(draft);
    const packages = fs.readdirSync(draft).filter((file) => file.endsWith('.deb'));
    if (packages[0] === undefined) throw new Error('apt-get downloaded no package');
    const tree = path.join(draft, 'tree');
    await run('dpkg', ['-x', path.join(draft, packages[0]), tree]);
    fs.accessSync(path.join(tree, 'usr', 'sbin', 'nats-server'), fs.constants.X_OK);
    return tree;
  }).catch((cause: unknown) => {
    const reason = messageOf(cause).trim().split('\n').at(-1) ?? '';
    throw new StartError(`nats-server could not be fetched from Debian (${reason}): ${INSTEAD}.`, { cause });
  });
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
 * Storage limit of streams in bytes. The default, three quarters of the free space at startup, would refuse messages
 * even after space is freed.
 */
const MAX_FILE_STORE = '1TB';

/** Users of a server, and the launcher's credentials for checking JetStream. */
export interface NatsAccess {
  settings: string;
  user: string;
  password: string;
}

/** Server settings file for a stream folder. */
export const natsSettings = (dataDir: string): string => `${dataDir}.conf`;

/**
 * Nats-server with JetStream on a loopback port.
 * @param access users; without it any local process has access, for tests only
 */
export function natsChild(program: string, dataDir: string, port: number, access?: NatsAccess): ChildSpec {
  const settings = natsSettings(dataDir);
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  // contains passwords: recreate files of earlier versions, which may have a wider mode
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
    // after a full disk the server greets and reports healthy but stores no messages, even with free space (2.9.10)
    isAlive: () => keeps(port, access),
    stopWithinMs: 10_000,
  };
}

const ASKED_MS = 1_500;

function answers(port: number, text: string, wanted: RegExp): Promise<boolean> {
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
    socket.once('connect', () => socket.write(text));
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
      if (wanted.test(said)) done(true);
    });
  });
}

export function keeps(port: number, access?: Pick<NatsAccess, 'user' | 'password'>): Promise<boolean> {
  const options = { verbose: false, ...(access && { user: access.user, pass: access.password }) };
  // account info: https://docs.nats.io/reference/reference-protocols/nats-protocol and .../nats_api_reference
  const asked = `CONNECT ${JSON.stringify(options)}\r\nSUB alive 1\r\nPUB $JS.API.INFO alive 0\r\n\r\n`;
  return answers(port, asked, /^MSG alive /m);
}

export const greets = (port: number): Promise<boolean> => answers(port, '', /^INFO .*"jetstream":\s*true.*\r\n/);
