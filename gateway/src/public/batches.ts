import { AppError, type AppErrorCode } from '@symbio/runtime';
import type { Refusal } from '@symbio/proto/common';
import { statusOf } from '../errors.js';
import { onlyTried } from './answers.js';

type Outcome<Item> = { data: Item } | { refusal: Refusal | undefined };

/** Status of valid items that were not written because another item failed (RFC 4918: Failed Dependency). */
const FAILED_DEPENDENCY = 424;

function refused(refusal: Refusal | undefined) {
  if (!refusal) throw new Error('a batch without an outcome for one of its items');
  const { status, reason, message, fields } = refusal;
  const error = new AppError(status as AppErrorCode, reason, message);
  return {
    status: reason === 'batch_refused' ? FAILED_DEPENDENCY : statusOf(error),
    error: message,
    code: reason,
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  };
}

export function batchAnswer<Item>(outcomes: readonly Outcome<Item>[], dryRun: boolean) {
  const data = outcomes.map((outcome, index) => ({
    index,
    ...('data' in outcome ? { status: 201, data: outcome.data } : refused(outcome.refusal)),
  }));
  const created = outcomes.filter((outcome) => 'data' in outcome).length;
  return {
    data,
    created,
    failed: outcomes.length - created,
    ...onlyTried(dryRun),
  };
}
