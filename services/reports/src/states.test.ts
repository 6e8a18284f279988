import { REPORT_STATES, type ReportState } from '@symbio/proto/reports/vocabulary';
import { stateAfter, type Transition } from './states.js';

const ALLOWED: Readonly<Record<Transition, Readonly<Record<string, string>>>> = {
  submit: { draft: 'in_review' },
  request_changes: { in_review: 'draft' },
  sign: { in_review: 'signed' },
  issue: { signed: 'issued' },
  supersede: { issued: 'superseded' },
  withdraw: { signed: 'withdrawn', issued: 'withdrawn' },
};

function refusal(transition: Transition, state: ReportState): unknown {
  try {
    return stateAfter(transition, state);
  } catch (error) {
    return error;
  }
}

it.each(Object.entries(ALLOWED))('%s is allowed from %j only, and repeatable', (name, steps) => {
  const transition = name as Transition;
  const reached = Object.values(steps);
  for (const state of REPORT_STATES)
    if (steps[state]) expect(stateAfter(transition, state)).toBe(steps[state]);
    else if (reached.includes(state)) expect(stateAfter(transition, state)).toBeUndefined();
    else expect(refusal(transition, state)).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'wrong_state' });
});

it('a signed version is immutable', () => {
  const sentence = 'This version is signed and can no longer be changed. Start a new draft.';
  expect(() => stateAfter('submit', 'signed')).toThrow(sentence);
  expect(() => stateAfter('request_changes', 'signed')).toThrow(sentence);
});
