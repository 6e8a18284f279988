import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Port range: below ephemeral ports, which could take a port between its choice and its server's start, and apart from
 * the local stack (packages/fixtures/src/ports.ts).
 */
const FIRST = 10_000;
const END = 15_000;

/** Random free port of the loopback interface. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    const server = net.createServer();
    const isFree = await new Promise<boolean>((resolve, reject) => {
      server.once('listening', () => resolve(true));
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      );
      server.listen(port, '127.0.0.1');
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
