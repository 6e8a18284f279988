import type { Actor, Client, Tombstones } from '@symbio/kit';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { FeatureRepository } from './repository.js';

/** What the rules of features work with. */
export interface FeatureDeps {
  features: FeatureRepository;
  access: ProjectAccess;
  authors: Authorship;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'getAnnotation' | 'getRun'>;
  tombstones: Tombstones;
  /** On whose behalf changes happen that other services' events ask for. */
  self: Actor;
  /** Takes a deleted feature's mentions off it. */
  detachMentions: (featureId: string) => Promise<void>;
  /** Takes a feature's mentions over to another one. */
  moveMentions: (fromFeatureId: string, toFeatureId: string, actor: Actor) => Promise<void>;
}
