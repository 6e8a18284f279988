import http from 'node:http';
import https from 'node:https';

/** Request headers and body. */
export interface Parts {
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Timeout in milliseconds; defaults to {@link ANSWER_MS}. */
  timeoutMs?: number;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** Whether it was resent because its kept-alive connection was closed. */
  resent: boolean;
}

/** Timeout in milliseconds; longer than the gateway's deadlines. */
export const ANSWER_MS = 30_000;

/**
 * An HTTP client like browsers and proxies: connections are kept alive, and a request whose connection closes before a
 * byte of the response is resent once on a new one (RFC 9110, 9.2.2: all requests of the load are idempotent). Nothing
 * else is resent.
 */
export class Site {
  readonly #agent: http.Agent;
  readonly #module: typeof http | typeof https;

  /** @param url origin */
  constructor(
    readonly url: string,
    /** Maximum connections. */
    connections = 64,
    /** Local source address: gateways rate-limit by it. */
    from?: string,
  ) {
    this.#module = url.startsWith('https:') ? https : http;
    this.#agent = new this.#module.Agent({ keepAlive: true, maxSockets: connections, localAddress: from });
  }

  /** @throws Error with Node's `code` (ECONNREFUSED, ECONNRESET) or TIMEOUT */
  async send(method: string, path: string, parts: Parts = {}): Promise<Answer> {
    const first = await this.#once(method, path, parts);
    if (first !== undefined) return { ...first, resent: false };
    const second = await this.#once(method, path, parts, false);
    if (second === undefined) throw new Error('a new connection counts as kept');
    return { ...second, resent: true };
  }

  close(): void {
    this.#agent.destroy();
  }

  /** @returns undefined when a kept-alive connection closed before the response */
  #once(method: string, path: string, parts: Parts, kept = true): Promise<Omit<Answer, 'resent'> | undefined> {
    const { headers = {}, body, timeoutMs = ANSWER_MS } = parts;
    return new Promise((resolve, reject) => {
      let begun = false;
      const length = body === undefined ? {} : { 'content-length': String(body.length) };
      const request = this.#module.request(new URL(path, this.url), {
        method,
        headers: { ...headers, ...length },
        agent: kept ? this.#agent : false,
      });
      const timer = setTimeout(() => {
        request.destroy(Object.assign(new Error(`no answer in ${timeoutMs / 1000} s`), { code: 'TIMEOUT' }));
      }, timeoutMs);
      request.once('close', () => clearTimeout(timer));
      request.once('error', (error: NodeJS.ErrnoException) => {
        const closed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        if (closed && request.reusedSocket && !begun) resolve(undefined);
        else reject(error);
      });
      request.once('response', (response) => {
        begun = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      request.end(body);
    });
  }
}
