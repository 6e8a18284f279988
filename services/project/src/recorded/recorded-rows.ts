/** Rows that people record in a project one by one, such as interviews; earlier contents are kept. */
import {
  conflict,
  doerOf,
  isId,
  newId,
  notFound,
  personsKeyOf,
  refuseFields,
  refuseStale,
  unlessNotFound,
  type Clock,
} from '@symbio/runtime';
import { idTaken } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import { projectEvents } from '@symbio/proto/project';
import type { Access } from '../access.js';
import { projectEvent } from '../events.js';
import type { ProjectRow } from '../model.js';
import type { NEEDED_ROLE } from '../policy.js';
import { byOf } from '../people.js';
import type { ProjectRepository } from '../repository.js';
import type { RecordedField, RecordedRow, RecordedRows } from './model.js';

export interface RecordedDeps {
  repository: Pick<ProjectRepository, 'change' | 'recorded' | 'idWithRecorded'>;
  access: Pick<Access, 'require'>;
  clock: Clock;
}

interface Kind<Row extends RecordedRow> {
  /** In refusals, such as `interview`. */
  name: string;
  /** In refusals, such as `interviews`. */
  names: string;
  article: 'A' | 'An';
  action: keyof typeof NEEDED_ROLE;
  most: number;
  tooMany: string;
  fields: readonly (keyof Row)[];
  field: RecordedField;
  of: (project: Pick<ProjectRow, RecordedField>) => RecordedRows<Row> | undefined;
  stored: (rows: RecordedRows<Row>) => Pick<Partial<ProjectRow>, RecordedField>;
}

/** Replaced or removed ones that are kept: a row of the database has at most 16 MB. */
const MAX_HISTORY = 100;

type Content<Row extends RecordedRow> = Omit<Row, keyof RecordedRow>;

export function createRecordedRows<Row extends RecordedRow>(
  { repository, access, clock }: RecordedDeps,
  kind: Kind<Row>,
  /** Adds who recorded the content. */
  rowOf: (content: Content<Row>, record: RecordedRow) => Row,
) {
  const label = `${kind.name.charAt(0).toUpperCase()}${kind.name.slice(1)}`;
  const what = `${kind.article} ${kind.name}`;
  const isSame = (one: Row, other: Row): boolean => kind.fields.every((field) => one[field] === other[field]);

  /** @throws AppError NOT_FOUND */
  async function change(
    { actor }: CallContext,
    projectId: string,
    decide: (rows: readonly Row[]) => { rows: Row[]; ended?: Row } | undefined,
  ): Promise<Row[]> {
    const project = await repository.change(
      projectId,
      actor,
      (current) => {
        const { rows: before, history } = kind.of(current) ?? { rows: [], history: [] };
        const decided = decide(before);
        if (!decided) return undefined;
        const { rows, ended } = decided;
        const end = { endedById: doerOf(actor), endedByName: actor.name, endedAt: clock.now() };
        const kept = [...history, ...(ended ? [{ ...ended, ...end }] : [])].slice(-MAX_HISTORY);
        return { ...kind.stored({ rows, history: kept }), viaKey: personsKeyOf(actor) };
      },
      (after) => [projectEvent(projectEvents.changed, after)],
    );
    if (!project) throw notFound('Project');
    return kind.of(project)?.rows ?? [];
  }

  /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
  async function projectOf(context: CallContext, id: string): Promise<string> {
    const projectId = await repository.idWithRecorded(kind.field, id);
    if (projectId === undefined) throw notFound(label);
    // as a missing one, where the project is not visible
    if (!(await unlessNotFound(access.require(context, projectId, kind.action)))) throw notFound(label);
    return projectId;
  }

  const found = (rows: readonly Row[], id: string): Row => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw notFound(label);
    return row;
  };

  return {
    /** Oldest first. @throws AppError NOT_FOUND */
    async list(projectId: string, context: CallContext): Promise<Row[]> {
      await access.require(context, projectId, 'read the project');
      const project = await repository.recorded(projectId);
      return (project && kind.of(project)?.rows) ?? [];
    },

    /** Idempotent by id. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async create(
      { id: given, projectId }: { id: string; projectId: string },
      content: () => Content<Row>,
      context: CallContext,
    ): Promise<Row> {
      await access.require(context, projectId, kind.action);
      const at = clock.now();
      refuseFields(given && !isId(given) ? { id: 'id must be a UUID' } : {});
      const made = rowOf(content(), { id: given || newId(), ...byOf(context.actor), createdAt: at, updatedAt: at });
      const owner = await repository.idWithRecorded(kind.field, made.id);
      if (owner !== undefined && owner !== projectId) throw idTaken(what);
      const after = await change(context, projectId, (rows) => {
        const existing = rows.find((one) => one.id === made.id);
        if (existing && !isSame(existing, made)) throw idTaken(what);
        if (existing) return undefined;
        if (rows.length >= kind.most) throw conflict(kind.tooMany, `A project has at most ${kind.most} ${kind.names}.`);
        return { rows: [...rows, made] };
      });
      return found(after, made.id);
    },

    /** Unchanged values publish nothing. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async update(
      { id, expectedUpdatedAt }: { id: string; expectedUpdatedAt?: Date | undefined },
      content: (projectId: string) => Content<Row>,
      context: CallContext,
    ): Promise<{ projectId: string; row: Row }> {
      const projectId = await projectOf(context, id);
      const stated = content(projectId);
      const after = await change(context, projectId, (rows) => {
        const old = found(rows, id);
        const next = rowOf(stated, { id, ...byOf(context.actor), createdAt: old.createdAt, updatedAt: clock.now() });
        if (isSame(old, next)) return undefined;
        refuseStale(`This ${kind.name}`, old, expectedUpdatedAt);
        return { rows: rows.map((one) => (one === old ? next : one)), ended: old };
      });
      return { projectId, row: found(after, id) };
    },

    /** @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    async remove(id: string, context: CallContext): Promise<void> {
      const projectId = await projectOf(context, id);
      await change(context, projectId, (rows) => {
        const ended = found(rows, id);
        return { rows: rows.filter((one) => one !== ended), ended };
      });
    },
  };
}
