/** Checks of a disposition before it is written. */
import { problemOfJudgement } from '@symbio/agency-lists';
import { agentsPropose, isAgent, refuseFields, type Actor } from '@symbio/runtime';
import { DISPOSITION_KINDS, REASON_CODES, type DispositionKind } from '@symbio/proto/records/vocabulary';
import { isAdjoining } from './current.js';
import type { KnownHit } from './known-hits.js';

const MAX_TEXT = 4_000;

export interface GivenJudgement {
  kind: string;
  reasonCodes: readonly string[];
  text: string;
  duplicateOfId?: string;
}

export interface Judgement {
  kind: DispositionKind;
  codes: string[];
  text: string;
  duplicateOfId?: string;
}

/** @throws AppError PERMISSION_DENIED (agents_propose) */
export function refuseAgents(actor: Actor): void {
  if (isAgent(actor))
    throw agentsPropose('People decide about records.', 'Propose a disposition with POST /record-proposals.');
}

export const textProblem = (text: string): Record<string, string> =>
  text.length > MAX_TEXT ? { text: `text is too long (at most ${MAX_TEXT} characters)` } : {};

/** Without the rules that depend on the hit. @throws AppError INVALID_ARGUMENT */
export function readJudgement({ kind, reasonCodes, text, duplicateOfId = '' }: GivenJudgement): Judgement {
  const known = DISPOSITION_KINDS.find((each) => each === kind);
  const unknown = reasonCodes.find((code) => !(REASON_CODES as readonly string[]).includes(code));
  refuseFields({
    ...(known ? {} : { disposition: `disposition must be one of ${DISPOSITION_KINDS.join(', ')}` }),
    ...(unknown === undefined ? {} : { reason_codes: `${unknown} is no known reason` }),
    ...(reasonCodes.includes('duplicate') && duplicateOfId === ''
      ? { duplicate_of_id: 'Name the record of which this one is a duplicate' }
      : {}),
    ...textProblem(text),
  });
  return {
    ...{ kind: known ?? 'undecided', codes: [...new Set(reasonCodes)], text: text.trim() },
    ...(duplicateOfId !== '' && { duplicateOfId }),
  };
}

/** The sentence that refuses the reasons; undefined if they suffice. */
export const problemOf = (hit: KnownHit, judgement: Judgement): string | undefined =>
  problemOfJudgement(
    { list: hit.list, onProperty: hit.onProperty, isAdjoining: isAdjoining(hit, hit.decisions) },
    judgement,
  );

/** @throws AppError INVALID_ARGUMENT naming `reason` */
export function refuseWeakReasons(hit: KnownHit, judgement: Judgement): void {
  const problem = problemOf(hit, judgement);
  refuseFields(problem === undefined ? {} : { reason: problem });
}
