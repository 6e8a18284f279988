import type { Actor, Client, Clock, Tombstones } from '@symbio/kit';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { FeatureRepository } from './repository.js';

/** One feature that becomes part of another. */
export interface MergeOfTwo {
  mergeId: string;
  fromFeatureId: string;
  toFeatureId: string;
}

/** A merge that is being taken back. */
export interface UndoneMerge {
  mergeId: string;
  /** The one that stayed. */
  featureId: string;
  /** Those that are there again. */
  restoredIds: readonly string[];
}

/** What the rules of features work with. */
export interface FeatureDeps {
  features: FeatureRepository;
  access: ProjectAccess;
  authors: Authorship;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'getAnnotation' | 'getRun'>;
  tombstones: Tombstones;
  clock: Clock;
  /** On whose behalf changes happen that other services' events ask for. */
  self: Actor;
  /** Who made the mentions of a feature, and who wrote what holds of them. */
  mentionAuthors: (featureId: string) => Promise<string[]>;
  /** Takes a deleted feature's mentions off it. */
  detachMentions: (featureId: string) => Promise<void>;
  /** Takes a feature's mentions over to the one that it becomes part of by a merge. */
  moveMentions: (merge: MergeOfTwo, actor: Actor) => Promise<void>;
  /** Takes mentions back to the features they were of before a merge; answers how many of them stay where they are. */
  returnMentions: (merge: UndoneMerge, actor: Actor) => Promise<number>;
}
