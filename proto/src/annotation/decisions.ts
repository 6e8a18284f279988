/** Current review decision of an AI annotation. Browser-safe: no protobuf. */
import type { ReviewVerdict } from './vocabulary.js';

/** Verdict of a decision that has not been undone. */
export type CurrentVerdict = Exclude<ReviewVerdict, 'undone'>;

const isCurrent = <D extends { verdict: string }>(decision: D): decision is D & { verdict: CurrentVerdict } =>
  decision.verdict === 'accepted' || decision.verdict === 'rejected';

/** The last decision (oldest first); undefined if missing or if it undid the previous one. */
export function currentDecision<D extends { verdict: string }>(
  decisions: readonly D[] | undefined,
): (D & { verdict: CurrentVerdict }) | undefined {
  const last = decisions?.at(-1);
  return last && isCurrent(last) ? last : undefined;
}
