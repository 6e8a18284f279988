/** Shared parts of the admin routes. */
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { IssuerStore, User } from './store.js';
import { REALM, type Tokens } from './tokens.js';

export const ADMIN_BASE = `/admin/realms/${REALM}`;

export const json: RequestHandler = express.json({ limit: '64kb' });

export interface AdminParts {
  store: IssuerStore;
  tokens: Tokens;
  now: () => number;
}

/** Handles a call about the account in the path; 404 if missing. */
export const withUser =
  (store: IssuerStore, handle: (user: User, request: Request, response: Response) => Promise<void> | void) =>
  async (request: Request, response: Response): Promise<void> => {
    const user = store.user(String(request.params.id));
    if (user) await handle(user, request, response);
    else response.status(404).json({ error: 'User not found' });
  };
