import { followQuestions, QUESTIONS, QUESTIONS_VERSION } from '@symbio/assessment';
import { invalidFields, isId, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { ANSWERS, DETERMINATION_KINDS, isAnswer, isDeterminationKind } from '@symbio/proto/feature/vocabulary';
import type { DeterminationKind } from '@symbio/proto/feature/vocabulary';
import { MAX_ANSWER_NOTE, MAX_DETERMINATION_REASON, MAX_EVIDENCE } from '@symbio/proto/limits';
import type { DeterminationAnswer } from '@symbio/proto/feature';
import { referencedFeature, type LookUpDeps } from '../look-ups.js';
import type { FeatureRow, MentionRow } from '../model.js';
import { ROLE_TO } from '../policy.js';
import type { AnswerRow } from './model.js';

export interface JudgmentInput {
  /** Client-chosen; empty: generated. */
  id: string;
  featureId: string;
  kind: string;
  answers: readonly DeterminationAnswer[];
  reason: string;
  evidence: readonly string[];
}

export interface Judgment {
  kind: DeterminationKind;
  answers: AnswerRow[];
  reason: string;
  settingsVersion: string;
  evidence: string[];
}

export interface JudgmentDeps extends Pick<LookUpDeps, 'access' | 'features'> {
  mentions: { withRecords: (recordIds: readonly string[]) => Promise<MentionRow[]> };
}

const length = (text: string): number => [...text].length;

function answerProblems(answers: readonly DeterminationAnswer[]): Record<string, string> {
  const ids = answers.map(({ questionId }) => questionId);
  const unknown = ids.find((id) => !QUESTIONS.some((question) => question.id === id));
  if (unknown !== undefined)
    return { answers: `question_id must be one of ${QUESTIONS.map(({ id }) => id).join(', ')}` };
  if (new Set(ids).size < ids.length) return { answers: 'Answer each question once' };
  if (!answers.every(({ answer }) => isAnswer(answer)))
    return { answers: `answer must be one of ${ANSWERS.join(', ')}` };
  return answers.some(({ note }) => length(note) > MAX_ANSWER_NOTE)
    ? { answers: `A note must have at most ${MAX_ANSWER_NOTE} characters` }
    : {};
}

/** @throws AppError INVALID_ARGUMENT */
export function checkedJudgment({ id, kind, answers, reason: given, evidence: cited }: JudgmentInput): Judgment {
  const reason = given.trim();
  const evidence = [...new Set([...cited, ...answers.flatMap(({ evidenceIds }) => evidenceIds)])];
  const known = answers.flatMap(({ questionId, answer, note, evidenceIds }) =>
    isAnswer(answer) ? [{ questionId, answer, note: note.trim(), evidenceIds: [...new Set(evidenceIds)] }] : [],
  );
  const isExpected = isDeterminationKind(kind) && followQuestions(known).kinds.includes(kind);
  refuseFields({
    ...(id && !isId(id) ? { id: 'id must be a UUID' } : {}),
    ...(isDeterminationKind(kind) ? {} : { kind: `kind must be one of ${DETERMINATION_KINDS.join(', ')}` }),
    ...answerProblems(answers),
    ...(reason === '' && !isExpected ? { reason: 'A reason is needed: the answers do not point to this kind.' } : {}),
    ...(length(reason) > MAX_DETERMINATION_REASON
      ? { reason: `The reason must have at most ${MAX_DETERMINATION_REASON} characters` }
      : {}),
    ...(evidence.length > MAX_EVIDENCE ? { evidence: `Cite at most ${MAX_EVIDENCE} records` } : {}),
  });
  if (!isDeterminationKind(kind)) throw invalidFields({ kind: 'kind is required' });
  return { kind, answers: known, reason, settingsVersion: QUESTIONS_VERSION, evidence };
}

/** The feature to be judged. @throws AppError NOT_FOUND, PERMISSION_DENIED */
export async function judgedFeature(deps: JudgmentDeps, context: CallContext, id: string): Promise<FeatureRow> {
  const feature = await referencedFeature(deps, context, id, 'feature_id');
  await deps.access.require(context, feature.projectId, ROLE_TO.determine, 'Project');
  return feature;
}

/** Cited records that are not the current statement of a mention of the feature. */
export async function outdatedEvidence(
  { mentions }: Pick<JudgmentDeps, 'mentions'>,
  featureId: string,
  evidence: readonly string[],
): Promise<string[]> {
  if (evidence.length === 0) return [];
  const found = await mentions.withRecords(evidence);
  const current = found.flatMap((row) => (row.featureId === featureId && row.current ? [row.current.id] : []));
  return evidence.filter((id) => !current.includes(id));
}

/** @throws AppError INVALID_ARGUMENT */
export async function requireCurrentEvidence(
  deps: Pick<JudgmentDeps, 'mentions'>,
  featureId: string,
  evidence: readonly string[],
): Promise<void> {
  const [outdated] = await outdatedEvidence(deps, featureId, evidence);
  if (outdated !== undefined)
    throw invalidFields({
      evidence: `“${outdated.slice(0, 50)}” is not a current record of a mention of this feature`,
    });
}
