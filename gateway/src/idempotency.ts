import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { AppError, conflict, type KeyValue } from '@symbio/kit';
import { callerOf } from './request.js';

/** Milliseconds a first answer is kept (http-api.md: 24 h). */
export const IDEMPOTENCY_MS = 24 * 60 * 60_000;
/** Milliseconds after which a first attempt that never ended no longer holds its key. */
const ABANDONED_MS = 60_000;
/** Longest key. */
const MAX_KEY = 200;

interface Kept {
  /** Hash of the body. */
  hash: string;
  at: number;
  /** Absent while the first attempt runs. */
  answer?: { status: number; body: unknown };
}

/** What is kept in place of an answer that holds a secret. */
const withoutSecrets = new WeakMap<Response, unknown>();

/** Has a repeat answered with `body` instead of the first answer, which holds a secret that is not to be stored. */
export const keepWithoutSecrets = (response: Response, body: unknown): void => void withoutSecrets.set(response, body);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Idempotency-Key on any POST: a repeat within 24 h gets the first answer; the same key with another body is a conflict.
 * Answers of 500 and above are not kept: they are worth another try.
 */
export const idempotency =
  (kept: KeyValue): RequestHandler =>
  async (request, response, next) => {
    const given = request.get('idempotency-key');
    if (request.method !== 'POST' || given === undefined) return next();
    if (given === '' || given.length > MAX_KEY)
      throw new AppError(
        'INVALID_ARGUMENT',
        'invalid_idempotency_key',
        `Idempotency-Key must have 1 to ${MAX_KEY} characters.`,
      );
    const { actor } = callerOf(request);
    // two keys of one user may be for different projects: each has its own answers
    const who = [actor.via, actor.sub, actor.authorId, ...actor.scopes].join(',');
    const key = sha256(`${who} ${request.originalUrl} ${given}`);
    const hash = sha256(JSON.stringify(request.body ?? null));
    const running: Kept = { hash, at: Date.now() };

    if (!(await kept.create(key, running))) {
      const first = (await kept.get(key)) as Kept | undefined;
      if (first && first.hash !== hash)
        throw conflict('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
      if (first?.answer) {
        response.setHeader('Idempotent-Replayed', 'true');
        response.status(first.answer.status).json(first.answer.body);
        return;
      }
      if (first && Date.now() - first.at < ABANDONED_MS)
        throw conflict('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.');
      await kept.set(key, running);
    }

    const send = response.json.bind(response);
    response.json = (body: unknown) => {
      const done =
        response.statusCode < 500
          ? kept.set(key, {
              ...running,
              answer: {
                status: response.statusCode,
                body: withoutSecrets.has(response) ? withoutSecrets.get(response) : body,
              },
            } satisfies Kept)
          : kept.remove(key);
      // the answer goes out once it is kept: a repeat that follows it at once must find it
      done.then(
        () => send(body),
        () => send(body),
      );
      return response;
    };
    next();
  };
