import { AppError, conflict } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { BulkResult } from '@symbio/proto/document/vocabulary';
import type { Deletions } from '../deletions/deletions.js';
import type { Documents } from '../documents/documents.js';
import { hasDetails, type Details, type DetailsBefore, type SetDetails } from '../documents/set-details.js';
import type { DocumentRow } from '../model.js';
import type { DocumentJobs, JobsClient } from '../processing/document-jobs.js';
import type { Processing } from '../processing/processing.js';
import type { DeletedDocuments } from '../deletions/deleted-documents.js';
import type { BulkItem, BulkRow } from './model.js';

export interface StepDeps {
  documents: Pick<Documents, 'setCategory'>;
  details: SetDetails;
  deletions: Pick<Deletions, 'delete' | 'restore'>;
  deleted: Pick<DeletedDocuments, 'findAny'>;
  processing: Pick<Processing, 'startProcessing'>;
  jobs: Pick<JobsClient, 'cancelJob'>;
  documentJobs: Pick<DocumentJobs, 'exists'>;
}

interface Step {
  row: BulkRow;
  item: BulkItem;
  document: DocumentRow;
  before: NonNullable<BulkItem['before']>;
  context: CallContext;
}

const gone = (): AppError =>
  new AppError('NOT_FOUND', 'not_found', 'It is not in this project any more. Read the list again.');
const isDeleted = (): AppError =>
  conflict('document_deleted', 'It has been deleted. Restore it first, from Recently deleted.');
const changedSince = (): AppError =>
  conflict('changed_since', 'A person gave it another category since, which it keeps.');
const detailsChanged = (): AppError =>
  conflict('changed_since', 'Its year, source or category has changed since, and stays.');
const hasBegun = (): AppError => conflict('job_begun', 'It is being processed already, or has been: that stays.');

const isAsBefore = (document: DocumentRow, before: DetailsBefore, { year, provider, category }: Details): boolean =>
  hasDetails(document, {
    ...(year !== undefined && { year: before.said?.year?.value ?? '' }),
    ...(provider !== undefined && { provider: before.said?.provider?.value ?? '' }),
  }) &&
  (category === undefined || (document.category === before.category && document.categoryBy === before.categoryBy));

/**
 * Recognizes steps that a crashed process completed without recording; `before` distinguishes them from previous
 * states.
 */
export function createBulkStep({ documents, details, deletions, deleted, processing, jobs, documentJobs }: StepDeps) {
  async function hide({ row, document, before, context }: Step): Promise<BulkResult> {
    if (document.removal) return row.isUndo || before.isDeleted ? 'unchanged' : 'done';
    await deletions.delete(document._id, context);
    return 'done';
  }

  async function show({ row, document, before, context }: Step): Promise<BulkResult> {
    if (!document.removal) return row.isUndo || !before.isDeleted ? 'unchanged' : 'done';
    await deletions.restore(document._id, context);
    return 'done';
  }

  async function setCategory({ row: { category }, document, before, context }: Step): Promise<BulkResult> {
    if (category === undefined) throw new Error('a change of category has no category');
    const isSet = (now: Pick<DocumentRow, 'category' | 'categoryBy'>): boolean =>
      now.category === category && now.categoryBy === 'person';
    if (isSet(document)) return isSet(before) ? 'unchanged' : 'done';
    await documents.setCategory(document._id, { category, categoryBy: 'person' }, context);
    return 'done';
  }

  async function restoreCategory({ row, document, before, context }: Step): Promise<BulkResult> {
    const { category, categoryBy } = before;
    if (document.category === category && document.categoryBy === categoryBy) return 'unchanged';
    if (document.category !== row.category) throw changedSince();
    await documents.setCategory(document._id, { category, categoryBy }, context);
    return 'done';
  }

  async function setDetails({
    row,
    item: { correctionId = '' },
    document,
    before,
    context,
  }: Step): Promise<BulkResult> {
    if (hasDetails(document, row)) return hasDetails(before, row) ? 'unchanged' : 'done';
    await details.set(document._id, row, correctionId, context);
    return 'done';
  }

  async function restoreDetails(step: Step): Promise<BulkResult> {
    const { row, document, before, context } = step;
    if (!hasDetails(document, row)) {
      // an earlier try has restored it
      if (isAsBefore(document, before, row)) return 'unchanged';
      throw detailsChanged();
    }
    await details.restore(document._id, row, before, step.item.correctionId ?? '', context);
    return 'done';
  }

  async function process({ item: { jobId }, document, context }: Step, isRetry: boolean): Promise<BulkResult> {
    if (jobId === undefined) throw new Error('processing has no job id');
    if (isRetry && (await documentJobs.exists({ id: jobId }))) return 'done';
    const request = { id: document._id, projectId: document.projectId, jobType: '', pageNumbers: [], jobId };
    const started = await processing.startProcessing(request, context);
    return started.jobId === jobId ? 'done' : 'unchanged';
  }

  async function cancel({ item: { jobId = '' }, context }: Step): Promise<BulkResult> {
    try {
      await jobs.cancelJob({ id: jobId }, context);
      return 'done';
    } catch (error) {
      throw error instanceof AppError && error.code === 'FAILED_PRECONDITION' ? hasBegun() : error;
    }
  }

  /**
   * @param isRetry an earlier process may have done this step
   * @throws AppError about this document
   */
  return async function step(
    row: BulkRow,
    item: BulkItem,
    context: CallContext,
    isRetry: boolean,
  ): Promise<BulkResult> {
    const document = item.before && (await deleted.findAny(item.documentId));
    if (!item.before || !document) throw gone();
    const about: Step = { row, item, document, before: item.before, context };
    if (row.action === 'delete') return row.isUndo ? show(about) : hide(about);
    if (row.action === 'restore') return row.isUndo ? hide(about) : show(about);
    if (document.removal) throw isDeleted();
    if (row.action === 'set_category') return row.isUndo ? restoreCategory(about) : setCategory(about);
    if (row.action === 'set_details') return row.isUndo ? restoreDetails(about) : setDetails(about);
    return row.isUndo ? cancel(about) : process(about, isRetry);
  };
}

export type BulkStep = ReturnType<typeof createBulkStep>;
