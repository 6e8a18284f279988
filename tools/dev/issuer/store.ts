import { createPublicKey, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { importPKCS8, type CryptoKey, type JWK } from 'jose';
import { newPrivateKey } from '../new-key.js';
import { messageOf, StartError } from '../start-error.js';
import { hashPassword, PASSWORD_COST } from './passwords.js';

/** An account. */
export interface User {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  enabled: boolean;
  roles: string[];
  passwordHash?: string;
  createdAt: number;
}

/** A session; its refresh token is usable once. Times in milliseconds. */
export interface Session {
  id: string;
  userId: string;
  clientId: string;
  scope: string;
  startedAt: number;
  lastUsedAt: number;
  /** `jti` of the current refresh token; undefined before the first is issued. */
  refreshId?: string;
}

export interface SigningKey {
  id: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** Accounts of every local stack (see the HTTP interface's page on local accounts); never used elsewhere. */
export const LOCAL_ACCOUNTS: readonly Pick<User, 'id' | 'email' | 'name' | 'roles'>[] = [
  {
    id: '01890000-0000-7000-8000-000000000001',
    email: 'admin@symbio.test',
    name: 'Ada Admin',
    roles: ['administrator'],
  },
  { id: '01890000-0000-7000-8000-000000000002', email: 'staff@symbio.test', name: 'Sam Staff', roles: ['symbio'] },
  {
    id: '01890000-0000-7000-8000-000000000003',
    email: 'customer@symbio.test',
    name: 'Cora Customer',
    roles: ['customer'],
  },
];

/** Password of {@link LOCAL_ACCOUNTS}. */
export const LOCAL_PASSWORD = 'symbio-local';

/** Accounts, sessions and the signing key, in a folder of atomically written JSON files. */
export class IssuerStore {
  private writes: Promise<void> = Promise.resolve();

  private constructor(
    private readonly folder: string,
    private readonly users: Map<string, User>,
    private readonly sessions: Map<string, Session>,
    readonly key: SigningKey,
    readonly passwordCost: number,
  ) {}

  /**
   * Opens a folder, creating missing files.
   *
   * @param passwordCost as when the folder was created
   * @throws StartError for an unreadable file
   */
  static async open(folder: string, passwordCost = PASSWORD_COST): Promise<IssuerStore> {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const users = readJson<User[]>(path.join(folder, 'users.json')) ?? [];
    const sessions = readJson<Session[]>(path.join(folder, 'sessions.json')) ?? [];
    const store = new IssuerStore(
      folder,
      new Map(users.map((user) => [user.id, user])),
      new Map(sessions.map((session) => [session.id, session])),
      await openKey(path.join(folder, 'key.json')),
      passwordCost,
    );
    const missing = LOCAL_ACCOUNTS.filter((account) => !store.users.has(account.id));
    for (const account of missing) {
      store.users.set(account.id, {
        ...account,
        emailVerified: true,
        enabled: true,
        passwordHash: await hashPassword(LOCAL_PASSWORD, passwordCost),
        createdAt: Date.now(),
      });
    }
    if (missing.length > 0) await store.saveUsers();
    return store;
  }

  user(id: string): User | undefined {
    return this.users.get(id);
  }

  /** An account by e-mail address, ignoring case. */
  userByEmail(email: string): User | undefined {
    const wanted = email.trim().toLowerCase();
    return [...this.users.values()].find((user) => user.email === wanted);
  }

  /** Accounts in order of creation. */
  allUsers(): User[] {
    return [...this.users.values()];
  }

  async putUser(user: User): Promise<void> {
    this.users.set(user.id, user);
    await this.saveUsers();
  }

  /** Removes an account and its sessions. */
  async deleteUser(id: string): Promise<void> {
    this.users.delete(id);
    await this.endSessions((session) => session.userId === id);
    await this.saveUsers();
  }

  session(id: string): Session | undefined {
    return this.sessions.get(id);
  }

  async putSession(session: Session): Promise<void> {
    this.sessions.set(session.id, session);
    await this.saveSessions();
  }

  async endSessions(which: (session: Session) => boolean): Promise<void> {
    for (const session of [...this.sessions.values()]) if (which(session)) this.sessions.delete(session.id);
    await this.saveSessions();
  }

  private saveUsers(): Promise<void> {
    return this.write('users.json', () => [...this.users.values()]);
  }

  private saveSessions(): Promise<void> {
    return this.write('sessions.json', () => [...this.sessions.values()]);
  }

  /** Serializes writes, so that an older state never replaces a newer one. */
  private write(file: string, content: () => unknown): Promise<void> {
    const done = this.writes.then(() => writeJson(path.join(this.folder, file), content()));
    this.writes = done.catch(() => undefined); // reported to the caller; later writes still run
    return done;
  }
}

async function openKey(file: string): Promise<SigningKey> {
  const saved = readJson<{ kid: string; pkcs8: string; jwk: JWK }>(file);
  if (saved) return { id: saved.kid, privateKey: await importPKCS8(saved.pkcs8, 'RS256'), publicJwk: saved.jwk };
  const key = newPrivateKey('rsa');
  const pkcs8 = key.export({ format: 'pem', type: 'pkcs8' }).toString();
  const kid = randomUUID();
  const jwk: JWK = { ...createPublicKey(key).export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  await writeJson(file, { kid, pkcs8, jwk });
  return { id: kid, privateKey: await importPKCS8(pkcs8, 'RS256'), publicJwk: jwk };
}

function readJson<T>(file: string): T | undefined {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new StartError(
      `${file} is damaged (${messageOf(error)}): restore or remove it, or start anew with \`npm start -- --fresh\`.`,
      { cause: error },
    );
  }
}

async function writeJson(file: string, content: unknown): Promise<void> {
  const draft = `${file}.${process.pid}.draft`;
  const handle = await fs.promises.open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(content, undefined, 2));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.promises.rename(draft, file);
}
