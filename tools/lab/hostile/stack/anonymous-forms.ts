/** Forms that need no session: sign-in, registration, forgotten passwords, links from mails. */
import { randomUUID } from 'node:crypto';
import { LOCAL_SECRET_WORD } from '../../../dev/stack-settings.js';
import { HttpClient, jsonParts, type Answer } from '@symbio/fixtures/http-client';
import { eventually } from '../../harness/world.js';
import { sendAll, type Attempt } from './bodies.js';
import type { Attack, Target } from './target-stack.js';
import { NASTY, OPERATORS } from './texts.js';

const MAIL_MS = 60_000;

interface Form {
  path: string;
  body: () => Record<string, string>;
  /** Statuses that accept a nasty field; any other success is a breach. */
  may: readonly number[];
}

interface Mail {
  to: string;
  text: string;
  html?: string;
}

const newAddress = (): string => `attacker-${randomUUID()}@example.com`;

const formsOf = (url: string): Form[] => [
  { path: 'auth/sign-in', body: () => ({ email: newAddress(), password: 'not the password' }), may: [] },
  { path: 'auth/sso', body: () => ({ code: 'a', code_verifier: 'b', redirect_uri: `${url}/login/callback` }), may: [] },
  {
    path: 'auth/sign-up',
    body: () => ({ name: 'Attacker', email: newAddress(), password: 'a good password', secretWord: LOCAL_SECRET_WORD }),
    may: [201],
  },
  { path: 'secret-manager', body: () => ({ secretWord: 'a guess' }), may: [200] },
  // same answer for every address, so accounts cannot be probed
  { path: 'auth/forgot-password', body: () => ({ email: newAddress() }), may: [202] },
  { path: 'auth/resend-confirmation', body: () => ({ email: newAddress() }), may: [202] },
  { path: 'auth/reset-password', body: () => ({ token: 'a token', password: 'a good password' }), may: [] },
  { path: 'invitations/look', body: () => ({ token: 'a token' }), may: [] },
  {
    path: 'invitations/register',
    body: () => ({ token: 'a token', name: 'Attacker', password: 'a good password' }),
    may: [],
  },
  { path: 'questionnaires/open', body: () => ({ token: 'a token' }), may: [] },
  {
    path: 'questionnaires/submit',
    body: () => ({ token: 'a token', id: randomUUID(), name: 'Attacker', answers: [] }),
    may: [],
  },
  { path: 'issue-unfollow', body: () => ({ token: 'a token' }), may: [] },
];

/** A new loopback address each time (127.0.0.0/8), since limits count by address. */
function* ownAddresses(): Generator<string, never> {
  for (let n = 2; ; n++) yield `127.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** Sends forms, each request from its own address. */
class AnonymousSender {
  readonly #from = ownAddresses();
  readonly cookiePaths: string[] = [];

  constructor(private readonly url: string) {}

  async send(method: string, path: string, content?: unknown): Promise<Answer> {
    const http = new HttpClient(this.url, { connections: 1, from: this.#from.next().value });
    try {
      const answer = await http.send(method, path, content === undefined ? {} : jsonParts(content));
      const cookies = answer.headers['set-cookie'] ?? [];
      if (cookies.some((cookie) => /^[^=]+=[^;]/.test(cookie)) && answer.status >= 300) this.cookiePaths.push(path);
      return answer;
    } finally {
      http.close();
    }
  }
}

/** Passwords that registrations were taken with, by their addresses. */
type Registered = Map<string, string>;

function formAttempts(sender: AnonymousSender, url: string, registered: Registered): Attempt[] {
  return formsOf(url).flatMap(({ path, body, may }) =>
    Object.keys(body()).flatMap((field) =>
      Object.entries({ ...NASTY, ...OPERATORS }).map(([what, value]): Attempt => ({
        name: `POST /api/${path}, ${what} in ${field}`,
        async send() {
          const form = { ...body(), [field]: value };
          const answer = await sender.send('POST', `/api/${path}`, form);
          const { email, password } = form as Record<string, unknown>;
          if (answer.status === 201 && typeof email === 'string' && typeof password === 'string')
            registered.set(email.trim().toLowerCase(), password);
          return answer;
        },
        check: ({ status }) => (may.includes(status) ? undefined : `was taken: ${status}`),
      })),
    ),
  );
}

/** Whether a text fits into an address: lone surrogates have no bytes, and long ones are refused unread. */
function fitsAddress(text: string): boolean {
  try {
    return encodeURIComponent(text).length < 8_000;
  } catch {
    return false;
  }
}

const linkAttempts = (sender: AnonymousSender): Attempt[] =>
  Object.entries(NASTY)
    .filter(([, text]) => fitsAddress(text))
    .flatMap(([what, text]) => {
      const token = encodeURIComponent(text);
      return [
        {
          name: `GET /api/auth/confirm, ${what}`,
          send: () => sender.send('GET', `/api/auth/confirm?token=${token}`),
          // our page reports it for any token
          check: ({ headers: { location } }: Answer) =>
            location === '/login?confirmation=expired' ? undefined : `led to ${location}`,
        },
        {
          name: `POST /api/issue-unfollow, ${what} in the address`,
          send: () => sender.send('POST', `/api/issue-unfollow?token=${token}`),
          check: ({ status }: Answer) => `was taken: ${status}`,
        },
      ];
    });

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/[^\s<>,;"]+@[^\s<>,;"]+/g)].map(([one]) => one.toLowerCase());

/** Recipients must be registered, and names must be text. */
export function mailFaults(mails: readonly Mail[], registered: ReadonlyMap<string, string>): string[] {
  return mails.flatMap(({ to, html }) => {
    const others = addressesIn(to).filter((one) => !registered.has(one) && !one.endsWith('@symbio.test'));
    return [
      ...(others.length > 0 ? [`a mail went to ${others.join(', ')}`] : []),
      ...(/<(?:script|img|svg|iframe)/i.test(html ?? '') ? [`a mail to ${to} has elements of a name in it`] : []),
    ];
  });
}

/** User registered with a nasty password signs in with exactly that password after confirming. */
async function passwordFaults(
  sender: AnonymousSender,
  registered: Registered,
  mails: readonly Mail[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [email, password] of registered) {
    const mail = mails.find(({ to }) => addressesIn(to).includes(email));
    const token = /\/api\/auth\/confirm\?token=([\w.~%-]+)/.exec(mail?.text ?? '')?.[1];
    if (token === undefined) {
      faults.push(`${email} was registered and received no link`);
      continue;
    }
    await sender.send('GET', `/api/auth/confirm?token=${token}`);
    const signIn = async (tried: string): Promise<number> =>
      (await sender.send('POST', '/api/auth/sign-in', { email, password: tried })).status;
    const [right, wrong] = [await signIn(password), await signIn(`${password}?`)];
    if (right !== 200 || wrong !== 401)
      faults.push(`with ${JSON.stringify(password).slice(0, 60)} signing in answered ${right}, with another ${wrong}`);
  }
  return faults;
}

/** Nasty texts and operators in every public form, and the outcome of accepted ones. */
export async function tryAnonymousForms({ attacker, stack }: Target): Promise<Attack> {
  const { url, mailUrl } = stack;
  if (mailUrl === undefined) throw new Error('the stack has no inbox');
  const sender = new AnonymousSender(url);
  const registered: Registered = new Map();
  const sent = await sendAll([...formAttempts(sender, url, registered), ...linkAttempts(sender)]);
  const faults = [...sent.faults];
  let mails: Mail[] = [];
  await eventually(async () => {
    mails = (await (await fetch(`${mailUrl}/email`)).json()) as Mail[];
    const known = new Set(mails.flatMap(({ to }) => addressesIn(to)));
    const missing = [...registered.keys()].filter((email) => !known.has(email));
    if (missing.length > 0) throw new Error(`no mail reached ${missing.join(', ')}`);
  }, MAIL_MS).catch((error: unknown) => void faults.push(String(error)));
  faults.push(
    ...mailFaults(mails, registered),
    ...(await passwordFaults(sender, registered, mails)),
    ...sender.cookiePaths.map((path) => `${path} set a cookie with a refusal`),
  );
  if (registered.size === 0) faults.push('no user was registered: no password was tried');
  // existing users can still sign in
  const { status } = await attacker.send('GET', '/api/me');
  if (status !== 200) faults.push(`the administrator's account answers ${status}`);
  return { ...sent, faults, seen: `${registered.size} registered, ${mails.length} mails` };
}
