/** Deleting documents, bringing them back, and removing them for good. */
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import {
  isId,
  newId,
  notFound,
  pageInfo,
  pageSpec,
  refuseFields,
  serviceActor,
  type Actor,
  type BlobStore,
  type CallContext,
  type Clock,
  type Logger,
  type PagedList,
} from '@symbio/kit';
import type { ProjectAccess } from '@symbio/project-access';
import { documentEvents, type ListDeletedDocumentsRequest } from '@symbio/proto/document';
import { isJobType } from '@symbio/proto/job/vocabulary';
import type { AlignmentRepository } from './alignments/repository.js';
import { FIRST_PAGE, type Documents } from './documents.js';
import { documentEvent } from './events.js';
import { documentPrefix } from './keys.js';
import type { DocumentRow } from './model.js';
import { NEEDED_ROLE, refuseForAgent } from './policy.js';
import type { DocumentJobs } from './processing/document-jobs.js';
import { restingOf } from './processing/records.js';
import type { RemovedDocuments } from './removed-repository.js';
import type { DocumentRepository, DocumentWriter } from './repository.js';
import type { PageTexts } from './search/page-text-repository.js';

const DAY_MS = 86_400_000;
/** Milliseconds between two looks for documents whose time is over. */
export const PURGE_SWEEP_MS = 3_600_000;

export interface DeletionDeps {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'find' | 'someOfProject' | 'removePages' | 'pageCounts'>;
  removed: Pick<RemovedDocuments, 'findKept' | 'findRemoved' | 'listRemoved' | 'countRemoved' | 'expired'>;
  /** Of all documents, deleted ones too. */
  writer: DocumentWriter;
  texts: Pick<PageTexts, 'removeOf' | 'hide' | 'show' | 'forgetWordsOf' | 'rememberWordsOf'>;
  alignments: Pick<AlignmentRepository, 'removeOf'>;
  jobsOf: Pick<DocumentJobs, 'makeAgain'>;
  access: ProjectAccess;
  blobs: Pick<BlobStore, 'removePrefix'>;
  clock: Clock;
  log: Logger;
}

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * A deletion hides a document for 30 days: its row stays, marked, with its pages and files, and its words are where no search
 * looks for them. Who keeps what belongs to it hears of it by the events `deleted`, `restored` and `erased`.
 */
export function createDeletions(deps: DeletionDeps) {
  const { documents, repository, removed, writer, texts, alignments, jobsOf, access, blobs, clock, log } = deps;
  /** On whose behalf documents go that nobody removes by hand. */
  const self: Actor = serviceActor('document');

  /** @throws AppError NOT_FOUND for one that is not deleted, or gone for good */
  async function restorable(id: string, context: CallContext): Promise<DocumentRow> {
    const row = isId(id) ? await removed.findRemoved(id) : null;
    if (!row) throw notFound('Document');
    await access.require(context, row.projectId, NEEDED_ROLE.delete, 'Document');
    refuseForAgent(context.actor);
    return row;
  }

  async function removePages(projectId: string, id: string): Promise<void> {
    await alignments.removeOf(id);
    await repository.removePages(id);
    await blobs.removePrefix(documentPrefix(projectId, id));
  }

  /** DOC-06: the record goes first; files that can't be removed now are removed when the event comes back to us. */
  async function eraseRow({ _id: id, projectId }: DocumentRow, actor: Actor): Promise<void> {
    let isErased = false;
    await writer.change(id, actor, (document) => {
      isErased = document.removal !== undefined;
      return isErased ? { remove: true, events: [documentEvent(documentEvents.erased, document)] } : undefined;
    });
    if (!isErased) return;
    // words take longer: they are looked for on all other pages, and are removed when the event comes back
    await removePages(projectId, id).catch((error: unknown) =>
      log.error({ err: error }, 'files of a deleted document could not be removed yet'),
    );
  }

  /** The job that was at it was ended by the deletion: another one takes its place. */
  async function workAgain(row: DocumentRow): Promise<Partial<DocumentRow>> {
    const { job, wordsJob } = row;
    if (!job) return {};
    if (!isJobType(job.type)) {
      const counts = await repository.pageCounts(row._id, row.totalPages);
      return { job: undefined, processingStatus: restingOf(row, counts) };
    }
    const again = { ...job, id: newId(), since: clock.now() };
    return {
      job: again,
      ...(wordsJob === job.id && { wordsJob: again.id }),
      ...(!job.automatic && { processingStatus: 'queued' as const }),
    };
  }

  return {
    /** It can be restored for 30 days. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED */
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
      if (row) await texts.hide(row.projectId, id);
    },

    /** Those of a project that can be restored, the last deleted first. */
    async list(
      { projectId, paging }: ListDeletedDocumentsRequest,
      context: CallContext,
    ): Promise<PagedList<DocumentRow>> {
      refuseFields(projectId ? {} : { project_id: 'project_id is required' });
      await access.require(context, projectId, NEEDED_ROLE.delete, 'Project', 'project_id');
      const slice = pageSpec(paging ?? FIRST_PAGE);
      const [rows, count] = await Promise.all([removed.listRemoved(projectId, slice), removed.countRemoved(projectId)]);
      return { rows, pageInfo: pageInfo(slice, count) };
    },

    /**
     * Takes a deletion back, with all that was on its pages; a document that is not deleted is answered as it is.
     * @throws AppError NOT_FOUND, also after 30 days; PERMISSION_DENIED
     */
    async restore(id: string, context: CallContext): Promise<DocumentRow> {
      if (isId(id) && (await repository.find(id))) return documents.visible(id, 'delete', context);
      const before = await restorable(id, context);
      const set = { removal: undefined, purgeAt: undefined, ...(await workAgain(before)) };
      const row = await writer.change(id, context.actor, (document, after) =>
        document.removal ? { set, events: [documentEvent(documentEvents.restored, after(set))] } : undefined,
      );
      if (!row) throw notFound('Document');
      await texts.show(row.projectId, id);
      if (row.job && row.job.id === set.job?.id)
        // one that cannot be made now is made by the sweep of lost jobs
        await jobsOf
          .makeAgain(row, row.job)
          .catch((error: unknown) => log.warn({ err: error }, 'the job of a restored document could not be made yet'));
      return row;
    },

    /** Removes a deleted document for good. @throws AppError NOT_FOUND for one that is not deleted; PERMISSION_DENIED */
    async erase(id: string, context: CallContext): Promise<void> {
      await eraseRow(await restorable(id, context), context.actor);
    },

    /** Removes for good what nobody brought back. Repeating it changes nothing. */
    async purge(): Promise<void> {
      for (;;) {
        const ids = await removed.expired();
        if (ids.length === 0) return;
        for (const id of ids) {
          const row = await removed.findKept(id);
          if (row?.purgeAt && row.purgeAt <= clock.now()) await eraseRow(row, self);
        }
      }
    },

    /** Documents of a deleted project go with it, each with its own event, and for good. */
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
     * What follows a deletion, its end or its being taken back: words are found where the document is, and nothing is left
     * of one that went for good. Goes by the document as it is, so that events may come late, twice and in any order.
     */
    async follow(projectId: string, id: string): Promise<void> {
      for (;;) {
        const row = await removed.findKept(id);
        if (!row) {
          await texts.removeOf(id);
          return removePages(projectId, id);
        }
        if (row.removal) {
          await texts.hide(projectId, id);
          await texts.forgetWordsOf(projectId, id);
        } else {
          await texts.show(projectId, id);
          await texts.rememberWordsOf(projectId, id);
        }
        // somebody may have changed their mind meanwhile
        const now = await removed.findKept(id);
        if (now && !now.removal === !row.removal) return;
      }
    },
  };
}
