import http from 'node:http';
import { Session } from '../drills/work/session.js';
import type { Site } from '../drills/work/site.js';
import { readSecrets } from '../dev/stack-settings.js';
import type { RunningStack } from '../dev/stack.js';

/** Milliseconds that a token is used; it is valid for five minutes. */
const TOKEN_USE_MS = 240_000;
const PASSWORD = 'symbio-load-1';
const REALM = 'realms/symbio';

/** Creates accounts of staff at the issuer of a local stack; they sign in at their first request. */
export async function newPeople(stack: RunningStack, site: Site, from: number, count: number): Promise<Session[]> {
  const authorization = await adminToken(stack);
  const people: Session[] = [];
  for (let n = from; n < from + count; n++) {
    const email = `person-${n}@load.symbio.test`;
    const made = await fetch(`${stack.issuerUrl}/admin/${REALM}/users`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        username: email,
        email,
        firstName: 'Person',
        lastName: `${n}`,
        emailVerified: true,
        enabled: true,
        credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
      }),
    });
    const location = made.headers.get('location');
    if (made.status !== 201 || location === null) throw new Error(`making ${email} answered ${made.status}`);
    const given = await fetch(`${stack.issuerUrl}${new URL(location).pathname}/role-mappings/realm`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify([{ name: 'symbio' }]),
    });
    if (!given.ok) throw new Error(`giving ${email} a role answered ${given.status}`);
    people.push(new Session(site, email, PASSWORD, TOKEN_USE_MS));
  }
  return people;
}

async function adminToken({ dataDir, issuerUrl }: RunningStack): Promise<string> {
  const answer = await fetch(`${issuerUrl}/${REALM}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'symbio-identity',
      client_secret: readSecrets(dataDir).issuerAdmin,
    }),
  });
  if (!answer.ok) throw new Error(`the issuer answered ${answer.status}`);
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}

/** The id of who is signed in. */
export const idOf = async (session: Session): Promise<string> =>
  (await session.json<{ data: { id: string } }>('GET', '/api/me')).data.id;

/** Makes a user an editor of a project. */
export const admit = (administrator: Session, projectId: string, userId: string): Promise<unknown> =>
  administrator.json('POST', `/api/projects/${projectId}/members`, { user_id: userId, role: 'editor' });

/** Creates API keys of agents. @returns their secrets */
export async function newKeys(session: Session, from: number, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let n = from; n < from + count; n++) {
    const { data } = await session.json<{ data: { key: string } }>('POST', '/api/api-keys', { name: `Load ${n}` });
    keys.push(data.key);
  }
  return keys;
}

/** Delay in milliseconds before an ended live channel is opened again. */
const REOPEN_MS = 1_000;

/** The live channel of a window, reopened until it is closed. */
export class LiveChannel {
  #request: http.ClientRequest | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param heard called with every chunk of the stream */
  constructor(
    private readonly session: Session,
    private readonly projectId: string,
    private readonly heard: (text: string) => void = () => undefined,
  ) {}

  async open(): Promise<void> {
    const headers = await this.session.authorization();
    if (this.#closed) return;
    const url = new URL(`/api/events?project_id=${this.projectId}`, this.session.site.url);
    await new Promise<void>((resolve) => {
      const again = (): void => {
        resolve();
        if (!this.#closed) this.#timer ??= setTimeout(() => this.#reopen(), REOPEN_MS);
      };
      this.#request = http.get(url, { headers, agent: false }, (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          resolve();
          this.heard(text);
        });
        response.once('error', again);
        response.once('close', again);
      });
      this.#request.once('error', again);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#request?.destroy();
  }

  #reopen(): void {
    this.#timer = undefined;
    void this.open().catch(() => {
      this.#timer ??= setTimeout(() => this.#reopen(), REOPEN_MS);
    });
  }
}
