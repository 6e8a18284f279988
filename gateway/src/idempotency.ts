import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { stringify } from 'safe-stable-stringify';
import { AppError, conflict, newId, type Client, type KeyValue } from '@symbio/kit';
import type { ProjectServiceService } from '@symbio/proto/project';
import { addressOf } from './audit/audit-subject.js';
import { CALLER_GONE } from './errors.js';
import { callerOf, parentOf, requestOf } from './request.js';

/** Milliseconds a first answer is kept (24 h; api/openapi.json says so). */
export const IDEMPOTENCY_MS = 24 * 60 * 60_000;
/** Milliseconds between two signs of life of an attempt that is under way, */
const RENEWED_MS = 4_000;
/** and those without one after which it no longer holds its key: the gateway that had it is gone. */
const ABANDONED_MS = 3 * RENEWED_MS;
/** Longest key. */
const MAX_KEY = 200;

/** What a caller could see and do when an answer was made. */
export interface Rights {
  role: string;
  permissions: readonly string[];
  /** A short digest of each project with the role in it; `all` for who is admin in every project. */
  projects: 'all' | readonly string[];
}

/** Reads the rights of who sends a request. */
export type RightsOf = (request: Request) => Promise<Rights>;

interface Kept {
  /** Hash of the body, whatever the order of its fields. */
  hash: string;
  /** The last sign of life, milliseconds since the epoch. */
  at: number;
  /** What ids of what is made are derived from: another try makes nothing twice. */
  seed: string;
  /** Set when nobody knows what became of the last attempt: a service went away, or whoever asked. */
  open?: true;
  /** Absent while the first attempt runs. */
  answer?: { status: number; body: unknown };
  /** Those of the caller when the answer was made; absent when they could not be read. */
  rights?: Rights | undefined;
}

/** What is kept of a key under which files are sent. */
interface KeptSeed {
  hash: 'upload';
  at: number;
  /** The same for every repeat: ids of what is made are derived from it. */
  seed: string;
}

/** What is kept in place of an answer that holds a secret. */
const withoutSecrets = new WeakMap<Response, unknown>();

/** Has a repeat answered with `body` instead of the first answer, which holds a secret that is not to be stored. */
export const keepWithoutSecrets = (response: Response, body: unknown): void => void withoutSecrets.set(response, body);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The rights of callers by the project service, past what is kept for a moment elsewhere. */
export const rightsBy =
  (project: Pick<Client<typeof ProjectServiceService>, 'listVisibleProjects'>): RightsOf =>
  async (request) => {
    const { role, permissions } = callerOf(request).actor;
    const { all, roles } = await project.listVisibleProjects({}, parentOf(request));
    const projects = all
      ? ('all' as const)
      : Object.entries(roles).map(([id, inIt]) => sha256(`${id} ${inIt}`).slice(0, 16));
    return { role, permissions, projects };
  };

/** Whether a caller still has all rights of before. */
function hasKept(before: Rights | undefined, now: Rights): boolean {
  if (before?.role !== now.role) return false;
  const permissions = new Set(now.permissions);
  if (!before.permissions.every((permission) => permissions.has(permission))) return false;
  if (now.projects === 'all') return true;
  const projects = new Set(now.projects);
  return before.projects !== 'all' && before.projects.every((project) => projects.has(project));
}

/**
 * The key that a request gives, and where what belongs to it is kept; undefined when it gives none.
 *
 * @throws AppError INVALID_ARGUMENT for one that is empty or too long
 */
function keyOf(request: Request): string | undefined {
  const given = request.get('idempotency-key');
  if (request.method !== 'POST' || given === undefined) return undefined;
  if (given === '' || given.length > MAX_KEY)
    throw new AppError(
      'INVALID_ARGUMENT',
      'invalid_idempotency_key',
      `Idempotency-Key must have 1 to ${MAX_KEY} characters.`,
    );
  const { actor } = callerOf(request);
  // two keys of one user may be for different projects: each has its own answers
  const who = [actor.via, actor.sub, actor.authorId, ...actor.scopes].join(',');
  const { matched } = requestOf(request);
  // one request in any spelling of its address
  return sha256(`${who} ${matched ? addressOf(matched) : ''} ${given}`);
}

/** A key that is used again for something else. */
export const keyReused = (): AppError =>
  conflict('idempotency_key_reused', 'This Idempotency-Key was used with another body.');

/**
 * For bodies that are too large to be compared: the same text for every repeat of a request under its Idempotency-Key,
 * from which ids are derived, so that a repeat makes nothing twice. undefined when the request gives no key.
 */
export async function idempotencySeed(kept: KeyValue, request: Request): Promise<string | undefined> {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  const first: KeptSeed = { hash: 'upload', at: Date.now(), seed: newId() };
  if (await kept.create(key, first)) return first.seed;
  const known = (await kept.get(key)) as Partial<KeptSeed> | undefined;
  if (known?.hash !== 'upload' || !known.seed) throw keyReused();
  return known.seed;
}

/** An id that is the same for the same seed and place: a UUID of version 8 (RFC 9562). */
export function seededId(seed: string, place: number): string {
  const hex = sha256(`${seed} ${place}`);
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** Ids of one attempt, one after the other the same in each. */
function minter(seed: string): () => string {
  let place = 0;
  return () => seededId(seed, place++);
}

/**
 * Gives signs of life of an attempt until it is answered or its connection closes; whoever left may try again, and makes
 * nothing twice by it.
 *
 * @returns ends them; what is kept afterwards is not written over
 */
function keepAlive(kept: KeyValue, key: string, running: Kept, response: Response): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // a sign that is not kept is made up for by the next; without any the key is free sooner, which harms nothing
    last = kept.set(key, { ...running, at: Date.now() }).catch(() => undefined);
  }, RENEWED_MS);
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await last;
  };
  response.once('close', () => void end());
  return end;
}

/**
 * Idempotency-Key on any POST: a repeat within 24 h gets the first answer; the same key with another body is a conflict.
 * Refusals are not kept: the request can be corrected, or tried again, under the same key. Ids that the request leaves to
 * the gateway follow from the key, so that a repeat makes nothing twice also where the first attempt was cut off in the
 * middle: by the end of this gateway, or of a service.
 *
 * Where the caller has lost any right since the first answer, a repeat is carried out again under the same ids: services check
 * what the caller may see now, and nothing is made twice.
 */
export const idempotency =
  (kept: KeyValue, rightsOf: RightsOf): RequestHandler =>
  async (request, response, next) => {
    const key = keyOf(request);
    if (key === undefined) return next();
    const hash = sha256(stringify(request.body ?? null) ?? '');
    let running: Kept = { hash, at: Date.now(), seed: newId() };

    /** The first answer, where it is not repeated because rights were lost since. */
    let withheld: Kept | undefined;

    if (!(await kept.create(key, running))) {
      const first = (await kept.get(key)) as Kept | undefined;
      const isSame = first?.hash === hash;
      if (first && !isSame && !first.open) throw keyReused();
      if (first?.answer && hasKept(first.rights, await rightsOf(request))) {
        response.setHeader('Idempotent-Replayed', 'true');
        response.status(first.answer.status).json(first.answer.body);
        return;
      }
      if (first?.answer) withheld = first;
      else if (first && !first.open && Date.now() - first.at < ABANDONED_MS) {
        response.setHeader('Retry-After', '1');
        throw conflict('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.');
      }
      if (isSame) running = { ...running, seed: first.seed };
      await kept.set(key, running);
    }
    requestOf(request).mintId = minter(running.seed);
    // an answer without rights is not repeated, so that nothing is lost where they cannot be read
    const rights = rightsOf(request).catch(() => undefined);
    const ended = keepAlive(kept, key, running, response);

    const send = response.json.bind(response);
    response.json = (body: unknown) => {
      const status = response.statusCode;
      const answer = { status, body: withoutSecrets.has(response) ? withoutSecrets.get(response) : body };
      const keep = async (): Promise<unknown> => {
        if (status < 400) return kept.set(key, { ...running, answer, rights: await rights } satisfies Kept);
        // a service goes on with what its caller no longer waits for: it may make what was asked for after all
        if (status < 500 && status !== CALLER_GONE) return withheld ? kept.set(key, withheld) : kept.remove(key);
        return kept.set(key, { ...running, open: true } satisfies Kept);
      };
      // the answer goes out once it is kept: a repeat that follows it at once must find it
      ended()
        .then(keep)
        .then(
          () => send(body),
          () => send(body),
        );
      return response;
    };
    next();
  };
