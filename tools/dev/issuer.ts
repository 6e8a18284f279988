import type http from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { adminRoutes } from './issuer/admin.js';
import { oidcRoutes } from './issuer/oidc.js';
import type { ServiceAccount } from './issuer/oidc-parts.js';
import { IssuerStore } from './issuer/store.js';
import { DEFAULT_LIFETIMES, REALM, Tokens, type Lifetimes } from './issuer/tokens.js';
import { logLine } from './log-line.js';
import { LOOPBACK } from './ports.js';
import { messageOf, StartError } from './start-error.js';

/** Settings of {@link startIssuer}. */
export interface IssuerOptions {
  /** 0: any free port. */
  port: number;
  /** Folder of accounts, sessions and signing key. */
  dataDir: string;
  serviceAccount: ServiceAccount;
  /** Origin of the product, to which people may return; without it, to any address on this machine. */
  publicUrl?: string;
  lifetimes?: Partial<Lifetimes>;
  /** scrypt cost; low in tests with hundreds of sign-ins. */
  passwordCost?: number;
  /** Milliseconds since 1970; tests advance it. */
  now?: () => number;
}

export interface RunningIssuer {
  /** Value of KEYCLOAK_URL. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves the local replacement of Keycloak: same paths and token format, three well-known accounts. Because of these it
 * refuses to run in production.
 *
 * @throws StartError with NODE_ENV=production, or for a damaged folder
 */
export async function startIssuer(options: IssuerOptions): Promise<RunningIssuer> {
  if (process.env.NODE_ENV === 'production') {
    throw new StartError(
      'The local issuer has accounts with known passwords and does not run in production: set KEYCLOAK_URL.',
    );
  }
  const now = options.now ?? Date.now;
  const store = await IssuerStore.open(options.dataDir, options.passwordCost);
  const app = express();
  app.disable('x-powered-by');
  const server = await listen(app, options.port);
  const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  const tokens = new Tokens(`${url}/realms/${REALM}`, store, { ...DEFAULT_LIFETIMES, ...options.lifetimes }, now);
  app.use(oidcRoutes(store, tokens, options.serviceAccount, now, options.publicUrl));
  app.use(adminRoutes(store, tokens, options.serviceAccount, now));
  app.use((_request, response) => void response.status(404).json({ error: 'HTTP 404 Not Found' }));
  app.use((error: Error & { status?: number }, request: Request, response: Response, next: NextFunction) => {
    const status = error.status ?? 500;
    if (status >= 500) logLine('error', 'request failed', { path: request.path, error: messageOf(error) });
    if (response.headersSent) next(error);
    else response.status(status).json({ error: status >= 500 ? 'unknown_error' : 'invalid_request' });
  });
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(app: express.Express, port: number): Promise<http.Server> {
  return new Promise((resolve, reject) => {
    const server = app.listen(port, LOOPBACK);
    server.once('listening', () => resolve(server));
    server.once('error', reject);
  });
}
