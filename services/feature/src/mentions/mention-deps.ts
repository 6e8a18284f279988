import type { Actor, Clock } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { Tombstones } from '@symbio/mongo';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import type { FeatureRepository, MentionRepository } from '../repository.js';

export interface MentionDeps {
  mentions: MentionRepository;
  features: Pick<FeatureRepository, 'find'>;
  access: ProjectAccess;
  authors: Authorship;
  annotations: Pick<
    Client<typeof AnnotationServiceService>,
    'getAnnotation' | 'reviewAnnotation' | 'getRun' | 'undoRun'
  >;
  tombstones: Tombstones;
  clock: Clock;
  self: Actor;
}
