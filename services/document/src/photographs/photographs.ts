/** What can be done with the photographs of a site visit, apart from adding them. */
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
  type BlobStore,
  type CallContext,
  type Clock,
  type EventType,
  type PendingEvent,
  type RowWriter,
  event,
} from '@symbio/kit';
import type { ProjectAccess } from '@symbio/project-access';
import { photographEvents, type PhotographEvent } from '@symbio/proto/document';
import { photographPrefix } from '../keys.js';
import { NEEDED_ROLE, refuseForAgent, type DocumentAction } from '../policy.js';
import { toPhotograph } from './photograph-mapping.js';
import { isThere, type PhotographRow, type StoredPhotograph } from './model.js';
import type { PhotographRepository } from './photograph-repository.js';

/** Milliseconds for which a deletion can be taken back. */
export const PHOTOGRAPH_RESTORABLE_MS = RESTORABLE_DAYS * 86_400_000;
/** Milliseconds after which a photograph that is not stored is held to be given up. */
const GIVEN_UP_MS = 3_600_000;

export interface PhotographDeps {
  repository: Pick<
    PhotographRepository,
    'find' | 'list' | 'count' | 'someOfVisit' | 'allOfVisit' | 'someOfProject' | 'expired' | 'abandoned'
  >;
  writer: Pick<RowWriter<PhotographRow>, 'insert' | 'change'>;
  /** Whether a visit is there for the service itself. */
  isVisitThere: (projectId: string, visitId: string) => Promise<boolean>;
  access: Pick<ProjectAccess, 'require'>;
  blobs: Pick<BlobStore, 'putFile' | 'removePrefix'>;
  clock: Clock;
}

/** An event of a photograph, to be saved with its change. */
export const photographEvent = (type: EventType<PhotographEvent>, row: PhotographRow): PendingEvent =>
  event(type, row.projectId, { photograph: toPhotograph(row) });

export const photographNotFound = (): Error => notFound('Photograph');
export const tooManyPhotographs = (): Error =>
  conflict(
    'too_many_photographs',
    `A site visit can have at most ${MAX_VISIT_PHOTOGRAPHS} photographs. Delete some first.`,
  );

/** A caption without blanks around it. @throws AppError INVALID_ARGUMENT */
export function checkCaption(given: string): string {
  const caption = given.trim();
  if ([...caption].length > MAX_CAPTION)
    throw invalidFields({ caption: `A caption has at most ${MAX_CAPTION} characters` });
  return caption;
}

/** Rules about photographs. */
export function createPhotographs({ repository, writer, isVisitThere, access, blobs, clock }: PhotographDeps) {
  const self: Actor = serviceActor('document');

  /** A photograph that is or was there in full; what the caller may not see is not found. */
  async function visible(id: string, action: DocumentAction, context: CallContext): Promise<StoredPhotograph> {
    const row = isId(id) ? await repository.find(id) : null;
    if (!row || !isThere(row)) throw photographNotFound();
    await access.require(context, row.projectId, NEEDED_ROLE[action], 'Photograph');
    if (row.addedBy !== doerOf(context.actor)) refuseForAgent(context.actor, 'photograph');
    return row;
  }

  async function changed(row: PhotographRow | undefined): Promise<StoredPhotograph> {
    if (!row || !isThere(row)) throw photographNotFound();
    return Promise.resolve(row);
  }

  /** The pictures go first: while they are not removed the record says where they are. */
  async function removeForGood(row: PhotographRow): Promise<void> {
    await blobs.removePrefix(photographPrefix(row.projectId, row.visitId, row._id));
    await writer.change(row._id, self, (photograph) => ({
      remove: true,
      // one that was never stored was never told of
      events: isThere(photograph) ? [photographEvent(photographEvents.deleted, photograph)] : [],
    }));
  }

  async function removeAll(some: () => Promise<PhotographRow[]>): Promise<void> {
    for (let rows = await some(); rows.length > 0; rows = await some())
      for (const row of rows) await removeForGood(row);
  }

  return {
    /** Those of a visit in the order they were taken. @throws AppError NOT_FOUND */
    async list(projectId: string, visitId: string, context: CallContext): Promise<StoredPhotograph[]> {
      await access.require(context, projectId, NEEDED_ROLE.read, 'Project', 'project_id');
      return repository.list(projectId, visitId);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async update(id: string, given: string, context: CallContext): Promise<StoredPhotograph> {
      const { purgeAt } = await visible(id, 'update', context);
      if (purgeAt) throw photographNotFound();
      const caption = checkCaption(given);
      return changed(
        await writer.change(id, context.actor, (row, after) => {
          const set = newValues(row, { caption });
          return set && { set, events: [photographEvent(photographEvents.changed, after(set))] };
        }),
      );
    },

    /** It can be restored for 30 days. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
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
     * Takes a deletion back; one that is there is answered as it is.
     * @throws AppError NOT_FOUND, also after 30 days; PERMISSION_DENIED, FAILED_PRECONDITION when the visit is full
     */
    async restore(id: string, context: CallContext): Promise<StoredPhotograph> {
      const { visitId, purgeAt, withVisit } = await visible(id, 'delete', context);
      if (withVisit) throw photographNotFound();
      // the row does not say who deleted it
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

    /** Photographs of a visit that went for good go with it, each with its own event. */
    visitErased: (visitId: string): Promise<void> => removeAll(() => repository.someOfVisit(visitId)),

    /**
     * Photographs of a deleted visit are hidden as long as it is, and come back with it, but for those that somebody had deleted
     * before. Goes by the visit as it is, so that events may come late, twice and in any order.
     * @param purgeAt until when the deletion can be taken back, as its event says
     */
    async followVisit(projectId: string, visitId: string, purgeAt?: Date): Promise<void> {
      const isThere = await isVisitThere(projectId, visitId);
      if (!isThere && !purgeAt) return;
      for (const { _id, ...seen } of await repository.allOfVisit(visitId)) {
        if (isThere ? !seen.withVisit : seen.purgeAt !== undefined) continue;
        await writer.change(_id, self, (row, after) => {
          if (isThere ? !row.withVisit : row.purgeAt !== undefined) return undefined;
          const set = isThere ? { purgeAt: undefined, withVisit: undefined } : { purgeAt, withVisit: true };
          const type = isThere ? photographEvents.restored : photographEvents.deleted;
          // one that is still being stored was never told of
          return { set, events: row.stored && !row.begunAt ? [photographEvent(type, after(set))] : [] };
        });
      }
      // somebody may have changed their mind meanwhile
      if ((await isVisitThere(projectId, visitId)) !== isThere) await this.followVisit(projectId, visitId, purgeAt);
    },

    projectDeleted: (projectId: string): Promise<void> => removeAll(() => repository.someOfProject(projectId)),

    /** Removes for good what nobody brought back, and what a process that died has left half stored. */
    async sweep(): Promise<void> {
      await removeAll(() => repository.expired());
      await removeAll(() => repository.abandoned(new Date(clock.now().getTime() - GIVEN_UP_MS)));
    },
  };
}

export type Photographs = ReturnType<typeof createPhotographs>;
