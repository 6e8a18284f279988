import type { Actor } from '@symbio/runtime';
import type { MentionDeps } from '../mentions/mention-deps.js';
import type { FeatureRepository } from '../repository.js';

export interface MergeOfTwo {
  mergeId: string;
  fromFeatureId: string;
  toFeatureId: string;
}

export interface UndoneMerge {
  mergeId: string;
  featureId: string;
  restoredIds: readonly string[];
}

export interface FeatureDeps extends Omit<MentionDeps, 'mentions' | 'features'> {
  features: FeatureRepository;
  /** Authors of the mentions and of their current records. */
  mentionAuthors: (featureId: string) => Promise<string[]>;
  /** Of deleted features, whose comments and determinations are hidden. */
  detachMentions: (featureIds: readonly string[]) => Promise<void>;
  /** Proposed determinations that no person decided. */
  removeProposals: (runId: string) => Promise<void>;
  moveMentions: (merge: MergeOfTwo, actor: Actor) => Promise<void>;
  /** Returns how many mentions stay. */
  returnMentions: (merge: UndoneMerge, actor: Actor) => Promise<number>;
}
