/** Applies an action to several documents as one operation that can be undone (decision 0096). */
import {
  AppError,
  cleanLine,
  conflict,
  doerOf,
  isId,
  namedId,
  newId,
  notFound,
  parseFields,
  refuseFields,
  refuseOverruling,
  serviceActor,
  type Clock,
  type Logger,
} from '@symbio/runtime';
import { clientId, creationHash, idTaken } from '@symbio/mongo';
import { outcomeOfItem, pageSpec, type CallContext, type CallParent } from '@symbio/rpc';
import type { ProjectAccess } from '@symbio/project-access';
import type { ChangeDocumentsRequest } from '@symbio/proto/document';
import { BULK_ACTIONS, isBulkAction, type BulkAction } from '@symbio/proto/document/vocabulary';
import { MAX_DOCUMENT_BATCH } from '@symbio/proto/limits';
import { z } from 'zod';
import { writtenValue } from '@symbio/page-engine/reading';
import { checkCategory } from '../documents/documents.js';
import type { Details } from '../documents/set-details.js';
import type { DocumentRow } from '../model.js';
import { NEEDED_ROLE } from '../policy.js';
import type { DeletedDocuments } from '../deletions/deleted-documents.js';
import type { DocumentRepository } from '../repository.js';
import type { BulkChanges, ItemResult } from './repository.js';
import type { BulkStep } from './bulk-step.js';
import type { BulkItem, BulkRow } from './model.js';

const AT_ONCE = 8;
const MAX_PROVIDER = 100;
const latestYear = (): number => new Date().getUTCFullYear() + 1;
export const BULK_SWEEP_MS = 60_000;
/** Milliseconds, independent of the caller; the sweep resumes the rest. */
const RUN_LIMIT_MS = 600_000;
/** Milliseconds after which a change that cannot finish is given up. */
const ABANDONED_AFTER_MS = 86_400_000;
const GIVEN_UP = {
  result: 'refused',
  error: 'It could not be done within a day, and is not tried any more.',
  code: 'given_up',
} as const;

export interface BulkDeps {
  changes: Pick<BulkChanges, 'find' | 'add' | 'record' | 'claimAbandoned' | 'removeOfProject'>;
  deleted: Pick<DeletedDocuments, 'findAnyOf'>;
  repository: Pick<DocumentRepository, 'list'>;
  step: BulkStep;
  access: ProjectAccess;
  asSelf: () => Promise<CallParent>;
  clock: Clock;
  log: Logger;
}

export type Bulk = ReturnType<typeof createBulk>;

type ChangeContext = Pick<CallContext, 'token' | 'requestId' | 'actor' | 'log'>;

interface CheckedChange extends Pick<BulkRow, 'projectId' | 'action' | keyof Details> {
  id: string;
  ids: string[];
  allMaps: boolean;
}

/** Runs to its end even if the caller disconnects. */
export function createBulk({ changes, deleted, repository, step, access, asSelf, clock, log }: BulkDeps) {
  /** Changes running in this process, by id; callers of the same change share the promise. */
  const running = new Map<string, Promise<BulkRow>>();

  async function run(begun: BulkRow, context: CallContext, isRetry: boolean): Promise<BulkRow> {
    let row = begun;
    for (;;) {
      const open = row.items.flatMap((item, index) => (item.result === undefined ? [{ item, index }] : []));
      const some = open.slice(0, AT_ONCE);
      const outcomes = await Promise.allSettled(
        some.map(async ({ item, index }): Promise<ItemResult> => {
          const outcome = await outcomeOfItem(step(row, item, context, isRetry));
          if (!(outcome instanceof AppError)) return { index, result: outcome };
          return { index, result: 'refused', error: outcome.message, code: outcome.reason };
        }),
      );
      const results = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const now = await changes.record(row._id, results, results.length === open.length);
      if (!now) throw notFound('Change');
      // not specific to a document: ends the call; a retry or the sweep resumes
      for (const each of outcomes) if (each.status === 'rejected') throw each.reason;
      row = now;
      if (row.isEnded) return row;
    }
  }

  /** Ends a change with the results so far, so it can be undone. */
  async function giveUp({ _id, items }: BulkRow): Promise<void> {
    const open = items.flatMap(({ result }, index) => (result === undefined ? [{ index, ...GIVEN_UP }] : []));
    await changes.record(_id, open, true);
    log.warn({ change_id: _id, documents: open.length }, 'gave up a bulk change of documents');
  }

  function runToEnd(row: BulkRow, context: ChangeContext, isRetry: boolean): Promise<BulkRow> {
    if (row.isEnded) return Promise.resolve(row);
    const known = running.get(row._id);
    if (known) return known;
    // neither a disconnect nor a deadline of the caller cancels it
    const { token, requestId, actor } = context;
    const own: CallContext = {
      ...{ token, requestId, actor, log: context.log },
      signal: AbortSignal.timeout(RUN_LIMIT_MS),
      deadline: new Date(Date.now() + RUN_LIMIT_MS),
    };
    const work = run(row, own, isRetry).finally(() => running.delete(row._id));
    running.set(row._id, work);
    return work;
  }

  /** @throws AppError id_taken if the id has a different change */
  async function begin(row: BulkRow, context: CallContext): Promise<BulkRow> {
    const known = await changes.add(row);
    if (known && (known.wish !== row.wish || known.by.sub !== row.by.sub)) throw idTaken('A change of documents');
    return runToEnd(known ?? row, context, known !== undefined);
  }

  const rowOf = (
    values: Pick<BulkRow, '_id' | 'projectId' | 'action' | 'isUndo' | 'wish' | 'items' | keyof Details>,
    { actor: { sub, authorId, name, via, agentId } }: CallContext,
  ): BulkRow => {
    const at = clock.now();
    const by = { sub, authorId, name, via, ...(agentId !== undefined && { agentId }) };
    return { ...values, by, isEnded: false, at, touchedAt: at };
  };

  async function documentsOf({
    projectId,
    ids,
    allMaps,
  }: CheckedChange): Promise<{ id: string; row: DocumentRow | undefined }[]> {
    if (allMaps) {
      const maps = await repository.list(
        { projectId, toProcess: true },
        pageSpec({ page: 1, perPage: MAX_DOCUMENT_BATCH }),
      );
      return maps.map((row) => ({ id: row._id, row }));
    }
    const rows = await deleted.findAnyOf(ids.filter(isId));
    const byId = new Map(rows.filter((row) => row.projectId === projectId).map((row) => [row._id, row]));
    return ids.map((id) => ({ id, row: byId.get(id) }));
  }

  return {
    /** @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED for the whole change; id_taken */
    async change(request: ChangeDocumentsRequest, context: CallContext): Promise<BulkRow> {
      const wish = checkChange(request);
      const { projectId, action, allMaps, ids } = wish;
      const details = detailsOf(wish);
      await access.require(context, projectId, NEEDED_ROLE.update, 'Project', 'project_id');
      const { category = '', ...facts } = details;
      const hash = creationHash({ projectId, action, category, allMaps, ids: ids.join(' '), ...facts });
      const known = wish.id ? await changes.find(wish.id) : null;
      const found = known ? [] : await documentsOf(wish);
      const items = found.map(({ id, row }): BulkItem => ({
        documentId: id,
        title: row?.title ?? '',
        ...(row && { before: beforeOf(row) }),
        ...(action === 'process' && row && { jobId: newId() }),
        ...(action === 'set_details' && row && { correctionId: newId() }),
      }));
      const _id = wish.id || newId();
      return begin(rowOf({ _id, projectId, action, ...details, isUndo: false, wish: hash, items }, context), context);
    },

    /** Undoes a change, once. @throws AppError NOT_FOUND, also after 30 days; PERMISSION_DENIED */
    async undo(id: string, context: CallContext): Promise<BulkRow> {
      const done = isId(id) ? await changes.find(id) : null;
      if (!done || done.isUndo) throw notFound('Change');
      await access.require(context, done.projectId, NEEDED_ROLE.update, 'Change');
      refuseOverruling(context.actor, 'This change', doerOf(done.by));
      if (!done.isEnded)
        throw conflict('not_ended', 'This change is still under way. Undo it as soon as it has ended.');
      const { projectId, action } = done;
      const items = done.items
        .filter(({ result }) => result === 'done')
        .map(({ result: _result, ...item }): BulkItem => item);
      const _id = namedId(`undo ${id}`);
      const row = rowOf({ _id, projectId, action, ...detailsOf(done), isUndo: true, wish: _id, items }, context);
      const known = await changes.add(row);
      return runToEnd(known ?? row, context, known !== undefined);
    },

    /** Resumes abandoned changes as their requester, whose permission was checked; ends those older than a day. */
    async sweep(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const row = await changes.claimAbandoned();
        if (!row) return;
        if (clock.now().getTime() - row.at.getTime() >= ABANDONED_AFTER_MS) {
          await giveUp(row);
          continue;
        }
        const actor = { ...serviceActor('document'), ...row.by };
        const parent = await asSelf();
        await runToEnd(row, { ...parent, actor, log: log.child({ change_id: row._id }) }, true);
      }
    },

    projectDeleted: (projectId: string): Promise<void> => changes.removeOfProject(projectId),
  };
}

const beforeOf = ({ removal, category, categoryBy, said }: DocumentRow): NonNullable<BulkItem['before']> => ({
  isDeleted: removal !== undefined,
  category,
  categoryBy,
  ...(said && { said }),
});

const detailsOf = ({ category, year, provider }: Details): Details => ({
  ...(category && { category }),
  ...(year !== undefined && { year }),
  ...(provider !== undefined && { provider }),
});

const ofId = z.object({ id: clientId });

/** @throws AppError naming every bad field */
function checkChange(request: ChangeDocumentsRequest): CheckedChange {
  const { id } = parseFields(ofId, { id: request.id });
  const { projectId, action, allMaps } = request;
  const ids = [...new Set(request.documentIds)];
  const fields: Record<string, string> = {};
  if (!projectId) fields['project_id'] = 'project_id is required';
  if (!isBulkAction(action)) fields['action'] = `action must be one of ${BULK_ACTIONS.join(', ')}`;
  if (allMaps && action !== 'process') fields['all_maps'] = 'all_maps goes with the action process only';
  else if (allMaps && ids.length > 0) fields['all_maps'] = 'Give ids or all_maps, not both';
  if (!allMaps && ids.length === 0) fields['ids'] = 'Select at least one document';
  if (ids.length > MAX_DOCUMENT_BATCH) fields['ids'] = `At most ${MAX_DOCUMENT_BATCH} documents can be changed at once`;
  if (action === 'set_category' && !request.category) fields['category'] = 'Category is required';
  if (!['set_category', 'set_details'].includes(action) && request.category)
    fields['category'] = 'category goes with set_category or set_details only';
  const facts = checkFacts(request, fields);
  refuseFields(fields);
  const category = request.category ? checkCategory(request.category) : undefined;
  return { id, projectId, action: action as BulkAction, ...(category && { category }), ...facts, ids, allMaps };
}

/** @param fields receives a sentence for each bad one */
function checkFacts(
  { action, year, provider, category }: ChangeDocumentsRequest,
  fields: Record<string, string>,
): Pick<Details, 'year' | 'provider'> {
  const isGiven = year !== undefined || provider !== undefined;
  if (action !== 'set_details') {
    if (isGiven) fields[year === undefined ? 'provider' : 'year'] = 'year and provider go with set_details only';
    return {};
  }
  if (!isGiven && !category) fields['year'] = 'Give a year, a provider or a category';
  const cleaned = provider === undefined ? undefined : cleanLine(provider).trim();
  if (cleaned !== undefined && cleaned.length > MAX_PROVIDER)
    fields['provider'] = `The provider must have at most ${MAX_PROVIDER} characters`;
  const written = year ? writtenValue('year', year, latestYear()) : undefined;
  if (written && 'problem' in written) fields['year'] = written.problem;
  return { ...(year !== undefined && { year: year.trim() }), ...(cleaned !== undefined && { provider: cleaned }) };
}
