/** States of a version, and which change is allowed in which. */
import { conflict, type AppError } from '@symbio/runtime';
import type { ReportState } from '@symbio/proto/reports/vocabulary';

export type Transition = 'submit' | 'request_changes' | 'sign' | 'issue' | 'supersede' | 'withdraw';

interface Rule {
  from: readonly ReportState[];
  to: ReportState;
  /** What may be changed so. */
  sentence: string;
}

const RULES: Readonly<Record<Transition, Rule>> = {
  submit: { from: ['draft'], to: 'in_review', sentence: 'Only a draft can be submitted for review.' },
  request_changes: {
    from: ['in_review'],
    to: 'draft',
    sentence: 'Changes can be requested only of a version in review.',
  },
  sign: { from: ['in_review'], to: 'signed', sentence: 'Only a version in review can be signed.' },
  issue: { from: ['signed'], to: 'issued', sentence: 'Only a signed version can be issued.' },
  supersede: { from: ['issued'], to: 'superseded', sentence: 'Only an issued version can be superseded.' },
  withdraw: {
    from: ['signed', 'issued'],
    to: 'withdrawn',
    sentence: 'Only a signed or issued version can be withdrawn.',
  },
};

const IMMUTABLE = 'This version is signed and can no longer be changed. Start a new draft.';

const wrongState = (transition: Transition, state: ReportState): AppError =>
  conflict(
    'wrong_state',
    state === 'signed' && (transition === 'submit' || transition === 'request_changes')
      ? IMMUTABLE
      : RULES[transition].sentence,
  );

/** State after a transition; undefined if it was made already. @throws AppError FAILED_PRECONDITION `wrong_state` */
export function stateAfter(transition: Transition, state: ReportState): ReportState | undefined {
  const { from, to } = RULES[transition];
  if (state === to) return undefined;
  if (!from.includes(state)) throw wrongState(transition, state);
  return to;
}
