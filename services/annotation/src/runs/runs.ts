import { allFound, conflict, invalidFields, isId, newId, notAuthorized, notFound, refuseFields } from '@symbio/runtime';
import { creationHash, idTaken } from '@symbio/mongo';
import { pagedList, type CallContext, type PagedList, type Paging, type Position } from '@symbio/rpc';
import type { Authorship } from '@symbio/project-access';
import { runEvents } from '@symbio/proto/annotation';
import { RUN_STATUSES, isRunStatus } from '@symbio/proto/annotation/vocabulary';
import type { AnnotationDeps } from '../annotations/annotation-deps.js';
import { runEvent } from '../events.js';
import { can, isChange, roleFor, type Action } from '../policy.js';
import { runProblems } from './run-checks.js';
import type { RunRow } from '../model.js';
import type { RunRepository } from './run-repository.js';

export interface RunDeps extends Pick<AnnotationDeps, 'access' | 'tombstones' | 'clock' | 'self'> {
  repository: Pick<AnnotationDeps['repository'], 'countsOfRuns'>;
  runs: RunRepository;
  authors: Authorship;
}

export interface NewRun {
  id: string;
  projectId: string;
  name: string;
  metadata: Record<string, unknown> | undefined;
  authorId: string | undefined;
}

export interface RunFilter {
  projectId?: string;
  authorId?: string;
  status?: string;
}

export interface CountedRun {
  row: RunRow;
  annotations: number;
}

const REMOVE_BATCH = 200;

const positionOf = ({ createdAt, _id }: RunRow): Position => ({ at: createdAt, id: _id });

/**
 * @param field the input that references it, if the call is about something else
 * @throws AppError NOT_FOUND, PERMISSION_DENIED
 */
export async function allowedRun(
  { runs, access, authors }: Pick<RunDeps, 'runs' | 'access' | 'authors'>,
  context: CallContext,
  id: string,
  action: Action,
  field?: string,
): Promise<RunRow> {
  const row = await runs.find(id);
  if (!row) throw notFound('Run', field);
  await access.require(context, row.projectId, roleFor(action), 'Run', field);
  if (!can(context.actor, action, row)) throw notAuthorized();
  if (isChange(action)) await authors.requireOwn(context, 'run', [row.authorId]);
  return row;
}

export type Runs = ReturnType<typeof createRuns>;

export function createRuns(deps: RunDeps) {
  const { runs, repository, access, authors, tombstones, clock, self } = deps;

  async function withCount(row: RunRow): Promise<CountedRun> {
    return { row, annotations: (await repository.countsOfRuns([row._id])).get(row._id) ?? 0 };
  }

  return {
    withCount,

    /**
     * Idempotent by id.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION.
     */
    async create(context: CallContext, input: NewRun): Promise<CountedRun> {
      const { projectId, metadata } = input;
      const name = input.name.trim();
      refuseFields({
        ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
        ...(projectId ? {} : { project_id: 'project_id is required' }),
        ...runProblems(name, metadata),
      });
      const author = authors.resolve(context, input.authorId);
      await allFound([access.require(context, projectId, roleFor('create'), 'Project', 'project_id'), author]);
      const { id: authorId, type: authorType, name: authorName } = await author;
      const id = input.id || newId();
      const hash = creationHash({ projectId, authorId, name, metadata });
      const values = {
        projectId,
        authorId,
        authorType,
        authorName,
        name,
        ...(metadata && { metadata }),
        status: 'open' as const,
        creationHash: hash,
      };
      const row = await runs.insert(id, values, context.actor, (fresh) => [runEvent(runEvents.created, fresh)]);
      if (!row) {
        const existing = await runs.find(id);
        if (existing?.authorId === authorId && existing.projectId === projectId && existing.creationHash === hash)
          return withCount(existing);
        throw idTaken('A run');
      }
      if (await tombstones.any(projectId)) {
        await runs.erase(id, self);
        throw notFound('Project', 'project_id');
      }
      return { row, annotations: 0 };
    },

    /** @throws AppError NOT_FOUND if missing or not visible. */
    get: async (context: CallContext, id: string): Promise<CountedRun> =>
      withCount(await allowedRun(deps, context, id, 'view')),

    /**
     * Newest first, of the visible projects.
     * @param updatedAfter only runs changed after this moment
     * @throws AppError INVALID_ARGUMENT for an unknown status, NOT_FOUND.
     */
    async list(
      context: CallContext,
      { status, ...filter }: RunFilter,
      paging: Paging,
      updatedAfter?: Date,
    ): Promise<PagedList<CountedRun>> {
      if (status !== undefined && !isRunStatus(status))
        throw invalidFields({ status: `status must be one of ${RUN_STATUSES.join(', ')}` });
      const query = { ...filter, ...(status !== undefined && { status }), updatedAfter };
      const visible = await access.visible(context);
      const { rows, pageInfo } = await pagedList(
        paging,
        (slice) => runs.list(query, visible, slice),
        () => runs.count(query, visible),
        positionOf,
      );
      if (rows.length === 0)
        await allFound([
          ...(filter.projectId === undefined
            ? []
            : [access.require(context, filter.projectId, roleFor('view'), 'Project', 'project_id')]),
          ...(filter.authorId === undefined ? [] : [authors.known(context, filter.authorId)]),
        ]);
      const counts = await repository.countsOfRuns(rows.map(({ _id }) => _id));
      return { rows: rows.map((row) => ({ row, annotations: counts.get(row._id) ?? 0 })), pageInfo };
    },

    /**
     * Closes a run; returns a finished one unchanged. @throws AppError NOT_FOUND, PERMISSION_DENIED,
     * FAILED_PRECONDITION if it was undone.
     */
    async finish(context: CallContext, id: string): Promise<CountedRun> {
      await allowedRun(deps, context, id, 'change');
      const row = await runs.change(id, context.actor, ({ status }, after) => {
        if (status === 'finished') return undefined;
        if (status === 'undone') throw conflict('run_undone', 'This run was undone: there is nothing to finish.');
        const set = { status: 'finished' as const, finishedAt: clock.now() };
        return { set, events: [runEvent(runEvents.finished, after(set))] };
      });
      if (!row) throw notFound('Run');
      return withCount(row);
    },

    async removeAllOf(projectId: string): Promise<void> {
      await tombstones.record(projectId);
      for (;;) {
        const ids = await runs.idsOf(projectId, REMOVE_BATCH);
        if (ids.length === 0) return;
        for (const id of ids) await runs.erase(id, self);
      }
    },
  };
}
