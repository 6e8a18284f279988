import type { Actor, Clock } from '@symbio/runtime';
import type { Tombstones } from '@symbio/mongo';
import type { IssueAccess } from './issue-access.js';
import type { People } from './people.js';
import type { IssueRepository } from './repository.js';

export interface IssueDeps {
  repository: IssueRepository;
  access: IssueAccess;
  people: People;
  /** Permanently removed issues, so a repeated creation does not revive one. */
  tombstones: Pick<Tombstones, 'any' | 'record'>;
  clock: Clock;
  self: Actor;
}
