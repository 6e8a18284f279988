import type { Actor, Clock, Logger, Metrics, Tombstones } from '@symbio/kit';
import type { ProjectAccess, RemovedProjects } from '@symbio/project-access';
import type { JobType } from '@symbio/proto/job/vocabulary';
import type { JobStore, JobWriter } from './repository.js';

/** What the rules of jobs work with. */
export interface JobDeps {
  repository: JobStore;
  writer: JobWriter;
  access: ProjectAccess;
  /** Projects that were deleted and can be restored: their jobs rest until then. */
  resting: Pick<RemovedProjects, 'ids' | 'has'>;
  /** Documents that were deleted. */
  tombstones: Tombstones;
  /** How many messages the queue of a type holds, by subject. */
  queueDepths: (type: JobType) => Promise<Readonly<Record<string, number>>>;
  clock: Clock;
  metrics: Metrics;
  log: Logger;
  /** On whose behalf changes happen that nobody asked for. */
  self: Actor;
  /** Milliseconds a worker may stay silent. */
  leaseMs: number;
  /** Milliseconds before the 2nd, 3rd, ... attempt. */
  retryDelaysMs: readonly number[];
  /** Milliseconds for which a job waits for what is away, full or another job's before it fails for good. */
  patienceMs: number;
}
