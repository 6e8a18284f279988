import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { IssuerStore, Session, User } from './store.js';

/** The only realm. */
export const REALM = 'symbio';

/** Lifetimes in seconds. */
export interface Lifetimes {
  access: number;
  /** Maximum session age, regardless of use. */
  sessionMax: number;
  /** Maximum session idle time. */
  sessionIdle: number;
}

/** Keycloak's default for access tokens; sessions suit a tool used every working day. */
export const DEFAULT_LIFETIMES: Lifetimes = { access: 300, sessionMax: 30 * 86_400, sessionIdle: 86_400 };

export interface TokenResponse {
  access_token: string;
  expires_in: number;
  refresh_expires_in: number;
  refresh_token?: string;
  token_type: 'Bearer';
  id_token?: string;
  'not-before-policy': 0;
  session_state?: string;
  scope: string;
}

/** Claims of a verified token. */
export interface TokenClaims extends JWTPayload {
  typ?: string;
  azp?: string;
  sid?: string;
  scope?: string;
}

/** Creates and verifies tokens in Keycloak's format: RS256, `typ` claim, issuer exactly `<base>/realms/symbio`. */
export class Tokens {
  private readonly keys: ReturnType<typeof createLocalJWKSet>;

  constructor(
    readonly issuer: string,
    private readonly store: IssuerStore,
    private readonly lifetimes: Lifetimes,
    private readonly now: () => number,
  ) {
    this.keys = createLocalJWKSet({ keys: [store.key.publicJwk] });
  }

  /** Whether a session is within both limits. */
  isLive(session: Session): boolean {
    const { sessionIdle, sessionMax } = this.lifetimes;
    return this.now() < Math.min(session.startedAt + sessionMax * 1000, session.lastUsedAt + sessionIdle * 1000);
  }

  /**
   * Issues tokens for a session and saves the current refresh token id before returning, so that it survives a restart.
   */
  async forSession(user: User, session: Session, nonce?: string): Promise<TokenResponse> {
    const now = this.now();
    const used: Session = { ...session, lastUsedAt: now, refreshId: randomUUID() };
    await this.store.putSession(used);
    const refreshSeconds = Math.floor(
      Math.min(this.lifetimes.sessionIdle, (session.startedAt - now) / 1000 + this.lifetimes.sessionMax),
    );
    const shared = { azp: session.clientId, sid: session.id, scope: session.scope };
    const profile = {
      email: user.email,
      email_verified: user.emailVerified,
      name: user.name,
      preferred_username: user.email,
      given_name: user.name.split(' ')[0] ?? '',
      family_name: user.name.split(' ').slice(1).join(' '),
    };
    const [accessToken, refreshToken, idToken] = await Promise.all([
      this.sign(
        { ...shared, ...profile, typ: 'Bearer', acr: '1', realm_access: { roles: user.roles } },
        { subject: user.id, audience: session.clientId, seconds: this.lifetimes.access },
      ),
      this.sign(
        { ...shared, typ: 'Refresh' },
        { subject: user.id, audience: this.issuer, seconds: refreshSeconds, id: used.refreshId },
      ),
      session.scope.split(' ').includes('openid')
        ? this.sign(
            { azp: session.clientId, sid: session.id, ...profile, typ: 'ID', ...(nonce !== undefined && { nonce }) },
            { subject: user.id, audience: session.clientId, seconds: this.lifetimes.access },
          )
        : undefined,
    ]);
    return {
      access_token: accessToken,
      expires_in: this.lifetimes.access,
      refresh_expires_in: refreshSeconds,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      ...(idToken !== undefined && { id_token: idToken }),
      'not-before-policy': 0,
      session_state: session.id,
      scope: session.scope,
    };
  }

  /** An access token for a program (client credentials), without session or refresh token. */
  async forClient(clientId: string): Promise<TokenResponse> {
    const accessToken = await this.sign(
      {
        typ: 'Bearer',
        azp: clientId,
        scope: '',
        client_id: clientId,
        preferred_username: `service-account-${clientId}`,
        resource_access: { 'realm-management': { roles: ['manage-users', 'view-users', 'query-users'] } },
      },
      { subject: `service-account-${clientId}`, audience: 'realm-management', seconds: this.lifetimes.access },
    );
    return {
      access_token: accessToken,
      expires_in: this.lifetimes.access,
      refresh_expires_in: 0,
      token_type: 'Bearer',
      'not-before-policy': 0,
      scope: '',
    };
  }

  /**
   * Verifies signature, issuer, expiry and type of a token.
   *
   * @param typ `Bearer`, `Refresh` or `ID`
   * @param ignoreExpiry a logout hint may be long over
   * @returns its claims, or undefined when it is not what it should be
   */
  async read(token: string, typ: string, ignoreExpiry = false): Promise<TokenClaims | undefined> {
    try {
      const { payload } = await jwtVerify<TokenClaims>(token, this.keys, {
        issuer: this.issuer,
        algorithms: ['RS256'],
        currentDate: new Date(ignoreExpiry ? 0 : this.now()),
        requiredClaims: ['exp', 'sub'],
      });
      return payload.typ === typ ? payload : undefined;
    } catch {
      return undefined; // callers only learn that it is invalid
    }
  }

  private sign(
    claims: TokenClaims,
    about: { subject: string; audience: string; seconds: number; id?: string },
  ): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000);
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: this.store.key.id })
      .setIssuer(this.issuer)
      .setSubject(about.subject)
      .setAudience(about.audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + about.seconds)
      .setJti(about.id ?? randomUUID())
      .sign(this.store.key.privateKey);
  }
}
