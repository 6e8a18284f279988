/** Sign-ins with their state: sessions, pending codes, browsers. */
import { randomUUID } from 'node:crypto';
import { SignInAttempts } from './attempts.js';
import { verifyPassword } from './passwords.js';
import type { IssuerStore, Session, User } from './store.js';
import type { Tokens } from './tokens.js';

/** The browser application's client; public, with PKCE. */
export const WEB_CLIENT = 'symbio-web';

/** Messages of refused sign-ins. */
export const REFUSALS = {
  credentials: 'Wrong email or password.',
  wait: 'Too many wrong passwords. Please wait a little and try again.',
  disabled: 'This account is disabled.',
  unverified: 'Please check your email and click the confirmation link before signing in.',
} as const;

interface SignInResult {
  user?: User;
  refused?: keyof typeof REFUSALS;
  seconds?: number;
}

/** An authorization code, redeemable once for tokens. */
export interface Code {
  userId: string;
  session: Session;
  redirectUri: string;
  challenge: string;
  nonce: string | undefined;
  until: number;
}

/** Sign-ins: sessions are in the store, the rest in memory. */
export class SignIns {
  readonly #attempts: SignInAttempts;
  readonly codes = new Map<string, Code>();
  /** Session ids by browser cookie. Lost when this process ends; tokens remain. */
  readonly browsers = new Map<string, string>();

  constructor(
    private readonly store: IssuerStore,
    private readonly tokens: Pick<Tokens, 'isLive'>,
    private readonly now: () => number,
  ) {
    this.#attempts = new SignInAttempts(now);
  }

  /** Authenticates a user, in a time independent of whether the account exists. */
  async signIn(email: string, password: string): Promise<SignInResult> {
    const wait = this.#attempts.secondsToWait(email);
    if (wait > 0) return { refused: 'wait', seconds: wait };
    const user = this.store.userByEmail(email);
    if (!(await verifyPassword(password, user?.passwordHash, this.store.passwordCost)) || user === undefined) {
      this.#attempts.failed(email);
      const seconds = this.#attempts.secondsToWait(email);
      return seconds > 0 ? { refused: 'wait', seconds } : { refused: 'credentials' };
    }
    this.#attempts.succeeded(email);
    if (!user.enabled) return { refused: 'disabled' };
    if (!user.emailVerified) return { refused: 'unverified' };
    return { user };
  }

  newSession(user: User, scope: string): Session {
    return {
      id: randomUUID(),
      userId: user.id,
      clientId: WEB_CLIENT,
      scope,
      startedAt: this.now(),
      lastUsedAt: this.now(),
    };
  }

  liveSession(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : this.store.session(id);
    return session !== undefined && this.tokens.isLive(session) ? session : undefined;
  }
}
