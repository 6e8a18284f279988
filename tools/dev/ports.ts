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

/** Whether a server can listen on a port of the loopback interface at this moment. */
async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, LOOPBACK, resolve));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** A TCP port nobody listens on at this moment, chosen at random so that others who choose meanwhile choose another. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port)) return port;
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
