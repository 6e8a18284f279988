import { once } from 'node:events';
import { about, act, administered } from '../http/audit/audit-subject.js';
import { type Router, type Request, type Response } from 'express';
import { invalidFields, isId } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { AuditEntry, AuditFilter, AuditState } from '@symbio/proto/identity';
import { MAX_ROWS } from '@symbio/proto/limits';
import { z } from 'zod';
import type { RateLimits } from '../http/auth/rate-limits.js';
import { csvLines } from '../exports/formats.js';
import { auditTitles, type TitleClients } from './audit-titles.js';
import { body, moment as momentOf, paging } from '../http/input.js';
import { moment } from '../present/json.js';
import { parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

/** Timeout of a verification in milliseconds: a million entries take half a minute. */
const VERIFY_MS = 120_000;
const SHOWN = 50;

const IDS = ['user_id', 'api_key_id', 'project_id'] as const;

/** @throws AppError INVALID_ARGUMENT naming every invalid parameter */
function filterOf(request: Request): AuditFilter {
  const [userId, apiKeyId, projectId] = IDS.map((name) => query(request, name) ?? '');
  const bad = IDS.filter((name) => !isId(query(request, name) ?? '') && query(request, name) !== undefined);
  if (bad.length > 0) throw invalidFields(Object.fromEntries(bad.map((name) => [name, `${name} must be an id`])));
  return {
    userId: userId ?? '',
    apiKeyId: apiKeyId ?? '',
    projectId: projectId ?? '',
    address: query(request, 'address') ?? '',
    actions: query(request, 'action')?.split(',') ?? [],
    from: momentOf(request, 'from'),
    to: momentOf(request, 'to'),
  };
}

/** Position in the trail. @throws AppError INVALID_ARGUMENT */
function before(request: Request): number {
  const value = Number(query(request, 'before') ?? 0);
  if (!Number.isSafeInteger(value) || value < 0)
    throw invalidFields({ before: 'before must be the next of an answer' });
  return value;
}

/** Entry for administrators; names are null if unknown. */
const present = (entry: AuditEntry, names: Readonly<Record<string, string>>) => ({
  seq: entry.seq,
  at: moment(entry.at),
  user_id: entry.userId || null,
  user_name: names[entry.userId] ?? null,
  // an agent's name and version; null for people
  agent_name: names[entry.authorId] ?? null,
  api_key_id: entry.apiKeyId || null,
  address: entry.address || null,
  action: entry.action,
  operation: entry.operation,
  object: entry.object || null,
  object_id: entry.objectId || null,
  project_id: entry.projectId || null,
  status: entry.status || null,
  request_id: entry.requestId || null,
  client_request_id: entry.clientRequestId || null,
  previous: entry.previous,
  hash: entry.hash,
});

type PresentedEntry = ReturnType<typeof present>;

const COLUMNS = [
  ...['seq', 'at', 'user_id', 'user_name', 'agent_name', 'api_key_id', 'address', 'action', 'operation'],
  ...['object', 'object_id', 'project_id', 'status', 'request_id', 'previous', 'hash', 'client_request_id'],
] as (keyof PresentedEntry)[];

const FILES: Readonly<Record<string, { type: string; write: (rows: PresentedEntry[], isFirst: boolean) => string }>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    write: (rows, isFirst) =>
      csvLines(
        COLUMNS,
        rows.map((row) => COLUMNS.map((column) => row[column])),
        isFirst,
      ),
  },
  ndjson: {
    type: 'application/x-ndjson',
    write: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
};

const presentState = (state: AuditState | undefined) => ({
  newest: state?.newest ?? 0,
  oldest: state?.oldest ?? 0,
  verified_at: moment(state?.verifiedAt),
  verified_through: state?.verifiedThrough ?? 0,
  broken: state?.broken || null,
  retention_days: state?.retentionDays || null,
  removed_through: state?.removedThrough || null,
  removed_at: moment(state?.removedAt),
});

/** Retention in days; null: unlimited. */
const retention = z.strictObject({ days: z.int({ error: 'days must be a whole number' }).min(1).nullable() });

/** /api/audit: the audit trail, for administrators. */
export function audit({ identity, ...others }: TitleClients, limits: Pick<RateLimits, 'exports'>): Router {
  const titlesOf = auditTitles({ identity, ...others });

  async function named(entries: readonly AuditEntry[], parent: CallParent): Promise<PresentedEntry[]> {
    const ids = [...new Set(entries.flatMap(({ userId, authorId }) => [userId, authorId]))].filter(isId);
    const { names } = ids.length > 0 ? await identity.getUserNames({ ids }, parent) : { names: {} };
    return entries.map((entry) => present(entry, names));
  }

  /** Streams entries with backpressure; stops when the client disconnects. */
  async function send(request: Request, response: Response, format: string): Promise<void> {
    const file = FILES[format];
    if (!file) throw invalidFields({ format: `format must be one of ${Object.keys(FILES).join(', ')}` });
    const filter = filterOf(request);
    // no overall deadline: each slice has a separate limit
    const parent = parentOf(request, { unlimited: true });
    let next = 0;
    let isFirst = true;
    do {
      // errors must occur before the response starts
      const page = await identity.listAuditEntries({ filter, before: next, limit: MAX_ROWS }, parent);
      const rows = await named(page.entries, parent);
      // after a disconnect `drain` never fires
      if (response.closed) return;
      if (isFirst) response.attachment(`audit-trail.${format}`).type(file.type);
      if (!response.write(file.write(rows, isFirst)))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
      isFirst = false;
      ({ next } = page);
    } while (next > 0 && !response.closed);
    response.end();
  }

  const router = strictRouter();
  methods(router, '/audit', about('audit'), {
    get: [
      async (request, response) => {
        const parent = parentOf(request);
        const limit = paging(request).perPage || SHOWN;
        const page = await identity.listAuditEntries(
          { filter: filterOf(request), before: before(request), limit },
          parent,
        );
        const [rows, titles] = await Promise.all([named(page.entries, parent), titlesOf(page.entries, parent)]);
        const data = rows.map((row, at) => ({ ...row, ...(page.entries[at] && titles(page.entries[at])) }));
        response.json({ data, next: page.next || null });
      },
    ],
  });
  methods(router, '/audit/state', about('audit'), {
    get: [
      async (request, response) => {
        const { state } = await identity.getAuditState({}, parentOf(request));
        response.json({ data: presentState(state) });
      },
    ],
  });
  methods(router, '/audit/verify', about('audit', { post: administered('audit.verified') }), {
    post: [
      async (request, response) => {
        const parent = { ...parentOf(request, { unlimited: true }), limitMs: VERIFY_MS };
        const { state } = await identity.verifyAuditTrail({}, parent);
        response.json({ data: presentState(state) });
      },
    ],
  });
  methods(router, '/audit/retention', about('audit'), {
    put: [
      async (request, response) => {
        const { days } = body(request, retention);
        const { state } = await identity.setAuditRetention({ days: days ?? 0 }, parentOf(request));
        response.json({ data: presentState(state) });
      },
    ],
  });
  methods(router, '/audit/export', about('audit', { get: act('exported', 'export of the audit trail') }), {
    get: [limits.exports, (request, response) => send(request, response, query(request, 'format') ?? '')],
  });
  return router;
}
