import { AppError, type AppErrorCode } from '@symbio/runtime';
import type { Refusal } from '@symbio/proto/common';
import { statusOf } from '../http/errors.js';
import { dryRunFlag } from '../present/answers.js';

type Outcome<Item> = { data: Item } | { refusal: Refusal | undefined };

/** Status of valid items of a refused batch (RFC 4918: Failed Dependency). */
const FAILED_DEPENDENCY = 424;

function presentRefusal(refusal: Refusal | undefined) {
  if (!refusal) throw new Error('a batch item has no outcome');
  const { status, reason, message, fields } = refusal;
  const error = new AppError(status as AppErrorCode, reason, message);
  return {
    status: reason === 'batch_refused' ? FAILED_DEPENDENCY : statusOf(error),
    error: message,
    code: reason,
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  };
}

export function batchResponse<Item>(outcomes: readonly Outcome<Item>[], dryRun: boolean) {
  const data = outcomes.map((outcome, index) => ({
    index,
    ...('data' in outcome ? { status: 201, data: outcome.data } : presentRefusal(outcome.refusal)),
  }));
  const created = outcomes.filter((outcome) => 'data' in outcome).length;
  return {
    data,
    created,
    failed: outcomes.length - created,
    ...dryRunFlag(dryRun),
  };
}
