import { MAX_CAPTION, MAX_VISIT_PHOTOGRAPHS, RESTORABLE_DAYS } from '@symbio/proto/limits';
import {
  conflict,
  doerOf,
  invalidFields,
  isId,
  newValues,
  notFound,
  serviceActor,
  type Actor,
  type Clock,
} from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import type { EventType } from '@symbio/events';
import { type PendingEvent, type RowWriter, event } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import { photographEvents, type PhotographEvent } from '@symbio/proto/document';
import { DIRECTIONS, isDirection } from '@symbio/proto/feature/vocabulary';
import { photographPrefix } from '../files/blob-keys.js';
import { NEEDED_ROLE, refuseForAgent, type DocumentAction } from '../policy.js';
import { toPhotograph } from './mapping.js';
import { isStored, type PhotographRow, type StoredPhotograph } from './model.js';
import type { PhotographRepository } from './repository.js';

export const PHOTOGRAPH_RESTORABLE_MS = RESTORABLE_DAYS * 86_400_000;
/** Milliseconds until a pending photograph is abandoned. */
const ABANDONED_AFTER_MS = 3_600_000;

export interface PhotographDeps {
  repository: Pick<
    PhotographRepository,
    'find' | 'list' | 'count' | 'someOfVisit' | 'allOfVisit' | 'someOfProject' | 'expired' | 'abandoned'
  >;
  writer: Pick<RowWriter<PhotographRow>, 'insert' | 'change'>;
  /** Checked as the service itself. */
  visitExists: (projectId: string, visitId: string) => Promise<boolean>;
  access: Pick<ProjectAccess, 'require'>;
  blobs: Pick<BlobStore, 'putFile' | 'removePrefix'>;
  clock: Clock;
}

export const photographEvent = (type: EventType<PhotographEvent>, row: PhotographRow): PendingEvent =>
  event(type, row.projectId, { photograph: toPhotograph(row) });

export const photographNotFound = (): Error => notFound('Photograph');
export const tooManyPhotographs = (): Error =>
  conflict(
    'too_many_photographs',
    `A site visit can have at most ${MAX_VISIT_PHOTOGRAPHS} photographs. Delete some first.`,
  );

/** @throws AppError INVALID_ARGUMENT */
export function checkCaption(given: string): string {
  const caption = given.trim();
  if ([...caption].length > MAX_CAPTION)
    throw invalidFields({ caption: `A caption has at most ${MAX_CAPTION} characters` });
  return caption;
}

/** Absent: unchanged; empty: removed. */
export interface PhotographChange {
  caption?: string | undefined;
  viewDirection?: string | undefined;
  featureId?: string | undefined;
  /** Must be that of the photograph. */
  featureProjectId?: string | undefined;
}

/** @throws AppError INVALID_ARGUMENT */
function checkChange({ caption, viewDirection, featureId }: PhotographChange) {
  if (viewDirection && !isDirection(viewDirection))
    throw invalidFields({ view_direction: `Direction of view must be one of ${DIRECTIONS.join(', ')}` });
  if (featureId && !isId(featureId)) throw invalidFields({ feature_id: 'feature_id must be a UUID' });
  return {
    ...(caption === undefined ? {} : { caption: checkCaption(caption) }),
    ...(viewDirection === undefined ? {} : { viewDirection: isDirection(viewDirection) ? viewDirection : undefined }),
    ...(featureId === undefined ? {} : { featureId: featureId || undefined }),
  };
}

export function createPhotographs({ repository, writer, visitExists, access, blobs, clock }: PhotographDeps) {
  const self: Actor = serviceActor('document');

  /** Deleted or not; one that the caller may not see is not found. */
  async function visible(id: string, action: DocumentAction, context: CallContext): Promise<StoredPhotograph> {
    const row = isId(id) ? await repository.find(id) : null;
    if (!row || !isStored(row)) throw photographNotFound();
    await access.require(context, row.projectId, NEEDED_ROLE[action], 'Photograph');
    if (row.addedBy !== doerOf(context.actor)) refuseForAgent(context.actor, 'photograph');
    return row;
  }

  async function changed(row: PhotographRow | undefined): Promise<StoredPhotograph> {
    if (!row || !isStored(row)) throw photographNotFound();
    return Promise.resolve(row);
  }

  /** The record holds the keys, so it goes last. */
  async function removePermanently(row: PhotographRow): Promise<void> {
    await blobs.removePrefix(photographPrefix(row.projectId, row.visitId, row._id));
    await writer.change(row._id, self, (photograph) => ({
      remove: true,
      // never stored: no published events
      events: isStored(photograph) ? [photographEvent(photographEvents.deleted, photograph)] : [],
    }));
  }

  async function removeAll(some: () => Promise<PhotographRow[]>): Promise<void> {
    for (let rows = await some(); rows.length > 0; rows = await some())
      for (const row of rows) await removePermanently(row);
  }

  return {
    /** @throws AppError NOT_FOUND */
    async list(projectId: string, visitId: string, context: CallContext): Promise<StoredPhotograph[]> {
      await access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
      return repository.list(projectId, visitId);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async update(id: string, given: PhotographChange, context: CallContext): Promise<StoredPhotograph> {
      const { purgeAt, projectId } = await visible(id, 'update', context);
      if (purgeAt) throw photographNotFound();
      const values = checkChange(given);
      if (given.featureId && given.featureProjectId !== projectId) throw notFound('Feature', 'feature_id');
      return changed(
        await writer.change(id, context.actor, (row, after) => {
          const set = newValues(row, values);
          return set && { set, events: [photographEvent(photographEvents.changed, after(set))] };
        }),
      );
    },

    /** Restorable for 30 days. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    async remove(id: string, context: CallContext): Promise<void> {
      const { purgeAt } = await visible(id, 'delete', context);
      if (purgeAt) throw photographNotFound();
      await changed(
        await writer.change(id, context.actor, (row, after) => {
          if (row.purgeAt) return undefined;
          const set = { purgeAt: new Date(clock.now().getTime() + PHOTOGRAPH_RESTORABLE_MS) };
          return { set, events: [photographEvent(photographEvents.deleted, after(set))] };
        }),
      );
    },

    /**
     * Returns a photograph unchanged that is not deleted.
     * @throws AppError NOT_FOUND, also after 30 days; PERMISSION_DENIED, FAILED_PRECONDITION when the visit is full
     */
    async restore(id: string, context: CallContext): Promise<StoredPhotograph> {
      const { visitId, purgeAt, withVisit } = await visible(id, 'delete', context);
      if (withVisit) throw photographNotFound();
      // the deleting user is unknown
      if (purgeAt) refuseForAgent(context.actor, 'photograph');
      if (purgeAt && (await repository.count(visitId)) >= MAX_VISIT_PHOTOGRAPHS) throw tooManyPhotographs();
      return changed(
        await writer.change(id, context.actor, (row, after) => {
          if (!row.purgeAt) return undefined;
          const set = { purgeAt: undefined };
          return { set, events: [photographEvent(photographEvents.restored, after(set))] };
        }),
      );
    },

    /** Each with its own event. */
    visitErased: (visitId: string): Promise<void> => removeAll(() => repository.someOfVisit(visitId)),

    /**
     * Hides and restores photographs with their visit, except individually deleted ones.
     * @param purgeAt end of the restore period
     */
    async followVisit(projectId: string, visitId: string, purgeAt?: Date): Promise<void> {
      const isActive = await visitExists(projectId, visitId);
      if (!isActive && !purgeAt) return;
      for (const { _id, ...seen } of await repository.allOfVisit(visitId)) {
        if (isActive ? !seen.withVisit : seen.purgeAt !== undefined) continue;
        await writer.change(_id, self, (row, after) => {
          if (isActive ? !row.withVisit : row.purgeAt !== undefined) return undefined;
          const set = isActive ? { purgeAt: undefined, withVisit: undefined } : { purgeAt, withVisit: true };
          const type = isActive ? photographEvents.restored : photographEvents.deleted;
          // a pending photograph has no published events
          return { set, events: row.stored && !row.begunAt ? [photographEvent(type, after(set))] : [] };
        });
      }
      // it may have been restored or deleted concurrently
      if ((await visitExists(projectId, visitId)) !== isActive) await this.followVisit(projectId, visitId, purgeAt);
    },

    projectDeleted: (projectId: string): Promise<void> => removeAll(() => repository.someOfProject(projectId)),

    /** Expired deletions and abandoned uploads. */
    async sweep(): Promise<void> {
      await removeAll(() => repository.expired());
      await removeAll(() => repository.abandoned(new Date(clock.now().getTime() - ABANDONED_AFTER_MS)));
    },
  };
}

export type Photographs = ReturnType<typeof createPhotographs>;
