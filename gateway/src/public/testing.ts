import express, { Router } from 'express';
import type { Actor } from '@symbio/runtime';
import { idempotency } from '../http/idempotency.js';
import { setCaller } from '../http/request.js';
import { serveRoutes, type Route } from '../http/serve.js';
import { memoryBucket, sameRights, serveHandlers, limitsOf } from '../testing.js';

interface Answered {
  status: number;
  body: unknown;
}

export interface PublicUnderTest {
  origin: string;
  get: (path: string) => Promise<Answered>;
  send: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, idempotencyKey?: string) => Promise<Answered>;
  kept: ReadonlyMap<string, unknown>;
}

interface Options {
  publicUrl?: string | undefined;
  actor?: Partial<Actor>;
}

export async function servePublic(routes: readonly Route[], options: Options = {}): Promise<PublicUnderTest> {
  const actor = { sub: 'u1', role: 'symbio', via: 'api_key', authorId: '', scopes: [], ...options.actor } as Actor;
  const router = Router();
  const answers = memoryBucket();
  serveRoutes(router, routes, { checkAnswers: true, limits: limitsOf(), publicUrl: options.publicUrl ?? '', answers });
  const repeats = idempotency(answers, sameRights);
  const origin = await serveHandlers(
    express.json(),
    (request, _response, next) => {
      setCaller(request, { actor, email: '', token: 'internal' });
      next();
    },
    // forms derive stable ids from the key instead, as in app.ts
    (request, response, next) => (request.is('multipart/form-data') ? next() : repeats(request, response, next)),
    router,
  );
  const send = async (method: string, path: string, body?: object, idempotencyKey?: string): Promise<Answered> => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const response = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  return { origin, get: (path) => send('GET', path), send, kept: answers.values };
}
