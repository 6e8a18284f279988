import { AppError } from '@symbio/runtime';
import { MAX_RUN_NAME } from '@symbio/proto/limits';
import type { RunRow } from '../model.js';

/** As JSON. */
export const MAX_RUN_METADATA = 10_000;

export const runProblems = (name: string, metadata: object | undefined): Record<string, string> => ({
  ...(name ? {} : { name: 'name is required' }),
  ...([...name].length > MAX_RUN_NAME ? { name: `The name must have at most ${MAX_RUN_NAME} characters` } : {}),
  ...(metadata && JSON.stringify(metadata).length > MAX_RUN_METADATA
    ? { metadata: `metadata must have at most ${MAX_RUN_METADATA} characters of JSON` }
    : {}),
});

const refusedRun = (reason: string, message: string): AppError =>
  new AppError('FAILED_PRECONDITION', reason, message, { fields: { run_id: message } });

export function closedRun({ status }: Pick<RunRow, 'status'>): AppError | undefined {
  if (status === 'open') return undefined;
  return refusedRun('run_closed', `This run is ${status}: nothing more can be written under it. Make another one.`);
}

export const runElsewhere = (): AppError => refusedRun('run_elsewhere', 'This run belongs to another project.');
