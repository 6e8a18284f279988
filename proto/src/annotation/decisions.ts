/** Which decision about an AI agent's annotation is current. Browsers import this file: it knows no protobuf. */
import type { ReviewVerdict } from './vocabulary.js';

/** What a decision says as long as nobody takes it back. */
export type CurrentVerdict = Exclude<ReviewVerdict, 'undone'>;

const isCurrent = <D extends { verdict: string }>(decision: D): decision is D & { verdict: CurrentVerdict } =>
  decision.verdict === 'accepted' || decision.verdict === 'rejected';

/** The last of the decisions, oldest first; undefined when nobody has decided, or the last one took the one before back. */
export function currentDecision<D extends { verdict: string }>(
  decisions: readonly D[] | undefined,
): (D & { verdict: CurrentVerdict }) | undefined {
  const last = decisions?.at(-1);
  return last && isCurrent(last) ? last : undefined;
}
