import {
  AppError,
  event,
  invalidFields,
  isCalendarDate,
  isId,
  newId,
  notFound,
  refuseStale,
  type Actor,
  type Clock,
  type PageSpec,
} from '@symbio/kit';
import type { ProjectRole } from '@symbio/project-access';
import type { ProjectFields } from '@symbio/proto/project';
import type { Access } from './access.js';
import { projectChanged, projectCreated, projectDeleted } from './events.js';
import { projectMessage } from './mapping.js';
import type { ProjectRow } from './model.js';
import { NO_CELLS, type Cells } from './progress-cells.js';
import { checkNewProject, checkProjectChange } from './project-fields.js';
import type { ProjectFilter, ProjectRepository } from './repository.js';
import { FIRST_STATUS, STATUSES, isStatus } from './statuses.js';

/** A project with everything a caller is shown of it. */
export interface ProjectView {
  row: ProjectRow;
  cells: Cells;
  role: ProjectRole;
}

export interface ProjectsDeps {
  repo: ProjectRepository;
  access: Access;
  clock: Clock;
}

/** How often a new number is taken when the one at hand turns out to be used. */
const NUMBER_TRIES = 3;
/** Longest search text, in characters. */
const MAX_SEARCH = 200;

/** The number of a project: `P-<year>-<5 digits>` (OP-02). */
export const projectNumber = (year: number, count: number): string => `P-${year}-${String(count).padStart(5, '0')}`;

/** Checks what a list is narrowed down to. @throws AppError that names every bad filter at once */
export function checkFilter(filter: ProjectFilter): ProjectFilter {
  const fields: Record<string, string> = {};
  if (filter.search.length > MAX_SEARCH) fields['search'] = `Search is too long (at most ${MAX_SEARCH} characters)`;
  if (filter.status && filter.status !== 'open' && !isStatus(filter.status))
    fields['status'] = `Status must be open or one of ${STATUSES.join(', ')}`;
  for (const [name, date] of [
    ['due_date_from', filter.dueDateFrom],
    ['due_date_to', filter.dueDateTo],
  ] as const)
    if (date && !isCalendarDate(date)) fields[name] = 'Must be a date in the form YYYY-MM-DD';
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return { ...filter, search: filter.search.trim() };
}

/** Rules about projects. */
export function createProjects({ repo, access, clock }: ProjectsDeps) {
  const cellsOf = async (id: string): Promise<Cells> => (await repo.progress([id])).get(id) ?? NO_CELLS;

  /** What a repeated creation answers: the project it made the first time. */
  async function madeBefore(id: string, actor: Actor): Promise<ProjectView> {
    const row = await repo.project(id);
    if (row?.createdBy !== actor.sub) throw new AppError('ALREADY_EXISTS', 'id_taken', 'This id is taken.');
    const { role } = await access.require(actor, id, 'read the project');
    return { row, cells: await cellsOf(id), role };
  }

  return {
    /** A page of the caller's projects, newest first: a fixed number of queries, however many projects. */
    async list(actor: Actor, filter: ProjectFilter, page: PageSpec): Promise<{ views: ProjectView[]; count: number }> {
      const checked = checkFilter(filter);
      const { visibility, roleOf } = await access.visibility(actor);
      const { rows, count } = await repo.listProjects(visibility, checked, page);
      const cells = await repo.progress(rows.map(({ _id }) => _id));
      const views = rows.flatMap((row) => {
        const role = roleOf(row);
        return role ? [{ row, cells: cells.get(row._id) ?? NO_CELLS, role }] : [];
      });
      return { views, count };
    },

    /** @throws AppError NOT_FOUND, also when the caller may not see it (AUTH-37) */
    async get(actor: Actor, id: string): Promise<ProjectView> {
      const { project, role } = await access.require(actor, id, 'read the project');
      return { row: project, cells: await cellsOf(id), role };
    },

    /** Company names among the caller's projects, sorted as people sort. */
    async companies(actor: Actor): Promise<string[]> {
      const { visibility } = await access.visibility(actor);
      return (await repo.companies(visibility)).sort((one, other) => one.localeCompare(other, 'en'));
    },

    /**
     * Makes a project, always at the first status (PROJ-40). Repeating it with the same id answers the first one.
     * @throws AppError INVALID_ARGUMENT with every bad field, ALREADY_EXISTS when somebody else has the id
     */
    async create(actor: Actor, id: string, fields: ProjectFields | undefined): Promise<ProjectView> {
      if (id && !isId(id)) throw invalidFields({ id: 'An id is a UUID' });
      const values = checkNewProject(fields);
      if (id && (await repo.project(id))) return madeBefore(id, actor);
      const year = clock.now().getUTCFullYear();
      const newProjectId = id || newId();
      for (let attempt = 0; attempt < NUMBER_TRIES; attempt++) {
        const row = await repo.insertProject(
          newProjectId,
          {
            ...values,
            number: projectNumber(year, await repo.nextNumber(year)),
            status: FIRST_STATUS,
            createdBy: actor.sub,
            createdByName: actor.name,
          },
          actor,
          (made) => [event(projectCreated, made._id, { project: projectMessage(made) })],
        );
        if (row) return { row, cells: NO_CELLS, role: actor.role === 'administrator' ? 'admin' : 'owner' };
        if (await repo.project(newProjectId)) break;
      }
      return madeBefore(newProjectId, actor);
    },

    /**
     * Changes the given fields. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when the
     * project is not the one of `expectedUpdatedAt` any more
     */
    async update(
      actor: Actor,
      id: string,
      fields: ProjectFields | undefined,
      expectedUpdatedAt: Date | undefined,
    ): Promise<ProjectView> {
      const { role } = await access.require(actor, id, 'change the project');
      const change = checkProjectChange(fields);
      const cells = await cellsOf(id);
      const row = await repo.changeProject(
        id,
        change,
        actor,
        (before) => refuseStale('This project', before, expectedUpdatedAt),
        (after) => [event(projectChanged, id, { project: projectMessage(after, cells) })],
      );
      if (!row) throw notFound('Project');
      return { row, cells, role };
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED below owner (OP-09) */
    async remove(actor: Actor, id: string): Promise<void> {
      await access.require(actor, id, 'delete the project');
      const cells = await cellsOf(id);
      const removed = await repo.removeProject(id, actor, (row) => [
        event(projectDeleted, id, { project: projectMessage(row, cells) }),
      ]);
      if (!removed) throw notFound('Project');
    },
  };
}

export type Projects = ReturnType<typeof createProjects>;
