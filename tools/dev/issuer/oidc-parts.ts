/** Shared parts of the OpenID Connect routes. */
import express, { type RequestHandler } from 'express';
import type { returnsTo } from './http.js';
import type { SignIns } from './sign-ins.js';
import type { IssuerStore } from './store.js';
import { REALM, type Tokens } from './tokens.js';

export const BASE = `/realms/${REALM}`;
export const PROTOCOL = `${BASE}/protocol/openid-connect`;

export const form: RequestHandler = express.urlencoded({ extended: false, limit: '16kb' });

export interface OidcParts {
  store: IssuerStore;
  tokens: Tokens;
  signIns: SignIns;
  /** Validates return URLs. */
  mayReturn: ReturnType<typeof returnsTo>;
  now: () => number;
}

/** The account-managing client and its secret. */
export interface ServiceAccount {
  clientId: string;
  secret: string;
}
