import { ThrottledTask, type Logger } from '@symbio/runtime';
import type { Annotation } from '@symbio/proto/annotation';
import type { Document, Page } from '@symbio/proto/document';
import type { Mention } from '@symbio/proto/feature';
import { groupOf } from './document-groups.js';
import type { Part, SourceRow } from './model.js';
import { documentCells, insightCells, isSettled, visitCells, type Cells } from './progress-cells.js';
import type { ProgressRepository } from './progress-repository.js';
import type { SiteVisitRepository } from './repository.js';

export interface ProgressDeps {
  repository: ProgressRepository;
  visits: Pick<SiteVisitRepository, 'list'>;
  log: Logger;
}

/**
 * Minimum milliseconds between counts of the same cells, which read all documents of a project. Idle projects are
 * counted at once.
 */
const COUNT_EVERY_MS = 1_000;

/**
 * Maintains the dashboard cells. Events may be duplicated, late and out of order, so nothing is incremented: each one
 * stores the newest revision of its entity, and cells are recounted from the rows. Counts are coalesced, as a document
 * may have 1,000 pages.
 */
export function createProgress({ repository, visits, log }: ProgressDeps) {
  const counts: Record<Part, (projectId: string) => Promise<Partial<Cells>>> = {
    documents: async (projectId) => documentCells(await repository.documentFacts(projectId)),
    insights: async (projectId) => insightCells(await repository.insightFacts(projectId)),
    visits: async (projectId) => visitCells(await visits.list(projectId)),
  };

  const countOf = (part: Part): ThrottledTask =>
    new ThrottledTask(
      async (projectId) => {
        const requests = await repository.countRequests(projectId, part);
        await repository.storeCount(projectId, part, requests, await counts[part](projectId));
      },
      { what: `counting ${part} of a project`, gapMs: COUNT_EVERY_MS, log },
    );
  const tasks: Record<Part, ThrottledTask> = {
    documents: countOf('documents'),
    insights: countOf('insights'),
    visits: countOf('visits'),
  };

  /**
   * Persists the request first, so that a crashed service counts at its next start. Returns whether the project exists.
   */
  async function recount(projectId: string, part: Part): Promise<boolean> {
    const exists = await repository.requestCount(projectId, part);
    if (exists) tasks[part].request(projectId);
    return exists;
  }

  async function apply(row: SourceRow, part: Part): Promise<void> {
    if (!row.projectId) return;
    await repository.putSource(row);
    // sources of a deleted project would never be cleaned up
    if (!(await recount(row.projectId, part))) await repository.removeSource(row._id);
  }

  return {
    document: (document: Document, rev: number, deleted: boolean): Promise<void> =>
      apply(
        {
          _id: `document:${document.id}`,
          projectId: document.projectId,
          kind: 'document',
          rev,
          gone: deleted,
          group: groupOf(document.category),
          settled: isSettled({
            category: document.category,
            processingStatus: document.processingStatus,
            needsReview: document.classification?.needsReview ?? false,
          }),
          totalPages: document.totalPages,
        },
        'documents',
      ),

    page: (page: Page, rev: number, deleted: boolean): Promise<void> =>
      apply(
        {
          _id: `page:${page.id}`,
          projectId: page.projectId,
          kind: 'page',
          rev,
          gone: deleted,
          documentId: page.documentId,
          ready: page.status === 'ready',
        },
        'documents',
      ),

    annotation: (annotation: Annotation, rev: number, deleted: boolean): Promise<void> => {
      const { id, projectId, authorType, decisions, rule } = annotation;
      const undecided =
        authorType === 'ai_agent' &&
        (decisions.at(-1)?.verdict ?? 'undone') === 'undone' &&
        rule?.action !== 'suppress';
      return apply(
        { _id: `annotation:${id}`, projectId, kind: 'annotation', rev, gone: deleted, undecided },
        'insights',
      );
    },

    // a rejected mention needs no feature
    mention: (mention: Mention, rev: number, deleted: boolean): Promise<void> => {
      const { id, projectId, featureOfInterestId, currentHistoryId } = mention;
      const associated = featureOfInterestId !== '' || currentHistoryId === '';
      return apply({ _id: `mention:${id}`, projectId, kind: 'mention', rev, gone: deleted, associated }, 'insights');
    },

    async visits(projectId: string): Promise<void> {
      await recount(projectId, 'visits');
    },

    /** Runs counts pending since the last shutdown. */
    async start(): Promise<void> {
      for (const { projectId, part } of await repository.countsMissing()) tasks[part].request(projectId);
    },

    /** Waits for running counts. */
    async stop(): Promise<void> {
      await Promise.all(Object.values(tasks).map((part) => part.stop()));
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
