import { AppError, conflict, named, notFound, type CallContext, type Client } from '@symbio/kit';
import type { Authorship } from '@symbio/project-access';
import type { AnnotationServiceService, Run } from '@symbio/proto/annotation';

type Runs = Pick<Client<typeof AnnotationServiceService>, 'getRun'>;

/** The run that an input names. @throws AppError NOT_FOUND with the field when there is none the caller may see */
export async function namedRun(runs: Runs, context: CallContext, id: string): Promise<Run> {
  const { run } = await named('Run', 'run_id', runs.getRun({ id }, context));
  if (!run) throw notFound('Run', 'run_id');
  return run;
}

/**
 * The run that something is to be written under. An API key writes only under runs of its own agent.
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

/** Nothing more is written under a run that is not open. */
export const closedRun = ({ status }: Pick<Run, 'status'>): AppError =>
  refusedRun('run_closed', `This run is ${status}: nothing more can be written under it. Make another one.`);

/** @throws AppError FAILED_PRECONDITION unless something of this project may be written under the run now. */
export function requireOpen(run: Run, projectId: string): void {
  if (run.projectId !== projectId) throw refusedRun('run_elsewhere', 'This run belongs to another project.');
  if (run.status !== 'open') throw closedRun(run);
}

/** What is taken back is what was undone. */
export const runNotUndone = (): AppError => conflict('run_not_undone', 'This run has not been undone.');
