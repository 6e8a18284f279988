import { AppError, conflict, named, notFound } from '@symbio/runtime';
import type { CallContext, Client } from '@symbio/rpc';
import type { Authorship } from '@symbio/project-access';
import type { AnnotationServiceService, Run } from '@symbio/proto/annotation';

type Runs = Pick<Client<typeof AnnotationServiceService>, 'getRun'>;

/** The run referenced by an input. @throws AppError NOT_FOUND with the field if missing or not visible */
export async function namedRun(runs: Runs, context: CallContext, id: string): Promise<Run> {
  const { run } = await named('Run', 'run_id', runs.getRun({ id }, context));
  if (!run) throw notFound('Run', 'run_id');
  return run;
}

/**
 * The run for a write. An API key writes only under its own agent's runs.
 * @throws AppError as `namedRun`, PERMISSION_DENIED for a run of another author
 */
export async function writableRun(
  { annotations, authors }: { annotations: Runs; authors: Pick<Authorship, 'requireOwn'> },
  context: CallContext,
  id: string,
): Promise<Run> {
  const run = await namedRun(annotations, context, id);
  await authors.requireOwn(context, 'run', [run.authorId]);
  return run;
}

const refusedRun = (reason: string, message: string): AppError =>
  new AppError('FAILED_PRECONDITION', reason, message, { fields: { run_id: message } });

/** A closed run accepts no writes. */
export const closedRun = ({ status }: Pick<Run, 'status'>): AppError =>
  refusedRun('run_closed', `This run is ${status}: nothing more can be written under it. Make another one.`);

/** @throws AppError FAILED_PRECONDITION unless the run is open for writes in this project. */
export function requireOpen(run: Run, projectId: string): void {
  if (run.projectId !== projectId) throw refusedRun('run_elsewhere', 'This run belongs to another project.');
  if (run.status !== 'open') throw closedRun(run);
}

/** Only writes of undone runs are removed. */
export const runNotUndone = (): AppError => conflict('run_not_undone', 'This run has not been undone.');
