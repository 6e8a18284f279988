import type { Actor, Clock } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { Tombstones } from '@symbio/mongo';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { DocumentServiceService, Page } from '@symbio/proto/document';
import type { AnnotationRepository } from '../repository.js';
import type { RunRepository } from '../runs/run-repository.js';

/** Of agents' proposals, on pages of a blind sample. */
export interface HoldingBack {
  holdsBack: (page: Pick<Page, 'id' | 'projectId'>) => Promise<boolean>;
  settle: (page: Pick<Page, 'id' | 'projectId'>) => Promise<void>;
}

export interface AnnotationDeps {
  repository: AnnotationRepository;
  runs: RunRepository;
  access: ProjectAccess;
  authors: Authorship;
  documents: Pick<Client<typeof DocumentServiceService>, 'getPage' | 'getDocument'>;
  blind: HoldingBack;
  tombstones: Tombstones;
  clock: Clock;
  /** Actor for changes caused by events. */
  self: Actor;
}
