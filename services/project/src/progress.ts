import { Coalesced, type Logger } from '@symbio/kit';
import type { Annotation } from '@symbio/proto/annotation';
import type { Document, Page } from '@symbio/proto/document';
import type { Mention } from '@symbio/proto/feature';
import { groupOf } from './document-groups.js';
import type { Part, SourceRow } from './model.js';
import { documentCells, insightCells, isSettled, visitCells, type Cells } from './progress-cells.js';
import type { ProjectRepository } from './repository.js';

/** Milliseconds between two counts of the same cells; a page of a sheet is made in about as many. */
const COUNT_EVERY_MS = 250;

/**
 * Keeps the dashboard's cells. Events may come twice, late and out of order, so nothing is added up from them: each one
 * leaves the newest revision of its entity in a row, and the cells are counted anew from the rows. Soon, not at once: a
 * document of 1,000 pages would be counted 1,000 times.
 */
export function createProgress(repo: ProjectRepository, log: Logger) {
  const counts: Record<Part, (projectId: string) => Promise<Partial<Cells>>> = {
    documents: async (projectId) => documentCells(await repo.documentFacts(projectId)),
    insights: async (projectId) => insightCells(await repo.insightFacts(projectId)),
    visits: async (projectId) => visitCells(await repo.listVisits(projectId)),
  };

  const countOf = (part: Part): Coalesced =>
    new Coalesced(
      async (projectId) => {
        const asked = await repo.countsAsked(projectId, part);
        await repo.endCount(projectId, part, asked, await counts[part](projectId));
      },
      { what: `counting ${part} of a project`, gapMs: COUNT_EVERY_MS, log },
    );
  const soon: Record<Part, Coalesced> = {
    documents: countOf('documents'),
    insights: countOf('insights'),
    visits: countOf('visits'),
  };

  /** What was asked for is written down first: a service that dies before it counts does so at its next start. */
  async function recount(projectId: string, part: Part): Promise<void> {
    await repo.askForCount(projectId, part);
    soon[part].ask(projectId);
  }

  async function apply(row: SourceRow, part: Part): Promise<void> {
    // what belongs to a deleted project would stay for ever: nobody would clean it up
    if (!row.projectId || !(await repo.project(row.projectId))) return;
    await repo.putSource(row);
    await recount(row.projectId, part);
  }

  return {
    document: (document: Document, rev: number, gone: boolean): Promise<void> =>
      apply(
        {
          _id: `document:${document.id}`,
          projectId: document.projectId,
          kind: 'document',
          rev,
          gone,
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

    page: (page: Page, rev: number, gone: boolean): Promise<void> =>
      apply(
        {
          _id: `page:${page.id}`,
          projectId: page.projectId,
          kind: 'page',
          rev,
          gone,
          documentId: page.documentId,
          ready: page.status === 'ready',
        },
        'documents',
      ),

    annotation: ({ id, projectId }: Annotation, rev: number, gone: boolean): Promise<void> =>
      apply({ _id: `annotation:${id}`, projectId, kind: 'annotation', rev, gone }, 'insights'),

    // a mention of which nothing holds, because somebody rejected it, waits for no feature
    mention: (mention: Mention, rev: number, gone: boolean): Promise<void> => {
      const { id, projectId, featureOfInterestId, currentHistoryId } = mention;
      const associated = featureOfInterestId !== '' || currentHistoryId === '';
      return apply({ _id: `mention:${id}`, projectId, kind: 'mention', rev, gone, associated }, 'insights');
    },

    async visits(projectId: string): Promise<void> {
      if (await repo.project(projectId)) await recount(projectId, 'visits');
    },

    /** Counts what was asked for and not counted when the service last ended. */
    async start(): Promise<void> {
      for (const { projectId, part } of await repo.countsMissing()) soon[part].ask(projectId);
    },

    /** Waits for counts in hand. */
    async stop(): Promise<void> {
      await Promise.all(Object.values(soon).map((part) => part.stop()));
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
