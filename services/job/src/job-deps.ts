import type { Actor, Clock, Logger, Metrics } from '@symbio/runtime';
import type { Tombstones } from '@symbio/mongo';
import type { ProjectAccess, RemovedProjects } from '@symbio/project-access';
import type { JobStore, JobWriter } from './repository.js';

export interface JobDeps {
  repository: JobStore;
  writer: JobWriter;
  access: ProjectAccess;
  pausedProjects: Pick<RemovedProjects, 'ids' | 'has'>;
  /** Deleted documents. */
  tombstones: Tombstones;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
  self: Actor;
  leaseMs: number;
  /** Milliseconds before the 2nd, 3rd, ... attempt. */
  retryDelaysMs: readonly number[];
  /** Milliseconds a job may be blocked before it fails permanently. */
  maxBlockedMs: number;
}
