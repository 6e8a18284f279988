import type { Actor, Clock } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { Tombstones } from '@symbio/mongo';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { DocumentServiceService } from '@symbio/proto/document';
import type { AnnotationRepository } from '../repository.js';
import type { RunRepository } from '../runs/run-repository.js';

export interface AnnotationDeps {
  repository: AnnotationRepository;
  runs: RunRepository;
  access: ProjectAccess;
  authors: Authorship;
  documents: Pick<Client<typeof DocumentServiceService>, 'getPage' | 'getDocument'>;
  tombstones: Tombstones;
  clock: Clock;
  /** Actor for changes caused by events. */
  self: Actor;
}
