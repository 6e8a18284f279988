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
  /** 0 takes any free port. */
  port: number;
  /** Folder of accounts, sessions and the signing key. */
  dataDir: string;
  serviceAccount: ServiceAccount;
  /** Origin of the product, to which people may return; without it, to any address on this machine. */
  publicUrl?: string;
  lifetimes?: Partial<Lifetimes>;
  /** Parameter of cost of scrypt; tests sign hundreds of people in and set it low. */
  passwordCost?: number;
  /** Milliseconds since 1970; tests set it forward. */
  now?: () => number;
}

/** An issuer that serves. */
export interface RunningIssuer {
  /** What goes into KEYCLOAK_URL. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves the local stand-in for Keycloak: the same paths, the same token shape, three accounts everybody knows. For
 * that last reason it never runs in production.
 *
 * @throws StartError with NODE_ENV=production, or when its folder is damaged
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
