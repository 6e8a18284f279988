import type { FeatureDeps } from './features/feature-deps.js';
import { createAssignments } from './comments/assignments.js';
import { createComments } from './comments/comments.js';
import { createDeterminations } from './determinations/determinations.js';
import { createProposals } from './determinations/proposals.js';
import type { DeterminationRepository, JudgmentsOfFeatures, ProposalRepository } from './determinations/repository.js';
import type { AssignmentRepository, CommentRepository, HiddenWithSubject } from './comments/repository.js';
import { createSubjects, type SubjectDeps } from './comments/subjects.js';
import { createFeatures } from './features/features.js';
import { createAssociate } from './mentions/associate.js';
import type { MentionDeps } from './mentions/mention-deps.js';
import { createCopySample } from './mentions/copy-sample.js';
import { createMentions } from './mentions/mentions.js';
import type { FeatureRepository } from './repository.js';
import { createRuns } from './runs/runs.js';

export interface RuleDeps extends Omit<MentionDeps, 'features'>, Pick<SubjectDeps, 'projects'> {
  features: FeatureRepository;
  comments: CommentRepository;
  assignments: AssignmentRepository;
  hidden: HiddenWithSubject;
  determinations: DeterminationRepository;
  proposals: ProposalRepository;
  judgments: JudgmentsOfFeatures;
}

/** @param overrides for tests */
export function createRules(deps: RuleDeps, overrides: Partial<Pick<FeatureDeps, 'moveMentions'>> = {}) {
  const mentions = createMentions(deps);
  const judging = { ...deps, owned: deps.judgments };
  const determinations = createDeterminations({ ...judging, repository: deps.determinations });
  const proposals = createProposals({ ...judging, repository: deps.proposals }, determinations);
  /** A feature created again under the same id keeps its own. */
  const hideIfDeleted = async (ids: readonly string[]): Promise<void> => {
    const rows = (await deps.features.withIds(ids)).filter(({ merged }) => !merged);
    const there = new Set(rows.map(({ _id }) => _id));
    const deleted = ids.filter((id) => !there.has(id));
    const at = deps.clock.now();
    await deps.hidden.hide(deleted, at);
    await deps.judgments.hide(deleted, at);
  };
  const featureDeps: FeatureDeps = {
    ...deps,
    mentionAuthors: deps.mentions.authorsOf,
    async detachMentions(featureIds) {
      for (const id of await deps.mentions.featuresAmong(featureIds)) await mentions.detachFrom(id);
      await hideIfDeleted(featureIds);
    },
    removeProposals: proposals.removeOpenOfRun,
    async moveMentions(merge, actor) {
      await mentions.moveAll(merge, actor);
      await deps.comments.move(merge.mergeId, merge.fromFeatureId, merge.toFeatureId);
      await deps.judgments.move(merge.mergeId, merge.fromFeatureId, merge.toFeatureId);
    },
    async returnMentions(merge, actor) {
      for (const id of merge.restoredIds) await deps.hidden.show(id);
      await deps.comments.moveBack(merge.mergeId, merge.restoredIds);
      await deps.judgments.moveBack(merge.mergeId, merge.restoredIds);
      return mentions.moveAllBack(merge, actor);
    },
    ...overrides,
  };
  const features = createFeatures(featureDeps);
  const discussed = { ...deps, subjects: createSubjects(deps), removeAllOf: deps.hidden.removeAllOf };
  return {
    features,
    mentions,
    associate: createAssociate({ ...featureDeps, mentions: deps.mentions }, features, mentions),
    copySample: createCopySample(deps),
    runs: createRuns(deps, featureDeps),
    comments: createComments({ ...discussed, repository: deps.comments }),
    assignments: createAssignments({ ...discussed, repository: deps.assignments }),
    determinations,
    proposals,
    /** Comments, assignments and determinations follow their subjects. */
    followers: {
      annotationDeleted: (id: string, rev: number) => deps.hidden.hide([id], deps.clock.now(), rev),
      annotationRestored: (id: string, rev: number) => deps.hidden.show(id, rev),
      featureDeleted: (id: string) => hideIfDeleted([id]),
      async removeAllOf(projectId: string): Promise<void> {
        await deps.hidden.removeAllOf(projectId);
        await deps.judgments.removeAllOf(projectId);
      },
    },
  };
}

export type Rules = ReturnType<typeof createRules>;
