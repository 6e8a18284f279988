import { app, StreamedAnswer } from '@symbio/api';
import { isId } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { AuditEntry, AuditFilter, AuditState } from '@symbio/proto/identity';
import { MAX_ROWS } from '@symbio/proto/limits';
import { csvLines } from '../exports/formats.js';
import { auditTitles, type TitleClients } from './audit-titles.js';
import { pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { moment } from '../present/json.js';

const operations = app.audit;
type PresentedEntry = app.audit.AuditEntryJson;

/** Timeout of a verification in milliseconds: a million entries take half a minute. */
const VERIFY_MS = 120_000;
const SHOWN = 50;

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

const filterOf = (query: app.audit.AuditFilterJson): AuditFilter => ({
  userId: query.user_id ?? '',
  apiKeyId: query.api_key_id ?? '',
  projectId: query.project_id ?? '',
  address: query.address ?? '',
  actions: query.action?.split(',') ?? [],
  from: dateOf(query.from),
  to: dateOf(query.to),
});

/** Names are null if unknown. */
const present = (entry: AuditEntry, names: Readonly<Record<string, string>>): PresentedEntry => ({
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
  manifest_sha256: entry.manifestSha256 || null,
  organization_id: entry.organizationId || null,
  version_number: entry.versionNumber ?? null,
  previous: entry.previous,
  hash: entry.hash,
});

const COLUMNS = [
  ...['seq', 'at', 'user_id', 'user_name', 'agent_name', 'api_key_id', 'address', 'action', 'operation'],
  ...['object', 'object_id', 'project_id', 'status', 'request_id', 'previous', 'hash', 'client_request_id'],
  'manifest_sha256',
  'organization_id',
  'version_number',
] as (keyof PresentedEntry)[];

const FILES: Readonly<
  Record<'csv' | 'ndjson', { type: string; write: (rows: PresentedEntry[], isFirst: boolean) => string }>
> = {
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

const presentState = (state: AuditState | undefined): app.audit.AuditStateJson => ({
  newest: state?.newest ?? 0,
  oldest: state?.oldest ?? 0,
  verified_at: moment(state?.verifiedAt),
  verified_through: state?.verifiedThrough ?? 0,
  broken: state?.broken || null,
  retention_days: state?.retentionDays || null,
  removed_through: state?.removedThrough || null,
  removed_at: moment(state?.removedAt),
});

async function* startingWith<Part>(first: IteratorResult<Part, void>, rest: AsyncGenerator<Part, void>) {
  if (!first.done) yield first.value;
  yield* rest;
}

/** /api/audit: the audit trail, for administrators. */
export function audit({ identity, ...others }: TitleClients): Route[] {
  const titlesOf = auditTitles({ identity, ...others });

  async function named(entries: readonly AuditEntry[], parent: CallParent): Promise<PresentedEntry[]> {
    const ids = [...new Set(entries.flatMap(({ userId, authorId }) => [userId, authorId]))].filter(isId);
    const { names } = ids.length > 0 ? await identity.getUserNames({ ids }, parent) : { names: {} };
    return entries.map((entry) => present(entry, names));
  }

  /** @param parent without deadline: each slice has a separate limit */
  async function* file(filter: AuditFilter, format: keyof typeof FILES, parent: CallParent) {
    for (let next = 0, isFirst = true; isFirst || next > 0; isFirst = false) {
      const page = await identity.listAuditEntries({ filter, before: next, limit: MAX_ROWS }, parent);
      yield Buffer.from(FILES[format].write(await named(page.entries, parent), isFirst));
      ({ next } = page);
    }
  }

  return [
    route(operations.listAuditEntries, async ({ query }, { parent }) => {
      const asked = { filter: filterOf(query), before: query.before ?? 0, limit: pageOf(query).perPage || SHOWN };
      const page = await identity.listAuditEntries(asked, parent);
      const [rows, titles] = await Promise.all([named(page.entries, parent), titlesOf(page.entries, parent)]);
      return { data: page.entries.map((entry, at) => ({ ...rows[at]!, ...titles(entry) })), next: page.next || null };
    }),
    route(operations.getAuditState, async (_input, { parent }) => ({
      data: presentState((await identity.getAuditState({}, parent)).state),
    })),
    route(operations.verifyAuditTrail, async (_input, { freshParent }) => {
      const parent = { ...(await freshParent()), limitMs: VERIFY_MS };
      return { data: presentState((await identity.verifyAuditTrail({}, parent)).state) };
    }),
    route(operations.setAuditRetention, async ({ body }, { parent }) => ({
      data: presentState((await identity.setAuditRetention({ days: body.days ?? 0 }, parent)).state),
    })),
    route(operations.exportAuditTrail, async ({ query }, { freshParent }) => {
      const parts = file(filterOf(query), query.format, await freshParent());
      // errors must occur before the response starts
      const first = await parts.next();
      return new StreamedAnswer(FILES[query.format].type, startingWith(first, parts), {
        'Content-Disposition': `attachment; filename=audit-trail.${query.format}`,
      });
    }),
  ];
}
