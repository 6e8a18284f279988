import type { Annotation } from '@symbio/proto/annotation';
import type { Document, Page } from '@symbio/proto/document';
import type { Mention } from '@symbio/proto/feature';
import { groupOf } from './document-groups.js';
import type { Part, SourceRow } from './model.js';
import { documentCells, insightCells, isSettled, visitCells, type Cells } from './progress-cells.js';
import type { ProjectRepository } from './repository.js';

/**
 * Keeps the dashboard's cells. Events may come twice, late and out of order, so nothing is added up from them: each one
 * leaves the newest revision of its entity in a row, and the cells are counted anew from the rows.
 */
export function createProgress(repo: ProjectRepository) {
  const counts: Record<Part, (projectId: string) => Promise<Partial<Cells>>> = {
    documents: async (projectId) => documentCells(await repo.documentFacts(projectId)),
    insights: async (projectId) => insightCells(await repo.insightFacts(projectId)),
    visits: async (projectId) => visitCells(await repo.listVisits(projectId)),
  };

  /**
   * Of counts that run at once only the one that began last may write: it saw everything the others saw. An older
   * one gives way; should the last die, its event comes again and it counts again.
   */
  async function recount(projectId: string, part: Part): Promise<void> {
    const turn = await repo.beginCount(projectId, part);
    await repo.endCount(projectId, part, turn, await counts[part](projectId));
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
  };
}

export type Progress = ReturnType<typeof createProgress>;
