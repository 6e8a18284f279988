import { MAX_SEARCH } from '@symbio/proto/limits';
import {
  AppError,
  creationHash,
  invalidFields,
  isCalendarDate,
  isId,
  newId,
  newValues,
  notFound,
  refuseFields,
  refuseStale,
  repeats,
  type CallContext,
  type Clock,
  type PageSpec,
} from '@symbio/kit';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import { projectEvents, type ProjectFields } from '@symbio/proto/project';
import type { Access } from './access.js';
import { projectEvent } from './events.js';
import { nameOf, type People } from './people.js';
import { checkNewProject, checkProjectChange } from './project-fields.js';
import type { ProjectFilter, ProjectRepository, StoredProject } from './repository.js';
import { PROJECT_STATUSES, isProjectStatus } from '@symbio/proto/project/vocabulary';
import { FIRST_STATUS } from './statuses.js';

/** A project and the caller's role in it. */
export interface ProjectView {
  project: StoredProject;
  role: ProjectRole;
}

export interface ProjectsDeps {
  repository: Omit<ProjectRepository, 'owners' | 'visible' | 'removedIds'>;
  access: Pick<Access, 'require' | 'visibility'>;
  people: People;
  clock: Clock;
}

export interface NewProjectInput {
  /** Minted by the client; empty: a new one. */
  id: string;
  fields?: ProjectFields;
}

export interface ProjectUpdate {
  id: string;
  fields?: ProjectFields;
  /** When the project had changed last, as the caller knows it; absent: the caller does not say. */
  expectedUpdatedAt?: Date;
}

/** How often a new number is taken when the one at hand turns out to be used. */
const NUMBER_TRIES = 3;

/** The number of a project: `P-<year>-<5 digits>` (OP-02). */
export const projectNumber = (year: number, count: number): string => `P-${year}-${String(count).padStart(5, '0')}`;

/** Checks what a list is narrowed down to. @throws AppError that names every bad filter at once */
export function checkFilter(filter: ProjectFilter): ProjectFilter {
  const fields: Record<string, string> = {};
  if (filter.search.length > MAX_SEARCH) fields['search'] = `Search is too long (at most ${MAX_SEARCH} characters)`;
  if (filter.status && filter.status !== 'open' && !isProjectStatus(filter.status))
    fields['status'] = `Status must be open or one of ${PROJECT_STATUSES.join(', ')}`;
  for (const [name, date] of [
    ['due_date_from', filter.dueDateFrom],
    ['due_date_to', filter.dueDateTo],
  ] as const)
    if (date && !isCalendarDate(date)) fields[name] = 'Must be a date in the form YYYY-MM-DD';
  refuseFields(fields);
  return { ...filter, search: filter.search.trim() };
}

/** Rules about projects. */
export function createProjects({ repository, access, people, clock }: ProjectsDeps) {
  /** What a repeated creation answers: the project it made the first time. */
  async function madeBefore(id: string, hash: string, context: CallContext): Promise<ProjectView> {
    const row = await repository.find(id);
    if (row?.createdBy !== context.actor.sub || !repeats(row, hash))
      throw new AppError('ALREADY_EXISTS', 'id_taken', 'A project with this id exists already.');
    return access.require(context, id, 'read the project');
  }

  return {
    /** A page of the caller's projects, newest first: a fixed number of queries, however many projects. */
    async list(
      filter: ProjectFilter,
      page: PageSpec,
      context: CallContext,
    ): Promise<{ views: ProjectView[]; count: number }> {
      const checked = checkFilter(filter);
      const { visibility, roleOf } = await access.visibility(context);
      const { rows, count } = await repository.list(visibility, checked, page);
      const views = rows.flatMap((project) => {
        const role = roleOf(project);
        return role ? [{ project, role }] : [];
      });
      return { views, count };
    },

    /** @throws AppError NOT_FOUND, also when the caller may not see it (AUTH-37) */
    get: (id: string, context: CallContext): Promise<ProjectView> => access.require(context, id, 'read the project'),

    /** Company names among the caller's projects, sorted as people sort. */
    async companies(context: CallContext): Promise<string[]> {
      const { visibility } = await access.visibility(context);
      return (await repository.companies(visibility)).sort((one, other) => one.localeCompare(other, 'en'));
    },

    /**
     * Makes a project, always at the first status (PROJ-40). Repeating it with the same id and fields answers the first one as
     * it is by now.
     * @throws AppError INVALID_ARGUMENT with every bad field, ALREADY_EXISTS when somebody else, or something else, has the id
     */
    async create(input: NewProjectInput, context: CallContext): Promise<ProjectView> {
      const { actor } = context;
      if (input.id && !isId(input.id)) throw invalidFields({ id: 'An id is a UUID' });
      const values = checkNewProject(input.fields);
      const year = clock.now().getUTCFullYear();
      const id = input.id || newId();
      const hash = creationHash(values);
      // an agent that makes a project makes it its user's: whose it is goes by the person's name
      const creator = actor.agentId === undefined ? actor.name : await nameOf(people, actor.sub, context);
      for (let attempt = 0; attempt < NUMBER_TRIES; attempt++) {
        const project = await repository.insert(
          id,
          {
            ...values,
            number: projectNumber(year, await repository.nextNumber(year)),
            status: FIRST_STATUS,
            createdBy: actor.sub,
            createdByName: creator ?? '',
            ...(actor.agentId !== undefined && { createdByAgent: actor.agentId }),
            creationHash: hash,
          },
          actor,
          (made) => [projectEvent(projectEvents.created, made)],
        );
        if (project) return { project, role: actor.role === 'administrator' ? 'admin' : 'owner' };
        if (await repository.findKept(id)) break;
      }
      return madeBefore(id, hash, context);
    },

    /**
     * Changes the given fields. What is already so changes nothing and is not published, so that a repeated call is
     * harmless also when its first run has moved `updated_at` on.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale
     */
    async update({ id, fields, expectedUpdatedAt }: ProjectUpdate, context: CallContext): Promise<ProjectView> {
      const { role } = await access.require(context, id, 'change the project');
      const change = checkProjectChange(fields);
      const project = await repository.change(
        id,
        context.actor,
        (current) => {
          const changed = newValues<Partial<StoredProject>>(current, change);
          if (changed) refuseStale('This project', current, expectedUpdatedAt);
          return changed && change;
        },
        (after) => [projectEvent(projectEvents.changed, after)],
      );
      if (!project) throw notFound('Project');
      return { project, role };
    },
  };
}

export type Projects = ReturnType<typeof createProjects>;
