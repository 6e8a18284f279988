import { conflict, newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { jobEvents, type CreateJobRequest } from '@symbio/proto/job';
import type { JobType } from '@symbio/proto/job/vocabulary';
import { jobEvent, offer } from './events.js';
import { checkCreation } from './job-checks.js';
import type { JobDeps } from './job-deps.js';
import type { JobRow } from './model.js';
import { authorize } from './policy.js';
import { created } from './transitions.js';
import type { Scheduler } from './scheduler.js';

export function createJobCreation({ repository, writer, access, clock }: JobDeps, scheduler: Scheduler) {
  async function sameJob(id: string, type: JobType, projectId: string): Promise<JobRow> {
    const row = await repository.find(id);
    if (row?.type === type && row.projectId === projectId) return row;
    throw conflict('id_taken', 'This id belongs to another job.');
  }

  return {
    /**
     * Creates a job and offers it to workers. Idempotent by id.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if the id belongs to another
     * job
     */
    async create(request: CreateJobRequest, context: CallContext): Promise<JobRow> {
      const { type, payload, pageNumbers, priority, maxRetries } = checkCreation(request);
      const role = await access.require(context, payload.projectId, 'viewer');
      authorize(context.actor, 'create', role);
      const { documentFilename, documentCategory, documentRev, expectedPages } = request;
      const id = request.id || newId();
      const now = clock.now();
      const job = {
        type,
        projectId: payload.projectId,
        ...(payload.documentId && { documentId: payload.documentId }),
        ...(pageNumbers.length > 0 && { pageNumbers }),
        ...(expectedPages > 0 && { expectedPages }),
        documentFilename,
        documentCategory,
        documentRev,
        priority,
        createdBy: context.actor.sub,
        requestId: context.requestId,
      };
      const row = await writer.insert(
        id,
        { ...created(now, maxRetries), ...job, ...(await scheduler.placeOf(job)) },
        context.actor,
        (inserted) => [jobEvent(jobEvents.created, inserted), offer(inserted)],
      );
      if (!row) return sameJob(id, type, payload.projectId);
      await repository.appendLog(id, now, [
        `Created: ${type}${row.documentFilename && ` for ${row.documentFilename}`}`,
      ]);
      return row;
    },
  };
}
