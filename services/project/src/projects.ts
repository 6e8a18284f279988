import { MAX_SEARCH } from '@symbio/proto/limits';
import {
  AppError,
  invalidFields,
  isCalendarDate,
  isId,
  newId,
  newValues,
  notAuthorized,
  notFound,
  organizationOf,
  personsKeyOf,
  refuseFields,
  refuseStale,
  type Clock,
} from '@symbio/runtime';
import { creationHash } from '@symbio/mongo';
import type { CallContext, PageSpec } from '@symbio/rpc';
import { type ProjectRole, PROJECT_STATUSES, isProjectStatus } from '@symbio/proto/project/vocabulary';
import { projectEvents, type ProjectFields } from '@symbio/proto/project';
import type { Access } from './access.js';
import { everybodysAccessEvent, projectEvent } from './events.js';
import { byOf, isOrganization, nameOf, type Organizations, type People } from './people.js';
import { checkNewProject, checkProjectChange, copiedFields, replacedBy } from './project-fields.js';
import { policies } from './policy.js';
import { copiedMap } from './property-map/property-maps.js';
import type { RemovedProjects } from './removed-repository.js';
import type { ProjectFilter, ProjectRepository, ProjectValues, StoredProject } from './repository.js';
import { NEWEST_FIRST, type ListOrder } from './sorting.js';
import { FIRST_STATUS } from './statuses.js';

export interface ProjectView {
  project: StoredProject;
  role: ProjectRole;
}

export interface ProjectsDeps {
  repository: Omit<ProjectRepository, 'owners' | 'visible' | 'removedIds'>;
  removed: Pick<RemovedProjects, 'isErased'>;
  access: Pick<Access, 'require' | 'visibility'>;
  people: People & Organizations;
  clock: Clock;
}

export interface NewProjectInput {
  /** Chosen by the client; empty: generated. */
  id: string;
  fields?: ProjectFields;
  /** Absent: the caller's own; empty: the operator. */
  organizationId?: string;
}

export interface SampleCopyInput {
  /** As of a new project. */
  id: string;
  sampleId: string;
}

export interface ProjectUpdate {
  id: string;
  fields?: ProjectFields;
  /** Last modification known to the caller; absent: no check. */
  expectedUpdatedAt?: Date;
}

const MAX_IDS = 100;

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
  if ((filter.ids ?? []).length > MAX_IDS) fields['ids'] = `At most ${MAX_IDS} projects can be named`;
  refuseFields(fields);
  return { ...filter, search: filter.search.trim() };
}

/** Rules about projects. */
export function createProjects({ repository, removed, access, people, clock }: ProjectsDeps) {
  async function existingProject(id: string, hash: string, context: CallContext): Promise<ProjectView> {
    const row = await repository.find(id);
    if (row?.createdBy !== context.actor.sub || row.creationHash !== hash)
      throw new AppError('ALREADY_EXISTS', 'id_taken', 'A project with this id exists already.');
    return access.require(context, id, 'read the project');
  }

  /** Empty: the operator. @throws AppError INVALID_ARGUMENT */
  async function checkOrganization(id: string, context: CallContext): Promise<void> {
    if (id !== '' && !(await isOrganization(people, id, context)))
      throw invalidFields({ organization_id: 'There is no such organization' });
  }

  /** Of a new project. @throws AppError PERMISSION_DENIED for callers who may move none, INVALID_ARGUMENT */
  async function chosenOrganization(id: string | undefined, context: CallContext) {
    if (id === undefined) return organizationOf(context.actor);
    if (!policies.setOrganization.allows(context.actor)) throw notAuthorized();
    await checkOrganization(id, context);
    return id === '' ? {} : { organizationId: id };
  }

  /** Inserts a project of the caller under the next number, or answers a repeat. */
  async function insertNew(
    chosenId: string,
    values: Omit<ProjectValues, 'number' | 'numberedFor' | 'createdBy' | 'createdByName' | 'creationHash' | 'viaKey'>,
    hash: string,
    context: CallContext,
  ): Promise<ProjectView> {
    const { actor } = context;
    const { organizationId } = values;
    const viaKey = personsKeyOf(actor);
    const year = clock.now().getUTCFullYear();
    const id = chosenId || newId();
    // a project created by an agent belongs to its user, so store the person's name
    const creator = actor.agentId === undefined ? actor.name : await nameOf(people, actor.sub, context);
    if (chosenId !== '' && (await removed.isErased(chosenId)))
      throw new AppError('ALREADY_EXISTS', 'id_taken', 'A project that was erased had this id. Choose another one.');
    for (let attempt = 0; attempt < NUMBER_TRIES; attempt++) {
      const project = await repository.insert(
        id,
        {
          ...values,
          number: projectNumber(year, await repository.nextNumber(year, organizationId)),
          ...(organizationId !== undefined && { numberedFor: organizationId }),
          createdBy: actor.sub,
          createdByName: creator ?? '',
          ...(actor.agentId !== undefined && { createdByAgent: actor.agentId }),
          ...(viaKey !== undefined && { viaKey }),
          creationHash: hash,
        },
        actor,
        (made) => [projectEvent(projectEvents.created, made)],
      );
      if (project) return { project, role: actor.role === 'administrator' ? 'admin' : 'owner' };
      if (await repository.findStored(id)) break;
    }
    return existingProject(id, hash, context);
  }

  return {
    /** A page of the caller's projects, with a constant number of queries. */
    async list(
      filter: ProjectFilter,
      page: PageSpec,
      context: CallContext,
      order: ListOrder = NEWEST_FIRST,
    ): Promise<{ views: ProjectView[]; count: number }> {
      const checked = checkFilter(filter);
      const { visibility, roleOf } = await access.visibility(context);
      const { rows, count } = await repository.list(visibility, checked, page, order);
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
     * @throws AppError INVALID_ARGUMENT with every invalid field, PERMISSION_DENIED for an organization of a caller who may
     * not choose it, ALREADY_EXISTS when the id is taken otherwise
     */
    async create(input: NewProjectInput, context: CallContext): Promise<ProjectView> {
      if (input.id && !isId(input.id)) throw invalidFields({ id: 'An id is a UUID' });
      const values = checkNewProject(input.fields);
      const organization = await chosenOrganization(input.organizationId, context);
      const hash = creationHash({ ...values, ...(input.organizationId && organization) });
      return insertNew(input.id, { ...values, ...organization, status: FIRST_STATUS }, hash, context);
    },

    /**
     * Creates the caller's own project with the details, boundary and site of a sample. Its contents follow by the event,
     * in the services that own them. Repeatable like {@link create}.
     * @throws AppError NOT_FOUND, FAILED_PRECONDITION unless it is a sample, ALREADY_EXISTS
     */
    async copySample({ id, sampleId }: SampleCopyInput, context: CallContext): Promise<ProjectView> {
      if (id && !isId(id)) throw invalidFields({ id: 'An id is a UUID' });
      const { project: sample } = await access.require(context, sampleId, 'read the project');
      if (!sample.isSample)
        throw new AppError('FAILED_PRECONDITION', 'not_a_sample', 'Only a sample project can be copied.');
      const map = await repository.propertyMap(sampleId);
      const by = { ...byOf(context.actor), at: clock.now() };
      const values = {
        ...copiedFields(sample),
        copiedFrom: sampleId,
        ...(map && { propertyMap: copiedMap(map, by) }),
        ...organizationOf(context.actor),
      };
      return insertNew(id, values, creationHash({ copiedFrom: sampleId }), context);
    },

    /**
     * Changes the given fields. Unchanged values are not published, so repeats are harmless.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED when `expectedUpdatedAt` is stale
     */
    async update({ id, fields, expectedUpdatedAt }: ProjectUpdate, context: CallContext): Promise<ProjectView> {
      const { role, project: stored } = await access.require(context, id, 'change the project');
      const change = checkProjectChange(fields, stored);
      const project = await repository.change(
        id,
        context.actor,
        (current) => {
          const changed = newValues<Partial<StoredProject>>(current, change);
          if (changed) refuseStale('This project', current, expectedUpdatedAt);
          return changed && { ...change, ...replacedBy(change, current), viaKey: personsKeyOf(context.actor) };
        },
        (after) => [projectEvent(projectEvents.changed, after)],
      );
      if (!project) throw notFound('Project');
      return { project, role };
    },

    /** Lets everybody read a project, or ends it. Repeatable. @throws AppError NOT_FOUND */
    async setSample(id: string, isSample: boolean, context: CallContext): Promise<ProjectView> {
      const { role } = await access.require(context, id, 'change the project');
      const project = await repository.change(
        id,
        context.actor,
        (current) => ((current.isSample ?? false) === isSample ? undefined : { isSample }),
        (after) => [projectEvent(projectEvents.changed, after), everybodysAccessEvent(after)],
      );
      if (!project) throw notFound('Project');
      return { project, role };
    },

    /**
     * Moves a project to an organization; empty: the operator. Repeatable.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for an unknown organization
     */
    async setOrganization(id: string, organizationId: string, context: CallContext): Promise<ProjectView> {
      const { role } = await access.require(context, id, 'change members');
      await checkOrganization(organizationId, context);
      const change = { organizationId: organizationId || undefined };
      const project = await repository.change(
        id,
        context.actor,
        (current) => newValues<Partial<StoredProject>>(current, change),
        (after) => [projectEvent(projectEvents.changed, after), everybodysAccessEvent(after)],
      );
      if (!project) throw notFound('Project');
      return { project, role };
    },
  };
}

export type Projects = ReturnType<typeof createProjects>;
