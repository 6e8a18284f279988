/** Sends raw bytes to a port, which an HTTP client would refuse to send. */
import net from 'node:net';

export interface RawAnswer {
  /** 0: the connection was closed, or timed out. */
  status: number;
  body: Buffer;
}

const ANSWER_MS = 5_000;
const READ_BYTES = 1_000_000;

/** Resolves when a socket takes more, or is closed. */
const taken = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => {
    const next = (): void => {
      socket.off('drain', next).off('close', next);
      resolve();
    };
    socket.on('drain', next).on('close', next);
  });

/** Sends bytes on a new connection. @param parts written one after the other */
export function sendRaw(url: string, parts: Iterable<Buffer | string>): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      const bytes = Buffer.concat(chunks);
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(bytes.toString('latin1', 0, 20))?.[1] ?? 0);
      const end = bytes.indexOf('\r\n\r\n');
      resolve({ status, body: end === -1 ? bytes : bytes.subarray(end + 4) });
    };
    const timer = setTimeout(done, ANSWER_MS);
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      read += chunk.length;
      if (read > READ_BYTES) done();
    });
    socket.once('error', done).once('close', done);
    void (async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        if (!socket.write(part)) await taken(socket);
      }
    })();
  });
}
