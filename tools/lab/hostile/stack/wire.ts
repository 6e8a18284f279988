/** Path traversal, and requests that are too large, too deep or malformed. */
import http2 from 'node:http2';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { counted } from '../../harness/report.js';
import { listPages } from '../../harness/world.js';
import { sendRaw, type RawAnswer } from './raw-requests.js';
import type { Ids } from './requests.js';
import type { Attack, Target } from './target-stack.js';

const CLIMBS = [
  '../../../../../../etc/passwd',
  '..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '..%252f..%252f..%252f..%252fetc%252fpasswd',
  '..\\..\\..\\..\\etc\\passwd',
  '..%5c..%5c..%5cetc%5cpasswd',
  '..%c0%af..%c0%af..%c0%afetc/passwd',
  '....//....//....//etc/passwd',
  '%00',
  'index.html%00.png',
  '..;/..;/..;/etc/passwd',
  '/etc/passwd',
  '//etc/passwd',
  '%2fetc%2fpasswd',
  'package.json',
  '.env',
  '../package.json',
  '..%2fpackage.json',
  '%',
  '%ff%fe',
  '~root',
  'CON',
  'a'.repeat(5_000),
  '../../internal-keys.json',
  '..%2f..%2fsecrets.json',
];
/** Strings that only secret files contain. */
const SECRETS = ['root:x:', '"workspaces"', 'PRIVATE KEY', 'INTERNAL_SIGNING_KEY'];
const HOST = 'Host: symbio.test\r\n';

type RawAttempts = Readonly<Record<string, Iterable<Buffer | string>>>;

/** Every path with a name or key, with `..` in its last segments. */
async function climbing({ attacker, stack }: Target, ids: Ids): Promise<RawAttempts> {
  const pages = await listPages(attacker, ids['document_id'] ?? '');
  const tiles = new URL(pages[0]?.tile_source?.Image.Url ?? '/', stack.url).pathname;
  const thumbnail = new URL(pages[0]?.thumbnail_url ?? '/', stack.url).pathname;
  const download = await attacker.get<unknown>(`/api/documents/${ids['document_id']}/download-url`);
  const file = /\/files\/[^"?]*/.exec(JSON.stringify(download))?.[0] ?? '/files/';
  /** Without the last segment, and with the first two only. */
  const folders = (path: string): string[] => [
    path.slice(0, path.lastIndexOf('/') + 1),
    `${path.split('/').slice(0, 3).join('/')}/`,
  ];
  const roots = [
    ...['/', '/assets/', '/files/', '/auth/', '/auth/resources/', '/api/', '/api/public/', '/api/documents/', '/mcp/'],
    ...['/api/public/document-pages/', '/projects/', '/api/document-uploads/'],
    ...[tiles, thumbnail, file].flatMap(folders),
  ];
  const { authorization = '' } = await attacker.authorization();
  const request = (path: string): string[] => [
    `GET ${path} HTTP/1.1\r\n${HOST}Authorization: ${authorization}\r\nConnection: close\r\n\r\n`,
  ];
  return Object.fromEntries(
    roots.flatMap((root) =>
      CLIMBS.map((climb) => [`${root.slice(0, 80)}${climb.slice(0, 40)}`, request(`${root}${climb}`)]),
    ),
  );
}

function* repeated(head: string, piece: Buffer | string, count: number, end = ''): Generator<Buffer | string> {
  yield head;
  for (let index = 0; index < count; index++) yield piece;
  yield end;
}

function oversize(authorization: string, ids: Ids): RawAttempts {
  const auth = `${HOST}Authorization: ${authorization}\r\nConnection: close\r\n`;
  const json = `${auth}Content-Type: application/json\r\n`;
  const post = (extra: string, path = '/api/public/projects'): string => `POST ${path} HTTP/1.1\r\n${json}${extra}\r\n`;
  const whole = (body: Buffer | string, extra = ''): (Buffer | string)[] => [
    post(`Content-Length: ${body.length}\r\n${extra}`),
    body,
  ];
  const MB = Buffer.alloc(1_000_000, 'x');
  const form = `POST /api/documents HTTP/1.1\r\n${auth}Content-Type: multipart/form-data; boundary=b\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const part = (name: string, value: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const multipart = (body: string): string[] => [`${form}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, body];
  return {
    'a header of 20 KB': [`GET / HTTP/1.1\r\n${auth}X-A: ${'a'.repeat(20_000)}\r\n\r\n`],
    'a header of 50 MB': repeated(`GET / HTTP/1.1\r\n${auth}X-A: `, MB, 50, '\r\n\r\n'),
    '5,000 headers': [`GET / HTTP/1.1\r\n${auth}${'X-A: 1\r\n'.repeat(5_000)}\r\n`],
    'an address of 100 KB': [`GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${auth}\r\n`],
    'a query of 2,000 parameters': [`GET /api/public/projects?${'a=1&'.repeat(2_000)} HTTP/1.1\r\n${auth}\r\n`],
    'a body of 300 MB of JSON': repeated(post('Content-Length: 300000000\r\n'), MB, 300),
    'a body of 300 MB in chunks': repeated(
      post(chunked),
      Buffer.concat([Buffer.from('f4240\r\n'), MB, Buffer.from('\r\n')]),
      300,
      '0\r\n\r\n',
    ),
    'JSON 450,000 levels deep': whole('['.repeat(450_000) + ']'.repeat(450_000)),
    'objects 150,000 levels deep': whole('{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000)),
    'a title 400,000 lists deep': whole(`{"title":${'['.repeat(400_000)}${']'.repeat(400_000)}}`),
    'a JSON object of 100,000 fields': whole(`{${Array.from({ length: 90_000 }, (_, i) => `"f${i}":1`).join(',')}}`),
    'a number of 900,000 digits': whole(`{"title":${'9'.repeat(900_000)}}`),
    'a body that unpacks to 1 GB': whole(gzipSync(Buffer.alloc(1e9), { level: 1 }), 'Content-Encoding: gzip\r\n'),
    'a body in an unknown encoding': whole('{}', 'Content-Encoding: zzz\r\n'),
    'JSON in UTF-16': whole(Buffer.from('{"title":"a"}', 'utf16le')),
    'bytes that are no UTF-8': whole(Buffer.from('{"title":"\xff\xfe\xc0\xaf"}', 'latin1')),
    'two lengths': [post('Content-Length: 2\r\nContent-Length: 40\r\n'), '{}'],
    'a length and chunks': [post(`Content-Length: 4\r\n${chunked}`), '0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n'],
    'a length below nothing': [post('Content-Length: -1\r\n'), '{}'],
    'a chunk of 2 to the 64th': [post(chunked), 'ffffffffffffffff\r\nxx'],
    'a chunk whose length is no number': [post(chunked), 'zz\r\nxx\r\n'],
    'a line folded into the next header': [`GET / HTTP/1.1\r\n${auth}X-A: 1\r\n Host: other\r\n\r\n`],
    'a NUL in a header': [`GET / HTTP/1.1\r\n${auth}X-A: a\0b\r\n\r\n`],
    'an unknown method': [`ZAP / HTTP/1.1\r\n${auth}\r\n`],
    CONNECT: [`CONNECT 127.0.0.1:22 HTTP/1.1\r\n${auth}\r\n`],
    TRACE: [`TRACE /api/me HTTP/1.1\r\n${auth}\r\n`],
    'an upgrade to WebSocket': [
      `GET /api/events HTTP/1.1\r\n${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAA\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    ],
    'an upgrade to HTTP/2': [
      `GET / HTTP/1.1\r\n${HOST}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    ],
    'no host': ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    'HTTP/0.9': ['GET /\r\n\r\n'],
    'HTTP/9.9': [`GET / HTTP/9.9\r\n${HOST}\r\n`],
    'an address of another server': [`GET http://127.0.0.1:22/ HTTP/1.1\r\n${auth}\r\n`],
    'the greeting of TLS': [Buffer.from('1603010200010001fc0303', 'hex'), randomBytes(500)],
    noise: [randomBytes(100_000)],
    'a form of 100,000 fields': multipart(`${part('a', 'x').repeat(100_000)}--b--\r\n`),
    'a form with a field of 50 MB': multipart(`${part('project_id', 'x'.repeat(5e7))}--b--\r\n`),
    'a form that never ends': multipart(part('project_id', ids['project_id'] ?? '')),
    'a form whose file is called ../../x': multipart(
      `${part('project_id', ids['project_id'] ?? '')}--b\r\nContent-Disposition: form-data; name="files"; filename="../../../etc/cron.d/x.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\r\n--b--\r\n`,
    ),
    'a form with a header of 1 MB': multipart(
      `--b\r\nContent-Disposition: form-data; name="${'a'.repeat(1e6)}"\r\n\r\nx\r\n--b--\r\n`,
    ),
    'a form without a boundary': [
      `POST /api/documents HTTP/1.1\r\n${auth}Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n`,
      '{}',
    ],
    'a range of everything a thousand times': [
      `GET /index.html HTTP/1.1\r\n${auth}Range: bytes=${'0-,'.repeat(1_000)}0-\r\n\r\n`,
    ],
    'a cookie of 7 KB': [
      `POST /api/auth/refresh HTTP/1.1\r\n${HOST}Cookie: ${'a=b;'.repeat(1_750)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ],
    'a token of 10 KB': [
      `GET /api/me HTTP/1.1\r\n${HOST}Authorization: Bearer ${'a.'.repeat(5_000)}\r\nConnection: close\r\n\r\n`,
    ],
    'an Idempotency-Key of 10 KB': whole('{}', `Idempotency-Key: ${'k'.repeat(10_000)}\r\n`),
  };
}

function rawFault({ status, body }: RawAnswer): string | undefined {
  const text = body.toString('latin1');
  if (SECRETS.some((secret) => text.includes(secret))) return 'showed a secret file';
  // 505: a version of HTTP that there is not
  return status >= 500 && status !== 505 ? `was answered ${status}: ${text.slice(0, 200)}` : undefined;
}

async function sendRawly(url: string, attempts: RawAttempts): Promise<Attack> {
  const faults: string[] = [];
  const statuses: string[] = [];
  for (const [name, parts] of Object.entries(attempts)) {
    const answer = await sendRaw(url, parts);
    statuses.push(answer.status === 0 ? 'closed' : String(answer.status));
    const fault = rawFault(answer);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
  }
  return { tried: statuses.length, answered: counted(statuses), faults };
}

export const tryPaths = async (target: Target, ids: Ids): Promise<Attack> =>
  sendRawly(target.stack.url, await climbing(target, ids));

export async function tryOversize(target: Target, ids: Ids): Promise<Attack> {
  const { authorization = '' } = await target.attacker.authorization();
  return sendRawly(target.stack.url, oversize(authorization, ids));
}

/** Milliseconds to wait before checking the service. */
const HELD_MS = 3_000;
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const SETTINGS = Buffer.from('000000040000000000', 'hex');

function frame(kind: number, flags: number, stream: number, payload: Buffer, length = payload.length): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length, 0, 3);
  head.writeUInt8(kind, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function badFrames(): RawAttempts {
  const opened = Buffer.concat([PREFACE, SETTINGS]);
  const many = (count: number, make: (index: number) => Buffer): Buffer[] => [
    opened,
    ...Array.from({ length: count }, (_, index) => make(index)),
  ];
  return {
    'HTTP/1.1': ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    noise: [randomBytes(100_000)],
    'a frame of 16 MB': [opened, frame(0, 0, 1, Buffer.alloc(10), 0xffffff)],
    'half a frame': [opened, Buffer.from('0000', 'hex')],
    'headers without an end': many(5_000, (index) => frame(index === 0 ? 1 : 9, 0, 1, Buffer.alloc(1_000, 0))),
    '50,000 pings': many(50_000, () => frame(6, 0, 0, Buffer.alloc(8))),
    '50,000 settings': many(50_000, () => frame(4, 0, 0, Buffer.from('000100001000', 'hex'))),
    '20,000 streams opened and reset': many(40_000, (index) =>
      index % 2 === 0
        ? frame(1, 5, index + 1, Buffer.from('828684', 'hex'))
        : frame(3, 0, index, Buffer.from('00000008', 'hex')),
    ),
    'a window below nothing': [
      opened,
      frame(8, 0, 0, Buffer.from('7fffffff', 'hex')),
      frame(8, 0, 0, Buffer.from('7fffffff', 'hex')),
    ],
    'a push from a client': [opened, frame(5, 4, 1, Buffer.from('00000002828684', 'hex'))],
  };
}

/** gRPC calls with oversized, partial or broken messages, or without a caller. @returns their status codes */
async function badCalls(address: string): Promise<string[]> {
  let session: http2.ClientHttp2Session | undefined;
  /** The service may close a bad connection: the next call opens another. */
  const connected = (): http2.ClientHttp2Session => {
    if (session && !session.closed && !session.destroyed) return session;
    session = http2.connect(`http://${address}`).on('error', () => undefined);
    return session;
  };
  const call = (
    path: string,
    chunks: readonly Buffer[],
    end = true,
    headers: http2.OutgoingHttpHeaders = {},
  ): Promise<string> =>
    new Promise((resolve) => {
      const stream = connected().request({
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      });
      let code = '';
      const ended = (): void => {
        clearTimeout(timer);
        resolve(code === '' ? 'closed' : `code ${code}`);
      };
      const timer = setTimeout(() => {
        stream.close(http2.constants.NGHTTP2_CANCEL);
        // a half-closed connection does not report its end
        ended();
      }, HELD_MS);
      stream.on('response', (answer) => (code ||= String(answer['grpc-status'] ?? '')));
      stream.on('trailers', (trailers: http2.IncomingHttpHeaders) => (code ||= String(trailers['grpc-status'] ?? '')));
      stream.on('error', () => undefined);
      stream.on('close', ended);
      stream.resume();
      for (const chunk of chunks) stream.write(chunk);
      if (end) stream.end();
    });
  const message = (bytes: Buffer, length = bytes.length, packed = 0): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(packed, 0);
    head.writeUInt32BE(length, 1);
    return Buffer.concat([head, bytes]);
  };
  const check = '/grpc.health.v1.Health/Check';
  const list = '/symbio.project.v1.ProjectService/ListProjects';
  const results: string[] = [];
  for (const path of [check, list]) {
    results.push(await call(path, [message(Buffer.alloc(9_000_000, 1))]));
    results.push(await call(path, [message(Buffer.alloc(0), 0xffffffff)]));
    results.push(await call(path, [message(Buffer.from('0a'), 100)], false));
    results.push(await call(path, [message(Buffer.from('0affffffff7f', 'hex'))]));
    results.push(await call(path, [message(Buffer.from('noise'), 5, 1)], true, { 'grpc-encoding': 'gzip' }));
    results.push(
      await call(path, [message(gzipSync(Buffer.alloc(1e9), { level: 1 }), undefined, 1)], true, {
        'grpc-encoding': 'gzip',
      }),
    );
    results.push(await call(path, [message(Buffer.alloc(0))], true, { 'grpc-timeout': '99999999999999H' }));
    results.push(await call(path, [message(Buffer.alloc(0))], true, { authorization: 'a'.repeat(8_000) }));
    results.push(
      ...(await Promise.all(Array.from({ length: 500 }, () => call(path, [Buffer.from('00', 'hex')], false)))),
    );
  }
  results.push(await call('/unknown/Method', [message(Buffer.alloc(0))]));
  session?.destroy();
  return results;
}

export async function tryFrames({ stack }: Target, services: readonly string[]): Promise<Attack> {
  const answers: string[] = [];
  const faults: string[] = [];
  for (const name of services) {
    const address = stack.grpcAddress(name);
    const framed = await Promise.all(Object.values(badFrames()).map((parts) => sendRaw(`http://${address}`, parts)));
    answers.push(...framed.map(({ status }) => (status === 0 ? 'closed' : 'answered')));
    const codes = await badCalls(address);
    // 0 is a health check; 2 and 13 are server faults
    if (codes.includes('code 2')) faults.push(`${name} answered a bad call UNKNOWN`);
    answers.push(...codes);
  }
  return { tried: answers.length, answered: counted(answers), faults };
}
