import type { Actor, Clock } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { Tombstones } from '@symbio/mongo';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { FeatureRepository } from './repository.js';

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

export interface FeatureDeps {
  features: FeatureRepository;
  access: ProjectAccess;
  authors: Authorship;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'getAnnotation' | 'getRun'>;
  tombstones: Tombstones;
  clock: Clock;
  /** Actor for changes caused by other services' events. */
  self: Actor;
  /** Authors of a feature's mentions and of their current records. */
  mentionAuthors: (featureId: string) => Promise<string[]>;
  /** Dissociates a deleted feature's mentions. */
  detachMentions: (featureId: string) => Promise<void>;
  /** Moves a feature's mentions to its merge target. */
  moveMentions: (merge: MergeOfTwo, actor: Actor) => Promise<void>;
  /** Moves mentions back to their features from before a merge; returns how many stay. */
  returnMentions: (merge: UndoneMerge, actor: Actor) => Promise<number>;
}
