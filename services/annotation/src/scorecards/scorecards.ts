import { allFound, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { GetScorecardRequest, GetScorecardResponse } from '@symbio/proto/annotation';
import { isScorecardGrouping, SCORECARD_GROUPINGS } from '@symbio/proto/annotation/vocabulary';
import type { Page } from '@symbio/proto/document';
import type { Mention } from '@symbio/proto/feature';
import type { AnnotationDeps } from '../annotations/annotation-deps.js';
import { sheetFacts } from '../annotations/create-annotations.js';
import { roleFor } from '../policy.js';
import { onlyIfVisible } from '../repository.js';
import type { ScorecardRepository } from './scorecard-repository.js';
import { scorecardRows } from './scorecard-rows.js';

export interface ScorecardDeps extends Pick<AnnotationDeps, 'access' | 'authors'> {
  scores: ScorecardRepository;
}

export type Scorecards = ReturnType<typeof createScorecards>;

/** What became of agents' proposals, counted from people's decisions. */
export function createScorecards({ scores, access, authors }: ScorecardDeps) {
  return {
    /** @throws AppError NOT_FOUND for a project or author that is not visible; INVALID_ARGUMENT. */
    async get(context: CallContext, request: GetScorecardRequest): Promise<GetScorecardResponse> {
      const { projectId, authorId, landUse, fromYear, toYear, sheetKind, groupBy } = request;
      refuseFields(
        groupBy === '' || isScorecardGrouping(groupBy)
          ? {}
          : { group_by: `group_by must be one of ${SCORECARD_GROUPINGS.join(', ')}` },
      );
      await allFound([
        ...(projectId ? [access.require(context, projectId, roleFor('view'), 'Project', 'project_id')] : []),
        ...(authorId ? [authors.known(context, authorId)] : []),
      ]);
      const visible = await access.visible(context);
      const query = {
        projects: projectId ? onlyIfVisible(projectId, visible) : visible,
        ...(authorId && { authorId }),
        ...(landUse && { landUse }),
        ...(fromYear > 0 && { fromYear }),
        ...(toYear > 0 && { toYear }),
        ...(sheetKind && { sheetKind }),
        ...(isScorecardGrouping(groupBy) && { groupBy }),
      };
      const [counts, timed, blind, ownMarks] = await Promise.all([
        scores.counts(query),
        scores.decisionSeconds(query),
        scores.blindCounts(query),
        scores.ownMarks(query),
      ]);
      return { rows: scorecardRows(counts, timed, blind), ownMarks };
    },

    pageRead: (pageId: string, page: Page): Promise<void> => scores.setSheet(pageId, sheetFacts(page)),

    /** @param isThere false if the mention was deleted */
    async mentioned(mention: Mention, isThere: boolean): Promise<void> {
      const { sourceAnnotationId, currentAuthorId, currentConfidence, linkedLandUse } = mention;
      const { suggestedLandUse, statedLandUse } = mention;
      if (!sourceAnnotationId || !mention.updatedAt) return;
      const landUse = linkedLandUse.length > 0 ? linkedLandUse : suggestedLandUse ? [suggestedLandUse] : undefined;
      await scores.setClaim(sourceAnnotationId, {
        at: mention.updatedAt,
        stands: isThere && mention.currentHistoryId !== '',
        by: currentAuthorId,
        landUse,
        statedLandUse,
        confidence: currentConfidence,
      });
    },
  };
}
