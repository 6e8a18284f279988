import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isListening, LOOPBACK } from '@symbio/fixtures/ports';

export interface RunningNginx {
  url: string;
  /** The master process; its workers are its children. */
  pid: number;
  stop: () => Promise<void>;
}

const START_MS = 10_000;

/**
 * Starts an nginx of its own that serves the files below a folder: as many workers as processors, sendfile, open files
 * remembered, no log, connections kept. Nothing of an installed nginx's settings is read.
 *
 * @param folder for its settings and temporary files
 * @throws Error with what nginx says when it does not start
 */
export async function startNginx(program: string, root: string, folder: string): Promise<RunningNginx> {
  const port = await freePort();
  mkdirSync(path.join(folder, 'tmp'), { recursive: true });
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, settings(root, folder, port));
  const child = spawn(program, ['-e', path.join(folder, 'error.log'), '-c', file, '-p', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const deadline = Date.now() + START_MS;
  while (!(await isListening(port))) {
    if (hasEnded(child) || Date.now() > deadline) {
      child.kill();
      throw new Error(`nginx did not start: ${said.trim()}`);
    }
    await sleep(50);
  }
  return {
    url: `http://${LOOPBACK}:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function settings(root: string, folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${folder}/tmp/${kind};`,
  );
  return [
    'daemon off;',
    // started by root, nginx would switch to a user that cannot read the folder
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes auto;',
    `pid ${folder}/nginx.pid;`,
    'events { worker_connections 1024; }',
    'http {',
    '  types { image/jpeg jpg; image/png png; }',
    '  access_log off;',
    '  sendfile on;',
    '  tcp_nopush on;',
    '  tcp_nodelay on;',
    '  keepalive_requests 100000000;',
    '  open_file_cache max=20000 inactive=600s;',
    '  open_file_cache_valid 600s;',
    ...temporary,
    '  server {',
    `    listen ${LOOPBACK}:${port};`,
    `    root ${root};`,
    '    add_header Cache-Control "private, max-age=31536000, immutable";',
    '  }',
    '}',
    '',
  ].join('\n');
}
