import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import {
  isId,
  newId,
  notFound,
  refuseFields,
  serviceActor,
  type Actor,
  type Clock,
  type Logger,
} from '@symbio/runtime';
import { pageInfo, pageSpec, type CallContext, type PagedList } from '@symbio/rpc';
import type { BlobStore } from '@symbio/blobs';
import type { ProjectAccess } from '@symbio/project-access';
import { documentEvents, type ListDeletedDocumentsRequest } from '@symbio/proto/document';
import { isJobType } from '@symbio/proto/job/vocabulary';
import type { AlignmentRepository } from '../alignments/repository.js';
import type { ShareLinkRepository } from '../share-links/repository.js';
import type { ProposalRepository } from '../georeferences/proposal-repository.js';
import type { GeoreferenceRepository } from '../georeferences/repository.js';
import { FIRST_PAGE, type Documents } from '../documents/documents.js';
import { documentEvent } from '../events.js';
import { documentPrefix } from '../files/blob-keys.js';
import type { DocumentRow } from '../model.js';
import { NEEDED_ROLE, refuseForAgent } from '../policy.js';
import type { DocumentJobs } from '../processing/document-jobs.js';
import { idleStatusOf } from '../processing/document-records.js';
import type { PageOpeningRepository } from '../page-openings/repository.js';
import type { DeletedDocuments } from './deleted-documents.js';
import type { DocumentRepository, DocumentWriter } from '../repository.js';
import type { PageTexts } from '../search/page-text-repository.js';
import type { SplitRepository } from '../splitting/repository.js';

const DAY_MS = 86_400_000;
export const PURGE_SWEEP_MS = 3_600_000;

export interface DeletionDeps {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'find' | 'someOfProject' | 'removePages' | 'pageCounts'>;
  deleted: Pick<DeletedDocuments, 'findAny' | 'findDeleted' | 'listDeleted' | 'countDeleted' | 'expired'>;
  writer: DocumentWriter;
  texts: Pick<PageTexts, 'removeOf' | 'hide' | 'show' | 'removeWordsOf' | 'addWordsOf'>;
  alignments: Pick<AlignmentRepository, 'removeOf'>;
  shareLinks: Pick<ShareLinkRepository, 'removeOf'>;
  georeferences: Pick<GeoreferenceRepository, 'removeOf' | 'hide' | 'show'>;
  proposals: Pick<ProposalRepository, 'removeOf'>;
  splits: Pick<SplitRepository, 'removeOf'>;
  pageOpenings: Pick<PageOpeningRepository, 'removeOf' | 'hide' | 'show'>;
  documentJobs: Pick<DocumentJobs, 'recreate'>;
  access: ProjectAccess;
  blobs: Pick<BlobStore, 'removePrefix'>;
  clock: Clock;
  log: Logger;
}

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * Hides a document for 30 days: its row is marked, its words leave the search, pages and files stay. Owners of
 * dependent data follow its events.
 */
export function createDeletions(deps: DeletionDeps) {
  const { documents, repository, deleted, writer, texts, alignments, shareLinks, georeferences, documentJobs } = deps;
  const { pageOpenings, access, blobs, clock, log } = deps;
  const self: Actor = serviceActor('document');

  /** @throws AppError NOT_FOUND unless deleted and restorable */
  async function findRestorable(id: string, context: CallContext): Promise<DocumentRow> {
    const row = isId(id) ? await deleted.findDeleted(id) : null;
    if (!row) throw notFound('Document');
    await access.require(context, row.projectId, NEEDED_ROLE.delete, 'Document');
    refuseForAgent(context.actor);
    return row;
  }

  async function removePages(projectId: string, id: string): Promise<void> {
    await alignments.removeOf(id);
    await shareLinks.removeOf(id);
    await georeferences.removeOf(id);
    await deps.proposals.removeOf(id);
    await deps.splits.removeOf(id);
    await pageOpenings.removeOf(id);
    await repository.removePages(id);
    await blobs.removePrefix(documentPrefix(projectId, id));
  }

  async function hideBesides(id: string): Promise<void> {
    await georeferences.hide(id);
    await pageOpenings.hide(id);
  }

  async function showBesides(id: string): Promise<void> {
    await georeferences.show(id);
    await pageOpenings.show(id);
  }

  /** DOC-06: the record goes first; our own event removes files that remain. */
  async function eraseRow({ _id: id, projectId }: DocumentRow, actor: Actor): Promise<void> {
    let isErased = false;
    await writer.change(id, actor, (document) => {
      isErased = document.removal !== undefined;
      return isErased ? { remove: true, events: [documentEvent(documentEvents.erased, document)] } : undefined;
    });
    if (!isErased) return;
    // slow; the event repeats it after a failure
    await removePages(projectId, id).catch((error: unknown) =>
      log.error({ err: error }, 'could not remove the files of a deleted document; will retry'),
    );
  }

  async function replacementJob(row: DocumentRow): Promise<Partial<DocumentRow>> {
    const { job } = row;
    if (!job) return {};
    if (!isJobType(job.type)) {
      const counts = await repository.pageCounts(row._id, row.totalPages);
      return { job: undefined, processingStatus: idleStatusOf(row, counts) };
    }
    const replacement = { ...job, id: newId(), since: clock.now() };
    return {
      job: replacement,
      ...(!job.automatic && { processingStatus: 'queued' as const }),
    };
  }

  return {
    /** Restorable for 30 days. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
    async delete(id: string, context: CallContext): Promise<void> {
      await documents.visible(id, 'delete', context);
      const { authorId, name } = context.actor;
      const at = clock.now();
      const set = {
        removal: { authorId, authorName: name, at },
        purgeAt: new Date(at.getTime() + RESTORABLE_DAYS * DAY_MS),
      };
      const row = await writer.change(id, context.actor, (document, after) =>
        document.removal ? undefined : { set, events: [documentEvent(documentEvents.deleted, after(set))] },
      );
      if (!row) return;
      await hideBesides(id);
      await texts.hide(row.projectId, id);
    },

    /** Last deleted first. */
    async list(
      { projectId, paging }: ListDeletedDocumentsRequest,
      context: CallContext,
    ): Promise<PagedList<DocumentRow>> {
      refuseFields(projectId ? {} : { project_id: 'project_id is required' });
      await access.require(context, projectId, NEEDED_ROLE.delete, 'Project', 'project_id');
      const slice = pageSpec(paging ?? FIRST_PAGE);
      const [rows, count] = await Promise.all([deleted.listDeleted(projectId, slice), deleted.countDeleted(projectId)]);
      return { rows, pageInfo: pageInfo(slice, count) };
    },

    /**
     * Returns a document unchanged that is not deleted.
     * @throws AppError NOT_FOUND, also after 30 days; PERMISSION_DENIED
     */
    async restore(id: string, context: CallContext): Promise<DocumentRow> {
      if (isId(id) && (await repository.find(id))) return documents.visible(id, 'delete', context);
      const before = await findRestorable(id, context);
      const set = { removal: undefined, purgeAt: undefined, ...(await replacementJob(before)) };
      const row = await writer.change(id, context.actor, (document, after) =>
        document.removal ? { set, events: [documentEvent(documentEvents.restored, after(set))] } : undefined,
      );
      if (!row) throw notFound('Document');
      await showBesides(id);
      if (!row.split) await texts.show(row.projectId, id);
      if (row.job && row.job.id === set.job?.id)
        // after a failure the sweep of lost jobs creates it
        await documentJobs
          .recreate(row, row.job)
          .catch((error: unknown) =>
            log.warn({ err: error }, 'could not create the job of a restored document; will retry'),
          );
      return row;
    },

    /** @throws AppError NOT_FOUND unless deleted; PERMISSION_DENIED */
    async erase(id: string, context: CallContext): Promise<void> {
      await eraseRow(await findRestorable(id, context), context.actor);
    },

    /** Idempotent. */
    async purge(): Promise<void> {
      for (;;) {
        const ids = await deleted.expired();
        if (ids.length === 0) return;
        for (const id of ids) {
          const row = await deleted.findAny(id);
          if (row?.purgeAt && row.purgeAt <= clock.now()) await eraseRow(row, self);
        }
      }
    },

    /** Each document with its own event. */
    async projectDeleted(projectId: string): Promise<void> {
      for (;;) {
        const rows = await repository.someOfProject(projectId);
        if (rows.length === 0) return;
        for (const { _id } of rows)
          await writer.change(_id, self, (document) => {
            const type = document.removal ? documentEvents.erased : documentEvents.deleted;
            return { remove: true, events: [documentEvent(type, document)] };
          });
      }
    },

    /**
     * Completes a deletion, erasing or restore. Depends only on the current state: events may arrive late, twice and in
     * any order.
     */
    async follow(projectId: string, id: string): Promise<void> {
      for (;;) {
        const row = await deleted.findAny(id);
        if (!row) {
          await texts.removeOf(id);
          return removePages(projectId, id);
        }
        if (row.removal) {
          await hideBesides(id);
          await texts.hide(projectId, id);
          await texts.removeWordsOf(projectId, id);
        } else {
          await showBesides(id);
          if (!row.split) {
            await texts.show(projectId, id);
            await texts.addWordsOf(projectId, id);
          }
        }
        // it may have been restored or deleted concurrently
        const now = await deleted.findAny(id);
        if (now && !now.removal === !row.removal) return;
      }
    },
  };
}
