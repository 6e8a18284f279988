import type { FeatureDeps } from './features/feature-deps.js';
import { createAssignments } from './comments/assignments.js';
import { createComments } from './comments/comments.js';
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
}

/** @param overrides for tests */
export function createRules(deps: RuleDeps, overrides: Partial<Pick<FeatureDeps, 'moveMentions'>> = {}) {
  const mentions = createMentions(deps);
  const featureDeps: FeatureDeps = {
    ...deps,
    mentionAuthors: deps.mentions.authorsOf,
    detachMentions: (featureId) => mentions.detachFrom(featureId),
    async moveMentions(merge, actor) {
      await mentions.moveAll(merge, actor);
      await deps.comments.move(merge.mergeId, merge.fromFeatureId, merge.toFeatureId);
    },
    async returnMentions(merge, actor) {
      for (const id of merge.restoredIds) await deps.hidden.show(id);
      await deps.comments.moveBack(merge.mergeId, merge.restoredIds);
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
    /** Comments and assignments follow their subjects. */
    discussions: {
      annotationDeleted: (id: string, rev: number) => deps.hidden.hide(id, deps.clock.now(), rev),
      annotationRestored: (id: string, rev: number) => deps.hidden.show(id, rev),
      /** A feature created again under the same id keeps its own. */
      async featureDeleted(id: string): Promise<void> {
        if (!(await deps.features.find(id))) await deps.hidden.hide(id, deps.clock.now());
      },
      removeAllOf: deps.hidden.removeAllOf,
    },
  };
}

export type Rules = ReturnType<typeof createRules>;
