import type { Actor, Clock, Tombstones } from '@symbio/kit';
import type { IssueAccess } from './issue-access.js';
import type { People } from './people.js';
import type { IssueRepository } from './repository.js';

/** What the rules about issues work with. */
export interface IssueDeps {
  repository: IssueRepository;
  access: IssueAccess;
  people: People;
  /** Issues that were removed for good: a repeated creation does not bring one back. */
  tombstones: Pick<Tombstones, 'any' | 'record'>;
  clock: Clock;
  /** The service itself. */
  self: Actor;
}
