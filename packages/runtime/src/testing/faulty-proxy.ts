import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/** A TCP proxy that injects network faults. Initially cut. */
export interface FaultyProxy {
  port: number;
  /** Forwards everything without delay. Stalled connections resume with the buffered data. */
  mend: () => Promise<void>;
  /** Closes connections and refuses new ones, like a stopped server. */
  cut: () => Promise<void>;
  /** Delays everything by this many milliseconds in each direction. */
  slow: (ms: number) => void;
  /** Keeps and accepts connections without forwarding, like a hanging server. */
  dead: () => void;
}

/** Starts a proxy. @param target port of the server on 127.0.0.1 */
export async function faultyProxy(target: number): Promise<FaultyProxy> {
  const sockets = new Set<net.Socket>();
  let delayMs = 0;
  let isDead = false;

  /** Forwards one direction in order. */
  function pass(from: net.Socket, to: net.Socket): void {
    let last = Promise.resolve();
    sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      const due = Date.now() + delayMs;
      last = last.then(async () => {
        if (due > Date.now()) await sleep(due - Date.now());
        if (to.writable && !to.write(chunk)) {
          from.pause();
          to.once('drain', () => isDead || from.resume());
        }
      });
    });
    from
      .on('end', () => void last.then(() => to.end()))
      .on('error', () => to.destroy())
      .on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    if (isDead) from.pause();
  }

  const server = net.createServer({ noDelay: true, allowHalfOpen: true }, (from) => {
    const to = net.connect({ port: target, host: LOOPBACK, noDelay: true, allowHalfOpen: true });
    pass(from, to);
    pass(to, from);
  });
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, LOOPBACK, () => resolve((server.address() as net.AddressInfo).port));
    });
  const cut = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const port = await listen(0);
  await cut();
  return {
    port,
    cut,
    mend: async () => {
      delayMs = 0;
      isDead = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    slow: (ms) => void (delayMs = ms),
    dead: () => {
      isDead = true;
      for (const socket of sockets) socket.pause();
    },
  };
}
