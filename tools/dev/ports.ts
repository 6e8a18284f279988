import { randomInt } from 'node:crypto';
import net from 'node:net';

/** The only interface of the local stack. */
export const LOOPBACK = '127.0.0.1';

/**
 * Port range, inclusive: below ephemeral ports (32768 to 60999 on Linux, 49152 to 65535 on macOS), which any connection
 * could take before the server starts.
 */
const FIRST = 15_000;
const LAST = 32_000;

/** A server listening on a loopback port; undefined if taken. */
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

/** Whether a loopback port is currently free. */
async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port);
  await new Promise<unknown>((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  return server !== undefined;
}

/** Ports reserved per block; a listener on the first one marks the reservation. */
const BLOCK = 100;

/** Reserved ports not yet handed out. */
let ours: number[] = [];

/**
 * Reserves a block of ports against other processes by listening on its first port while this process runs. Checking a
 * port alone would be a race with other servers.
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

/** A free TCP port, handed out only once across processes. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ours.shift();
    if (port === undefined) await takeBlock();
    else if (await isFree(port)) return port;
  }
}

/** Several distinct free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Whether a loopback port accepts connections. */
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
