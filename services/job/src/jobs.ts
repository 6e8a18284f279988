import { createAttempts } from './attempts.js';
import { createCancelAndRetry } from './cancel-and-retry.js';
import { createJobCreation } from './create-job.js';
import { createJobReactions } from './follow-others.js';
import type { JobDeps } from './job-deps.js';
import { createJobRecords } from './job-records.js';
import { createJobReads } from './read-jobs.js';
import { createHurry } from './hurry-job.js';
import { createJobSweeps } from './sweep-jobs.js';
import { createQueuePlaces } from './queue-places.js';
import type { JobLists, JobQueue } from './repository.js';
import { createScheduler } from './scheduler.js';

export type Jobs = ReturnType<typeof createJobs>;

export function createJobs(deps: JobDeps & { repository: JobLists & JobQueue }) {
  const records = createJobRecords(deps);
  const scheduler = createScheduler(deps.repository, deps.pausedProjects, deps.clock);
  return {
    ...createJobCreation(deps, scheduler),
    ...createJobReads(deps),
    ...createQueuePlaces(deps),
    ...createCancelAndRetry(deps, records),
    ...createHurry(deps, records, scheduler),
    ...createAttempts(deps, records, scheduler),
    ...createJobSweeps(deps, records, scheduler),
    ...createJobReactions(deps, records, scheduler),
  };
}
