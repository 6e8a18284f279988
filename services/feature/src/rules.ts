import type { FeatureDeps } from './features/feature-deps.js';
import { createFeatures } from './features/features.js';
import { createAssociate } from './mentions/associate.js';
import type { MentionDeps } from './mentions/mention-deps.js';
import { createMentions } from './mentions/mentions.js';
import type { FeatureRepository } from './repository.js';
import { createRuns } from './runs/runs.js';

export type RuleDeps = Omit<MentionDeps, 'features'> & { features: FeatureRepository };

/** @param overrides for tests */
export function createRules(deps: RuleDeps, overrides: Partial<Pick<FeatureDeps, 'moveMentions'>> = {}) {
  const mentions = createMentions(deps);
  const featureDeps: FeatureDeps = {
    ...deps,
    mentionAuthors: deps.mentions.authorsOf,
    detachMentions: (featureId) => mentions.detachFrom(featureId),
    moveMentions: mentions.moveAll,
    returnMentions: mentions.moveAllBack,
    ...overrides,
  };
  const features = createFeatures(featureDeps);
  return {
    features,
    mentions,
    associate: createAssociate({ ...featureDeps, mentions: deps.mentions }, features, mentions),
    runs: createRuns(deps, featureDeps),
  };
}

export type Rules = ReturnType<typeof createRules>;
