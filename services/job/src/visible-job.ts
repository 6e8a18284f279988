import { isId, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { JobDeps } from './job-deps.js';
import type { JobRow } from './model.js';
import { authorize, type JobAction } from './policy.js';

/**
 * Job, if the caller may perform the action.
 * @throws AppError NOT_FOUND (also if invisible to the caller), PERMISSION_DENIED
 */
export async function visibleJob(
  { repository, access }: Pick<JobDeps, 'repository' | 'access'>,
  id: string,
  action: JobAction,
  context: CallContext,
): Promise<JobRow> {
  const row = isId(id) ? await repository.find(id) : null;
  if (!row) throw notFound('Job');
  const role = await access.require(context, row.projectId, 'viewer', 'Job');
  authorize(context.actor, action, role);
  return row;
}
