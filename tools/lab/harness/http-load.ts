import { connect, type Socket } from 'node:net';

export interface HttpLoadOptions {
  /** Origin, e.g. http://127.0.0.1:8080. */
  url: string;
  /** Bytes of a request (see {@link requestBytes}), by the number of its connection and how many that one sent before. */
  request: (connection: number, count: number) => Buffer;
  /** Connections that are kept open; each asks again once it is answered. */
  connections: number;
  status: number;
  /** Asked before each request: no more of them once it says so. */
  isOver: (state: { answered: number; seconds: number }) => boolean;
}

export interface HttpLoad {
  answered: number;
  perSecond: number;
  /** Milliseconds from the first byte of a request to the last of its answer. */
  latencies: number[];
  bytes: number;
}

export interface RequestParts {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Request as it goes over the wire. */
export function requestBytes(url: string, { method = 'GET', path, headers = {}, body }: RequestParts): Buffer {
  const { host } = new URL(url);
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: host,
    ...headers,
    ...(content && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(content)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
}

/**
 * Asks a server as fast as it answers. Speaks just enough HTTP/1.1 (kept connections, Content-Length): a full client
 * takes more CPU than the server it measures.
 */
export async function loadHttp(options: HttpLoadOptions): Promise<HttpLoad> {
  const { connections, status } = options;
  const { hostname, port } = new URL(options.url);
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  const load = { latencies: [] as number[], bytes: 0 };
  await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      oneConnection(connect({ host: hostname, port: Number(port), noDelay: true }), {
        status,
        request: (count) => options.request(i, count),
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
  status: number;
  request: (count: number) => Buffer;
  isOver: () => boolean;
  answered: (milliseconds: number, bodyBytes: number) => void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

function oneConnection(socket: Socket, { status, request, isOver, answered }: Conversation): Promise<void> {
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
        const answer = readHead(head.toString('latin1', 0, at), status);
        if (typeof answer === 'string') return fail(answer);
        body = head.length - at - HEAD_END.length;
        length = left = answer.length;
        head = Buffer.alloc(0);
      }
      left -= body;
      if (left > 0) return;
      if (left < 0) return fail('the server sent more than its Content-Length');
      left = undefined;
      answered(performance.now() - asked, length);
      ask();
    });
  });
}

/** Length of the body, or a sentence about the fault. */
function readHead(head: string, wanted: number): { length: number } | string {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  if (status !== String(wanted)) return `a request was answered ${status ?? head.slice(0, 40)}, not ${wanted}`;
  const length = /^content-length: (\d+)\r?$/im.exec(head)?.[1];
  return length === undefined ? 'an answer has no Content-Length' : { length: Number(length) };
}
