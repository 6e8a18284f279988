/** What the routes of OpenID Connect share. */
import express, { type RequestHandler } from 'express';
import type { returnsTo } from './http.js';
import type { SignIns } from './sign-ins.js';
import type { IssuerStore } from './store.js';
import { REALM, type Tokens } from './tokens.js';

export const BASE = `/realms/${REALM}`;
export const PROTOCOL = `${BASE}/protocol/openid-connect`;

/** Reads the body of a form. */
export const form: RequestHandler = express.urlencoded({ extended: false, limit: '16kb' });

export interface OidcParts {
  store: IssuerStore;
  tokens: Tokens;
  signIns: SignIns;
  /** Which addresses the browser may be sent back to. */
  mayReturn: ReturnType<typeof returnsTo>;
  now: () => number;
}

/** The program that manages accounts, with its secret. */
export interface ServiceAccount {
  clientId: string;
  secret: string;
}
