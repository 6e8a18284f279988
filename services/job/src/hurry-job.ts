import { invalidFields, notFound, type Actor } from '@symbio/runtime';
import { jobEvent, offer } from './events.js';
import { jobEvents } from '@symbio/proto/job';
import type { JobDeps } from './job-deps.js';
import type { JobRecords } from './job-records.js';
import { PRIORITY } from './job-types.js';
import type { JobRow } from './model.js';
import { hurried } from './transitions.js';
import type { ProjectRounds } from './project-rounds.js';

/** Moves a job a user waits for to a more urgent queue. */
export function createHurry({ repository, writer }: JobDeps, records: JobRecords, rounds: ProjectRounds) {
  return {
    /**
     * The message in the old queue stays and serves other waiting jobs.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND
     */
    async hurry(id: string, priority: number, actor: Actor): Promise<JobRow> {
      if (priority < PRIORITY.min || priority > PRIORITY.max)
        throw invalidFields({ priority: `priority must be from ${PRIORITY.min} to ${PRIORITY.max}` });
      const before = await repository.find(id);
      if (!before) throw notFound('Job');
      if (!hurried(before, priority)) return before;
      const turn = await rounds.roundOf({ type: before.type, priority }, before.projectId);
      let moved = false;
      const row = await writer.change(id, actor, (job, after) => {
        const change = hurried(job, priority);
        moved = change !== undefined;
        if (!change) return undefined;
        const set = { ...change, priority, turn };
        return { set, events: [jobEvent(jobEvents.changed, after(set)), ...(set.offered ? [offer(after(set))] : [])] };
      });
      if (!row) throw notFound('Job');
      if (moved) await records.addLines(id, 'Somebody is looking at this document: it comes before others');
      return row;
    },
  };
}
