/** People and agents on a local stack, and their live channels. */
import http from 'node:http';
import { ApiClient } from '@symbio/fixtures/api-client';
import type { HttpClient } from '@symbio/fixtures/http-client';
import { adminToken, createAccount } from '@symbio/fixtures/issuer-admin';
import { readSecrets } from '../../dev/stack-settings.js';
import type { RunningStack } from '../../dev/stack.js';

/** Milliseconds that a token is used; it is valid for five minutes. */
const TOKEN_USE_MS = 240_000;
const PASSWORD = 'symbio-load-1';

export async function newPeople(
  { dataDir, issuerUrl }: RunningStack,
  http: HttpClient,
  from: number,
  count: number,
): Promise<ApiClient[]> {
  const client = { id: 'symbio-identity', secret: readSecrets(dataDir).issuerAdmin };
  const token = await adminToken(issuerUrl, client);
  const people: ApiClient[] = [];
  for (let n = from; n < from + count; n++) {
    const email = `person-${n}@load.symbio.test`;
    const account = { email, firstName: 'Person', lastName: String(n), password: PASSWORD, role: 'symbio' };
    await createAccount(issuerUrl, token, account);
    people.push(new ApiClient(http, { email, password: PASSWORD, tokenUseMs: TOKEN_USE_MS }));
  }
  return people;
}

export async function admit(administrator: ApiClient, projectId: string, person: ApiClient): Promise<void> {
  const { data } = await person.get<{ data: { id: string } }>('/api/me');
  await administrator.post(`/api/projects/${projectId}/members`, { user_id: data.id, role: 'editor' });
}

/** @returns their secrets */
export async function newKeys(client: ApiClient, from: number, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let n = from; n < from + count; n++)
    keys.push((await client.post<{ data: { key: string } }>('/api/api-keys', { name: `Load ${n}` })).data.key);
  return keys;
}

const REOPEN_MS = 1_000;

/** Reopened until it is closed. */
export class LiveChannel {
  #request: http.ClientRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param receive called with every chunk of the stream */
  constructor(
    private readonly client: ApiClient,
    private readonly projectId: string,
    private readonly receive: (text: string) => void = () => undefined,
  ) {}

  async open(): Promise<void> {
    const headers = await this.client.authorization();
    if (this.#closed) return;
    const url = new URL(`/api/events?project_id=${this.projectId}`, this.client.http.url);
    await new Promise<void>((resolve) => {
      const ended = (): void => {
        resolve();
        this.#reopenLater();
      };
      this.#request = http.get(url, { headers, agent: false }, (response) => {
        response.setEncoding('utf8');
        if (response.statusCode === 200)
          response.on('data', (text: string) => {
            resolve();
            this.receive(text);
          });
        else response.resume();
        response.once('error', ended).once('close', ended);
      });
      this.#request.once('error', ended);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#request?.destroy();
  }

  #reopenLater(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.open().catch(() => this.#reopenLater());
    }, REOPEN_MS);
  }
}
