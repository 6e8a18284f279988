import type { Actor } from '@symbio/kit';
import type { MentionDeps } from '../mentions/mention-deps.js';
import type { FeatureRepository } from '../repository.js';

/** One feature of a merge and its target. */
export interface MergeOfTwo {
  mergeId: string;
  fromFeatureId: string;
  toFeatureId: string;
}

/** A merge being undone. */
export interface UndoneMerge {
  mergeId: string;
  /** The kept feature. */
  featureId: string;
  /** Restored features. */
  restoredIds: readonly string[];
}

export interface FeatureDeps extends Omit<MentionDeps, 'mentions' | 'features'> {
  features: FeatureRepository;
  /** Authors of a feature's mentions and of their current records. */
  mentionAuthors: (featureId: string) => Promise<string[]>;
  /** Dissociates a deleted feature's mentions. */
  detachMentions: (featureId: string) => Promise<void>;
  /** Moves a feature's mentions to its merge target. */
  moveMentions: (merge: MergeOfTwo, actor: Actor) => Promise<void>;
  /** Moves mentions back to their features from before a merge; returns how many stay. */
  returnMentions: (merge: UndoneMerge, actor: Actor) => Promise<number>;
}
