import http from 'node:http';
import https from 'node:https';

/** What a request carries. */
export interface Parts {
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Milliseconds after which an answer no longer counts; {@link ANSWER_MS} when absent. */
  timeoutMs?: number;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** Whether it was sent a second time because its connection, kept from before, turned out to be closed. */
  resent: boolean;
}

/** Longest wait for an answer, milliseconds; the gateway's own deadlines are shorter. */
export const ANSWER_MS = 30_000;

/**
 * An address as browsers and proxies speak to it: connections are kept, and a request whose kept connection was closed by
 * the other side before a byte of its answer is sent once more on a new one (RFC 9110, 9.2.2: all that the load sends is
 * exact once). Nothing else is sent again.
 */
export class Site {
  readonly #agent: http.Agent;
  readonly #module: typeof http | typeof https;

  /** @param url origin */
  constructor(
    readonly url: string,
    /** Connections at once. */
    connections = 64,
    /** Address of this machine that they come from: gateways count tries by it. */
    from?: string,
  ) {
    this.#module = url.startsWith('https:') ? https : http;
    this.#agent = new this.#module.Agent({ keepAlive: true, maxSockets: connections, localAddress: from });
  }

  /** @throws Error whose `code` is node's (ECONNREFUSED, ECONNRESET) or TIMEOUT when there is no answer */
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

  /** @returns undefined when a kept connection was closed before its answer began */
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
