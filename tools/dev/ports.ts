import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Everything of the local stack listens here and nowhere else. */
export const LOOPBACK = '127.0.0.1';

/**
 * Ports that are chosen from, both ends included: below those that systems give to connections that go out (32768 to 60999
 * on Linux, 49152 to 65535 on macOS). One of these could be taken by any connection before its server is started.
 */
const FIRST = 15_000;
const LAST = 32_000;

/** A server that listens on a port of the loopback interface; undefined: somebody else does. */
async function listenOn(port: number): Promise<net.Server | undefined> {
  const server = net.createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, LOOPBACK, resolve));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  return server;
}

/** Whether a server can listen on a port of the loopback interface at this moment. */
async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  await new Promise<unknown>((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  return server !== undefined;
}

/** Ports that a process takes at once; the first of them says that they are taken. */
const BLOCK = 100;

/** Ports of this process that were not given out yet. */
let ours: number[] = [];

/**
 * Takes a block of ports that no other process has taken: it listens on the first of them, quietly and for as long as it runs.
 * Whether a port is free at this moment says nothing of the next one, in which somebody else's server may be started on it.
 */
async function takeBlock(): Promise<void> {
  for (;;) {
    const first = FIRST + BLOCK * randomInt((LAST - FIRST) / BLOCK);
    const mark = await listenOn(first);
    if (!mark) continue;
    mark.unref();
    ours = Array.from({ length: BLOCK - 1 }, (_, index) => first + 1 + index);
    return;
  }
}

/** A TCP port nobody listens on, which is given to nobody else who asks for one here or in another process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ours.shift();
    if (port === undefined) await takeBlock();
    else if (await isFree(port)) return port;
  }
}

/** Several different free ports at once. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Whether somebody accepts connections on a port of the loopback interface. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: LOOPBACK });
    socket.setTimeout(1000, () => socket.destroy());
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
