import { invalidFields, notFound, type Actor } from '@symbio/runtime';
import type { JobDeps } from './job-deps.js';
import { withEvent, type JobRecords } from './job-records.js';
import { PRIORITY } from './job-types.js';
import type { JobRow } from './model.js';
import type { Scheduler } from './scheduler.js';
import { canHurry } from './transitions.js';

/** Raises the priority of a job a user waits for. */
export function createHurry({ repository, writer }: JobDeps, records: JobRecords, scheduler: Scheduler) {
  return {
    /** @throws AppError INVALID_ARGUMENT, NOT_FOUND */
    async hurry(id: string, priority: number, actor: Actor): Promise<JobRow> {
      if (priority < PRIORITY.min || priority > PRIORITY.max)
        throw invalidFields({ priority: `priority must be from ${PRIORITY.min} to ${PRIORITY.max}` });
      const before = await repository.find(id);
      if (!before) throw notFound('Job');
      if (!canHurry(before, priority)) return before;
      const place = await scheduler.placeOf({ ...before, priority });
      let moved = false;
      const row = await writer.change(id, actor, (job, after) => {
        moved = canHurry(job, priority);
        return moved ? withEvent({ priority, ...place, ...(job.offered && { offered: true }) }, after) : undefined;
      });
      if (!row) throw notFound('Job');
      if (moved) await records.addLines(id, 'A person is looking at this document, so it comes before others');
      return row;
    },
  };
}
