import { MAX_SEARCH } from '@symbio/proto/limits';
import {
  AppError,
  invalidFields,
  isCalendarDate,
  isId,
  newId,
  newValues,
  notFound,
  refuseFields,
  refuseStale,
  type Clock,
} from '@symbio/runtime';
import { creationHash } from '@symbio/mongo';
import type { CallContext, PageSpec } from '@symbio/rpc';
import { type ProjectRole, PROJECT_STATUSES, isProjectStatus } from '@symbio/proto/project/vocabulary';
import { projectEvents, type ProjectFields } from '@symbio/proto/project';
import type { Access } from './access.js';
import { projectEvent } from './events.js';
import { nameOf, type People } from './people.js';
import { checkNewProject, checkProjectChange } from './project-fields.js';
import type { ProjectFilter, ProjectRepository, StoredProject } from './repository.js';
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
  /** Chosen by the client; empty: generated. */
  id: string;
  fields?: ProjectFields;
}

export interface ProjectUpdate {
  id: string;
  fields?: ProjectFields;
  /** Last modification known to the caller; absent: no check. */
  expectedUpdatedAt?: Date;
}

/** Attempts to assign an unused number. */
const NUMBER_TRIES = 3;

/** The project number: `P-<year>-<5 digits>` (OP-02). */
export const projectNumber = (year: number, count: number): string => `P-${year}-${String(count).padStart(5, '0')}`;

/** Validates list filters. @throws AppError naming every invalid filter */
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
  /** Answers a repeated creation with the existing project. */
  async function existingProject(id: string, hash: string, context: CallContext): Promise<ProjectView> {
    const row = await repository.find(id);
    if (row?.createdBy !== context.actor.sub || row.creationHash !== hash)
      throw new AppError('ALREADY_EXISTS', 'id_taken', 'A project with this id exists already.');
    return access.require(context, id, 'read the project');
  }

  return {
    /** A page of the caller's projects, newest first, with a constant number of queries. */
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

    /** @throws AppError NOT_FOUND, also when not visible (AUTH-37) */
    get: (id: string, context: CallContext): Promise<ProjectView> => access.require(context, id, 'read the project'),

    /** Company names of the caller's projects, in locale order. */
    async companies(context: CallContext): Promise<string[]> {
      const { visibility } = await access.visibility(context);
      return (await repository.companies(visibility)).sort((one, other) => one.localeCompare(other, 'en'));
    },

    /**
     * Creates a project at the first status (PROJ-40). Repeating it with the same id and fields returns the existing
     * one in its current state.
     * @throws AppError INVALID_ARGUMENT with every invalid field, ALREADY_EXISTS when the id is taken otherwise
     */
    async create(input: NewProjectInput, context: CallContext): Promise<ProjectView> {
      const { actor } = context;
      if (input.id && !isId(input.id)) throw invalidFields({ id: 'An id is a UUID' });
      const values = checkNewProject(input.fields);
      const year = clock.now().getUTCFullYear();
      const id = input.id || newId();
      const hash = creationHash(values);
      // a project created by an agent belongs to its user, so store the person's name
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
        if (await repository.findStored(id)) break;
      }
      return existingProject(id, hash, context);
    },

    /**
     * Changes the given fields. Unchanged values are not published, so repeated calls are harmless even after the first
     * one moved `updated_at`.
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
