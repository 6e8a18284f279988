/** Interviews and attempts, recorded by people. */
import {
  conflict,
  doerOf,
  isCalendarDate,
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
import { MAX_INTERVIEW_PERSON, MAX_INTERVIEW_TEXT, MAX_INTERVIEWS } from '@symbio/proto/limits';
import {
  projectEvents,
  type CreateInterviewRequest,
  type Interview,
  type InterviewValues,
  type UpdateInterviewRequest,
} from '@symbio/proto/project';
import {
  INTERVIEW_METHODS,
  INTERVIEW_ROLES,
  isInterviewMethod,
  isInterviewRole,
} from '@symbio/proto/project/vocabulary';
import type { Access } from '../access.js';
import { projectEvent } from '../events.js';
import type { ProjectRepository } from '../repository.js';
import type { StoredInterview, StoredInterviews } from './model.js';

export interface InterviewsDeps {
  repository: Pick<ProjectRepository, 'change' | 'interviews' | 'idWithInterview'>;
  access: Pick<Access, 'require'>;
  clock: Clock;
}

/** Replaced or removed ones that are kept: a row has at most 16 MB. */
const MAX_HISTORY = 100;
const NOTHING: StoredInterviews = { rows: [], history: [] };

type Checked = Pick<StoredInterview, 'role' | 'person' | 'date' | 'method' | 'answered' | 'text'>;

/** @throws AppError INVALID_ARGUMENT */
function checked(given: InterviewValues | undefined): Checked {
  const { role = '', date = '', method = '', answered = false } = given ?? {};
  const [person, text] = [given?.person.trim() ?? '', given?.text.trim() ?? ''];
  refuseFields({
    ...(isInterviewRole(role) ? {} : { role: `role must be one of ${INTERVIEW_ROLES.join(', ')}` }),
    ...(isInterviewMethod(method) ? {} : { method: `method must be one of ${INTERVIEW_METHODS.join(', ')}` }),
    ...(isCalendarDate(date) ? {} : { date: 'The date must be in the form YYYY-MM-DD.' }),
    ...(person === '' ? { person: 'Name the person or office that was asked.' } : {}),
    ...([...person].length > MAX_INTERVIEW_PERSON
      ? { person: `The name must have at most ${MAX_INTERVIEW_PERSON} characters.` }
      : {}),
    ...([...text].length > MAX_INTERVIEW_TEXT
      ? { text: `The text must have at most ${MAX_INTERVIEW_TEXT} characters.` }
      : {}),
    ...(answered && text === '' ? { text: 'Write what the person said.' } : {}),
  });
  return {
    ...{ person, date, answered, text },
    role: isInterviewRole(role) ? role : 'owner',
    method: isInterviewMethod(method) ? method : 'in_person',
  };
}

const isSame = (one: Checked, other: Checked): boolean =>
  (['role', 'person', 'date', 'method', 'answered', 'text'] as const).every((field) => one[field] === other[field]);

export function createInterviews({ repository, access, clock }: InterviewsDeps) {
  /** @throws AppError NOT_FOUND */
  async function change(
    { actor }: CallContext,
    projectId: string,
    decide: (rows: readonly StoredInterview[]) => { rows: StoredInterview[]; ended?: StoredInterview } | undefined,
  ): Promise<StoredInterview[]> {
    const row = await repository.change(
      projectId,
      actor,
      ({ interviews: before = NOTHING }) => {
        const decided = decide(before.rows);
        if (!decided) return undefined;
        const { rows, ended } = decided;
        const end = { endedById: doerOf(actor), endedByName: actor.name, endedAt: clock.now() };
        const history = [...before.history, ...(ended ? [{ ...ended, ...end }] : [])].slice(-MAX_HISTORY);
        return { interviews: { rows, history }, viaKey: personsKeyOf(actor) };
      },
      (after) => [projectEvent(projectEvents.changed, after)],
    );
    if (!row) throw notFound('Project');
    return row.interviews?.rows ?? [];
  }

  /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
  async function projectOf(context: CallContext, id: string): Promise<string> {
    const projectId = await repository.idWithInterview(id);
    if (projectId === undefined) throw notFound('Interview');
    // as a missing one, where the project is not visible
    if (!(await unlessNotFound(access.require(context, projectId, 'change the interviews'))))
      throw notFound('Interview');
    return projectId;
  }

  const found = <Row extends { id: string }>(rows: readonly Row[], id: string): Row => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw notFound('Interview');
    return row;
  };

  return {
    /** Oldest first. @throws AppError NOT_FOUND */
    async list(projectId: string, context: CallContext): Promise<Interview[]> {
      await access.require(context, projectId, 'read the project');
      return ((await repository.interviews(projectId)) ?? NOTHING).rows.map((row) => ({ projectId, ...row }));
    },

    /** Idempotent by id. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION */
    async create({ id: given, projectId, values }: CreateInterviewRequest, context: CallContext): Promise<Interview> {
      await access.require(context, projectId, 'change the interviews');
      const stated = checked(values);
      refuseFields(given && !isId(given) ? { id: 'id must be a UUID' } : {});
      const id = given || newId();
      const owner = await repository.idWithInterview(id);
      if (owner !== undefined && owner !== projectId) throw idTaken('An interview');
      const after = await change(context, projectId, (rows) => {
        const existing = rows.find((one) => one.id === id);
        if (existing && !isSame(existing, stated)) throw idTaken('An interview');
        if (existing) return undefined;
        if (rows.length >= MAX_INTERVIEWS)
          throw conflict('too_many_interviews', `A project has at most ${MAX_INTERVIEWS} interviews.`);
        const at = clock.now();
        const by = { byId: doerOf(context.actor), byName: context.actor.name };
        return { rows: [...rows, { id, ...stated, ...by, createdAt: at, updatedAt: at }] };
      });
      return { projectId, ...found(after, id) };
    },

    /** Unchanged values publish nothing. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED */
    async update({ id, values, expectedUpdatedAt }: UpdateInterviewRequest, context: CallContext): Promise<Interview> {
      const projectId = await projectOf(context, id);
      const stated = checked(values);
      const after = await change(context, projectId, (rows) => {
        const old = found(rows, id);
        if (isSame(old, stated)) return undefined;
        refuseStale('This interview', old, expectedUpdatedAt);
        const by = { byId: doerOf(context.actor), byName: context.actor.name };
        const next = { id, ...stated, ...by, createdAt: old.createdAt, updatedAt: clock.now() };
        return { rows: rows.map((one) => (one === old ? next : one)), ended: old };
      });
      return { projectId, ...found(after, id) };
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

export type Interviews = ReturnType<typeof createInterviews>;
