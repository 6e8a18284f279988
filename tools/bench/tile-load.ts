import { connect, type Socket } from 'node:net';

export interface TileLoadOptions {
  /** Origin, e.g. http://127.0.0.1:8080. */
  url: string;
  /** Asked for in this order, each connection from another place of it. */
  paths: readonly string[];
  /** Connections that are kept open; each asks again as soon as it is answered. */
  connections: number;
  /** Asked before each request: no more of them once it says so. */
  isOver: (state: { answered: number; seconds: number }) => boolean;
}

export interface TileLoad {
  answered: number;
  perSecond: number;
  /** Milliseconds from the first byte of a request to the last of its answer. */
  latencies: number[];
  /** Of all bodies. */
  bytes: number;
}

/**
 * Asks a server for tiles as fast as it answers. Speaks just enough HTTP/1.1 (kept connections, answers with a
 * Content-Length), for a full client takes more of a processor than the server it measures.
 *
 * @throws Error for an answer other than 200, or a connection that breaks off
 */
export async function loadTiles(options: TileLoadOptions): Promise<TileLoad> {
  const { connections, paths } = options;
  const { hostname, port } = new URL(options.url);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`));
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  const load = { latencies: [] as number[], bytes: 0 };
  const step = Math.floor(requests.length / connections);
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      oneConnection(connect({ host: hostname, port: Number(port), noDelay: true }), {
        request: (count) => requests[(i * step + count) % requests.length] ?? Buffer.alloc(0),
        isOver: () => options.isOver({ answered: load.latencies.length, seconds: seconds() }),
        answered: (milliseconds, bodyBytes) => {
          load.latencies.push(milliseconds);
          load.bytes += bodyBytes;
        },
      }),
    ),
  );
  const answered = load.latencies.length;
  return { ...load, answered, perSecond: answered / seconds() };
}

interface Conversation {
  request: (count: number) => Buffer;
  isOver: () => boolean;
  answered: (milliseconds: number, bodyBytes: number) => void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

function oneConnection(socket: Socket, { request, isOver, answered }: Conversation): Promise<void> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let asked = 0;
    let head: Buffer = Buffer.alloc(0);
    let length = 0;
    /** Bytes of the body still to come; undefined while the head is read. */
    let left: number | undefined;
    const ask = (): void => {
      if (isOver()) {
        socket.end();
        resolve();
        return;
      }
      asked = performance.now();
      socket.write(request(count++));
    };
    const fail = (message: string): void => {
      reject(new Error(message));
      socket.destroy();
    };
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      let body = chunk.length;
      if (left === undefined) {
        head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
        const at = head.indexOf(HEAD_END);
        if (at < 0) return;
        const answer = readHead(head.toString('latin1', 0, at));
        if (typeof answer === 'string') return fail(answer);
        body = head.length - at - HEAD_END.length;
        length = left = answer.length;
        head = Buffer.alloc(0);
      }
      left -= body;
      if (left > 0) return;
      if (left < 0) return fail('the server sent more than it said');
      left = undefined;
      answered(performance.now() - asked, length);
      ask();
    });
  });
}

/** The length of the body, or a sentence about what is wrong. */
function readHead(head: string): { length: number } | string {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  if (status !== '200') return `a tile answered ${status ?? head.slice(0, 40)}`;
  const length = /^content-length: (\d+)\r?$/im.exec(head)?.[1];
  return length === undefined ? 'a tile has no Content-Length' : { length: Number(length) };
}
