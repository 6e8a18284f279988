import { eventually as askUntil } from '@symbio/runtime/testing/eventually';
import type { Answer, Parts, Site } from './site.js';

/** Token reuse in milliseconds: well below the lifetime of five minutes. */
const TOKEN_USE_MS = 120_000;
/** Timeout in milliseconds for asynchronous work such as document processing. */
export const EFFECT_MS = 300_000;
const ASK_AGAIN_MS = 500;

/** A signed-in user. */
export class Session {
  #token = '';
  #renewAt = 0;
  #renewing: Promise<void> | undefined;

  constructor(
    readonly site: Site,
    readonly email: string,
    readonly password: string,
    /** Token reuse in milliseconds; defaults to {@link TOKEN_USE_MS}. */
    readonly tokenUseMs = TOKEN_USE_MS,
  ) {}

  /** @throws Error when signing in fails and no token exists */
  async authorization(): Promise<Record<string, string>> {
    if (Date.now() > this.#renewAt)
      await (this.#renewing ??= this.#signIn().finally(() => (this.#renewing = undefined)));
    return { authorization: `Bearer ${this.#token}` };
  }

  async #signIn(): Promise<void> {
    const asked = Date.now();
    try {
      const { status, body } = await this.site.send('POST', '/api/auth/sign-in', jsonParts(this.#credentials()));
      if (status !== 200) throw new Error(`${this.email} could not sign in: ${status} ${body.toString()}`);
      this.#token = (JSON.parse(body.toString()) as { access_token: string }).access_token;
      this.#renewAt = asked + this.tokenUseMs;
    } catch (error) {
      // the current token remains valid for minutes; this request is not part of the load
      if (this.#token === '') throw error;
      this.#renewAt = Date.now() + ASK_AGAIN_MS * 10;
    }
  }

  #credentials(): { email: string; password: string } {
    return { email: this.email, password: this.password };
  }

  /** Sends a request; signs in again once if the token has expired, as browsers do. */
  async send(method: string, path: string, parts: Parts = {}): Promise<Answer> {
    const once = async (): Promise<Answer> =>
      this.site.send(method, path, { ...parts, headers: { ...parts.headers, ...(await this.authorization()) } });
    const answer = await once();
    if (answer.status !== 401) return answer;
    this.#renewAt = 0;
    return once();
  }

  /** The JSON of a successful response. @throws Error otherwise */
  async json<T>(method: string, path: string, content?: unknown): Promise<T> {
    const { status, body } = await this.send(method, path, content === undefined ? {} : jsonParts(content));
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${body.toString('utf8', 0, 500)}`);
    return JSON.parse(body.toString()) as T;
  }

  /** Every item of a list. */
  async list<T>(path: string): Promise<T[]> {
    const items: T[] = [];
    for (let page = 1; ; page++) {
      const joint = path.includes('?') ? '&' : '?';
      const answer = await this.json<{ data: T[]; total_pages: number }>(
        'GET',
        `${path}${joint}per_page=100&page=${page}`,
      );
      items.push(...answer.data);
      if (page >= answer.total_pages) return items;
    }
  }
}

/** A JSON body and its header. */
export const jsonParts = (content: unknown): Required<Pick<Parts, 'headers' | 'body'>> => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(content)),
});

/** A repeatable form body and its header. */
export async function formParts(form: FormData): Promise<Required<Pick<Parts, 'headers' | 'body'>>> {
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Repeats a check until it passes. @throws the last error after `withinMs` */
export const eventually = <T>(check: () => Promise<T>, withinMs = EFFECT_MS): Promise<T> =>
  askUntil(check, withinMs, { first: ASK_AGAIN_MS, most: ASK_AGAIN_MS });
