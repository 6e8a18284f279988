import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { stringify } from 'safe-stable-stringify';
import { AppError, conflict, newId } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { KeyValue } from '@symbio/events';
import type { ProjectServiceService } from '@symbio/proto/project';
import { addressOf } from './audit/audit-subject.js';
import { CLIENT_CLOSED } from './errors.js';
import { callerOf, parentOf, requestOf } from './request.js';

/** Milliseconds a first response is kept (24 h; see api/openapi.json). */
export const IDEMPOTENCY_MS = 24 * 60 * 60_000;
/** Heartbeat interval of a running attempt in milliseconds. */
const HEARTBEAT_MS = 4_000;
/** Milliseconds without a heartbeat after which the gateway is presumed dead. */
const ABANDONED_MS = 3 * HEARTBEAT_MS;
const MAX_KEY = 200;

/** Caller's rights when the response was made. */
export interface Rights {
  role: string;
  permissions: readonly string[];
  /** Digests of projects and roles; `all` for administrators. */
  projects: 'all' | readonly string[];
}

export type RightsOf = (request: Request) => Promise<Rights>;

interface StoredEntry {
  /** Hash of the body, independent of field order. */
  hash: string;
  /** Last heartbeat, milliseconds since the epoch. */
  at: number;
  /** Base for derived ids, so retries create no duplicates. */
  seed: string;
  /** Set if the outcome is unknown: a service failed or the client disconnected. */
  open?: true;
  /** Absent while the first attempt runs. */
  answer?: { status: number; body: unknown };
  /** Caller's rights at response time; absent if they could not be read. */
  rights?: Rights | undefined;
}

interface StoredSeed {
  hash: 'upload';
  at: number;
  /** Base for derived ids; the same for every repeat. */
  seed: string;
}

const withoutSecrets = new WeakMap<Response, unknown>();

/** Stores `body` for repeats instead of the first response, which contains a secret. */
export const storeInstead = (response: Response, body: unknown): void => void withoutSecrets.set(response, body);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Bypasses caches. */
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

function hasAllRights(before: Rights | undefined, now: Rights): boolean {
  if (before?.role !== now.role) return false;
  const permissions = new Set(now.permissions);
  if (!before.permissions.every((permission) => permissions.has(permission))) return false;
  if (now.projects === 'all') return true;
  const projects = new Set(now.projects);
  return before.projects !== 'all' && before.projects.every((project) => projects.has(project));
}

/**
 * Storage key of the request's Idempotency-Key; undefined if absent.
 * @throws AppError INVALID_ARGUMENT if it is empty or too long
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
  // keys of one user may have different projects
  const who = [actor.via, actor.sub, actor.authorId, ...actor.scopes].join(',');
  const { matched } = requestOf(request);
  // canonical address: all spellings share one entry
  return sha256(`${who} ${matched ? addressOf(matched) : ''} ${given}`);
}

export const keyReused = (): AppError =>
  conflict('idempotency_key_reused', 'This Idempotency-Key was used with another body.');

/** Seed for ids of bodies too large to compare, equal for repeats. Undefined without an Idempotency-Key. */
export async function idempotencySeed(kept: KeyValue, request: Request): Promise<string | undefined> {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  const first: StoredSeed = { hash: 'upload', at: Date.now(), seed: newId() };
  if (await kept.create(key, first)) return first.seed;
  const known = (await kept.get(key)) as Partial<StoredSeed> | undefined;
  if (known?.hash !== 'upload' || !known.seed) throw keyReused();
  return known.seed;
}

/** Deterministic UUID version 8 (RFC 9562) from seed and position. */
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

function seededIds(seed: string): () => string {
  let place = 0;
  return () => seededId(seed, place++);
}

/**
 * Sends heartbeats until the response is sent or the connection closes.
 * @returns stops them
 */
function keepAlive(kept: KeyValue, key: string, running: StoredEntry, response: Response): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // the next heartbeat makes up for a failed one
    last = kept.set(key, { ...running, at: Date.now() }).catch(() => undefined);
  }, HEARTBEAT_MS);
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await last;
  };
  response.once('close', () => void end());
  return end;
}

/** Not even a digest of a password is kept. */
const withoutPassword = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'password' in body ? { ...body, password: '' } : body;

/**
 * Idempotency-Key on any POST: a repeat within 24 h gets the first response; another body is a conflict. Errors are not
 * stored. Generated ids derive from the key, so a repeat creates no duplicates after a crash.
 *
 * If the caller has lost a right, a repeat is executed again with the same ids.
 */
export const idempotency =
  (kept: KeyValue, rightsOf: RightsOf): RequestHandler =>
  async (request, response, next) => {
    const key = keyOf(request);
    if (key === undefined) return next();
    const hash = sha256(stringify(withoutPassword(request.body) ?? null) ?? '');
    let running: StoredEntry = { hash, at: Date.now(), seed: newId() };

    /** First response, withheld because the caller lost rights. */
    let withheld: StoredEntry | undefined;

    if (!(await kept.create(key, running))) {
      const first = (await kept.get(key)) as StoredEntry | undefined;
      const isSame = first?.hash === hash;
      if (first && !isSame && !first.open) throw keyReused();
      if (first?.answer && hasAllRights(first.rights, await rightsOf(request))) {
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
    requestOf(request).mintId = seededIds(running.seed);
    // without rights a response is never replayed
    const rights = rightsOf(request).catch(() => undefined);
    const ended = keepAlive(kept, key, running, response);

    const send = response.json.bind(response);
    response.json = (body: unknown) => {
      const status = response.statusCode;
      const answer = { status, body: withoutSecrets.has(response) ? withoutSecrets.get(response) : body };
      const keep = async (): Promise<unknown> => {
        if (status < 400) return kept.set(key, { ...running, answer, rights: await rights } satisfies StoredEntry);
        // a service may complete a call after 499 and 5xx
        if (status < 500 && status !== CLIENT_CLOSED) return withheld ? kept.set(key, withheld) : kept.remove(key);
        return kept.set(key, { ...running, open: true } satisfies StoredEntry);
      };
      // store first, for an immediate repeat
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
