import { notFound, type Clock } from '@symbio/runtime';
import type { Tombstones } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import type { ProjectAccess } from '@symbio/project-access';
import { assignmentEvents } from '@symbio/proto/feature';
import { ROLE_TO } from '../policy.js';
import { assignmentEvent } from './mapping.js';
import type { AssignmentRow } from './model.js';
import type { AssignmentRepository } from './repository.js';
import type { SubjectIds, Subjects } from './subjects.js';

export interface AssignmentDeps {
  repository: AssignmentRepository;
  subjects: Subjects;
  access: ProjectAccess;
  tombstones: Pick<Tombstones, 'any'>;
  clock: Clock;
  removeAllOf: (projectId: string) => Promise<void>;
}

export type Assignments = ReturnType<typeof createAssignments>;

export function createAssignments({ repository, subjects, access, tombstones, clock, removeAllOf }: AssignmentDeps) {
  return {
    /** Newest first. @throws AppError NOT_FOUND */
    async ofProject(context: CallContext, projectId: string): Promise<AssignmentRow[]> {
      await access.require(context, projectId, ROLE_TO.viewFeatures, 'Project', 'project_id');
      return repository.ofProject(projectId);
    },

    /**
     * Assigns to one person; an empty id removes the assignment. The same person publishes nothing.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT unless a person of the project
     */
    async assign(context: CallContext, ids: SubjectIds, assigneeId: string): Promise<AssignmentRow> {
      const { actor } = context;
      const { projectId, subject } = await subjects.find(context, ids);
      await access.require(context, projectId, ROLE_TO.assign, 'Project');
      const [assignee] = await subjects.people(context, projectId, assigneeId ? [assigneeId] : [], 'assignee_id');
      const projectTitle = assignee ? await subjects.projectTitle(context, projectId) : '';
      const set = { projectId, subject, assignee, byId: actor.authorId, byName: actor.name, at: clock.now() };
      const eventOf = (row: AssignmentRow) => assignmentEvent(assignmentEvents.changed, row, projectTitle);
      const row =
        (await repository.change(subject.id, actor, (current, after) =>
          current.assignee?.userId === assignee?.userId ? undefined : { set, events: [eventOf(after(set))] },
        )) ?? (await repository.insert(subject.id, set, actor, (fresh) => [eventOf(fresh)]));
      // the project may have been deleted during the write
      if (await tombstones.any(projectId)) {
        await removeAllOf(projectId);
        throw notFound('Project');
      }
      // undefined: another person assigned it first
      return row ?? this.assign(context, ids, assigneeId);
    },
  };
}
