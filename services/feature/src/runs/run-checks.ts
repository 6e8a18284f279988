import { AppError, conflict, named, notFound } from '@symbio/runtime';
import type { CallContext, Client } from '@symbio/rpc';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import type { AnnotationServiceService, Run } from '@symbio/proto/annotation';
import { ROLE_TO } from '../policy.js';

type Runs = Pick<Client<typeof AnnotationServiceService>, 'getRun'>;

/** @throws AppError NOT_FOUND, PERMISSION_DENIED */
export async function allowedRun(
  { annotations, access }: { annotations: Runs; access: Pick<ProjectAccess, 'require'> },
  context: CallContext,
  id: string,
  action: keyof typeof ROLE_TO,
): Promise<Run> {
  const { run } = await annotations.getRun({ id }, context);
  if (!run) throw notFound('Run');
  await access.require(context, run.projectId, ROLE_TO[action], 'Run');
  return run;
}

/** @throws AppError NOT_FOUND with the field if missing or not visible */
export async function referencedRun(runs: Runs, context: CallContext, id: string): Promise<Run> {
  const { run } = await named('Run', 'run_id', runs.getRun({ id }, context));
  if (!run) throw notFound('Run', 'run_id');
  return run;
}

/** An API key writes only under its own agent's runs. @throws AppError as `referencedRun`, PERMISSION_DENIED */
export async function writableRun(
  { annotations, authors }: { annotations: Runs; authors: Pick<Authorship, 'requireOwn'> },
  context: CallContext,
  id: string,
): Promise<Run> {
  const run = await referencedRun(annotations, context, id);
  await authors.requireOwn(context, 'run', [run.authorId]);
  return run;
}

const refusedRun = (reason: string, message: string): AppError =>
  new AppError('FAILED_PRECONDITION', reason, message, { fields: { run_id: message } });

export const closedRun = ({ status }: Pick<Run, 'status'>): AppError =>
  refusedRun('run_closed', `This run is ${status}: nothing more can be written under it. Make another one.`);

/** @throws AppError FAILED_PRECONDITION unless the run is open for writes in this project. */
export function requireOpen(run: Run, projectId: string): void {
  if (run.projectId !== projectId) throw refusedRun('run_elsewhere', 'This run belongs to another project.');
  if (run.status !== 'open') throw closedRun(run);
}

export const runNotUndone = (): AppError => conflict('run_not_undone', 'This run has not been undone.');
