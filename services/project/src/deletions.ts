/** Deletes, restores and permanently erases projects. */
import { isId, notFound, serviceActor, type Actor, type Clock } from '@symbio/runtime';
import type { CallContext, PageSpec } from '@symbio/rpc';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { projectEvents } from '@symbio/proto/project';
import type { Access } from './access.js';
import { projectEvent } from './events.js';
import type { ProjectView } from './projects.js';
import type { RemovedProjects } from './removed-repository.js';
import type { ProjectRepository } from './repository.js';

const DAY_MS = 86_400_000;
/** Milliseconds between sweeps for expired projects. */
export const PROJECT_SWEEP_MS = 3_600_000;

export interface DeletionDeps {
  projects: Pick<ProjectRepository, 'find' | 'change'>;
  removed: RemovedProjects;
  access: Pick<Access, 'require' | 'requireOf' | 'visibility'>;
  clock: Clock;
}

/**
 * A deletion hides a project for 30 days: the row is marked, and access checks answer as if it did not exist. Services
 * keep the project's data until the erase event.
 */
export function createDeletions({ projects, removed, access, clock }: DeletionDeps) {
  /** Actor of automatic erasure. */
  const self: Actor = serviceActor('project');

  /** @throws AppError NOT_FOUND if not deleted or already erased; PERMISSION_DENIED below owner */
  const restorable = async (id: string, context: CallContext): Promise<ProjectView> =>
    access.requireOf(context, isId(id) ? await removed.find(id, clock.now()) : undefined, 'delete the project');

  return {
    /** Restorable for 30 days. @throws AppError NOT_FOUND, also when repeated; PERMISSION_DENIED below owner (OP-09) */
    async delete(id: string, context: CallContext): Promise<void> {
      await access.require(context, id, 'delete the project');
      const { authorId, name } = context.actor;
      const at = clock.now();
      const row = await projects.change(
        id,
        context.actor,
        () => ({
          removal: { authorId, authorName: name, at },
          purgeAt: new Date(at.getTime() + RESTORABLE_DAYS * DAY_MS),
        }),
        (after) => [projectEvent(projectEvents.deleted, after)],
      );
      if (!row) throw notFound('Project');
    },

    /** Projects the caller may restore, latest deletion first. */
    async list(page: PageSpec, context: CallContext): Promise<{ views: ProjectView[]; count: number }> {
      const { visibility, roleOf } = await access.visibility(context, 'delete the project');
      const { rows, count } = await removed.list(visibility, clock.now(), page);
      const views = rows.flatMap((project) => {
        const role = roleOf(project);
        return role ? [{ project, role }] : [];
      });
      return { views, count };
    },

    /**
     * Restores a project; idempotent.
     * @throws AppError NOT_FOUND, also after 30 days; PERMISSION_DENIED below owner
     */
    async restore(id: string, context: CallContext): Promise<ProjectView> {
      if (isId(id) && (await projects.find(id))) return access.require(context, id, 'delete the project');
      const { role } = await restorable(id, context);
      const project = await removed.restore(id, clock.now(), context.actor, (after) => [
        projectEvent(projectEvents.restored, after),
      ]);
      if (!project) throw notFound('Project');
      return { project, role };
    },

    /**
     * Permanently erases a deleted project. @throws AppError NOT_FOUND if not deleted; PERMISSION_DENIED below owner
     */
    async erase(id: string, context: CallContext): Promise<void> {
      await restorable(id, context);
      const erased = await removed.erase(id, context.actor, (row) => [projectEvent(projectEvents.erased, row)]);
      if (!erased) throw notFound('Project');
    },

    /** Erases expired projects. Idempotent. */
    async purge(): Promise<void> {
      for (;;) {
        const ids = await removed.expired(clock.now());
        if (ids.length === 0) return;
        for (const id of ids)
          await removed.erase(id, self, (row) => [projectEvent(projectEvents.erased, row)], clock.now());
      }
    },
  };
}

export type Deletions = ReturnType<typeof createDeletions>;
