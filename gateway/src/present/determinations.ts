import type { Question } from '@symbio/assessment';
import type { DeterminationJson, DeterminationProposalJson, DeterminationQuestionJson } from '@symbio/api';
import type { Determination, DeterminationAnswer, DeterminationProposal } from '@symbio/proto/feature';
import { moment } from './json.js';

const presentAnswer = ({ questionId, answer, note, evidenceIds }: DeterminationAnswer) => ({
  ...{ question_id: questionId, answer, note, evidence_ids: evidenceIds },
});

const presentJudgment = (message: Determination | DeterminationProposal) => ({
  id: message.id,
  project_id: message.projectId,
  feature_id: message.featureId,
  kind: message.kind,
  answers: message.answers.map(presentAnswer),
  reason: message.reason,
  settings_version: message.settingsVersion,
  evidence: message.evidence,
  author_id: message.authorId,
  author_name: message.authorName,
  status: message.status,
  created_at: moment(message.createdAt),
});

export const presentDetermination = (message: Determination): DeterminationJson => ({
  ...presentJudgment(message),
  stale: message.stale,
  proposal_id: message.proposalId || null,
  withdrawn_at: moment(message.withdrawnAt),
  withdrawn_by_name: message.withdrawnByName || null,
  withdrawal_reason: message.withdrawalReason || null,
});

export const presentProposal = (message: DeterminationProposal): DeterminationProposalJson => ({
  ...presentJudgment(message),
  author_type: message.authorType,
  confidence: message.confidence ?? null,
  run_id: message.runId || null,
  decided_at: moment(message.decidedAt),
  decided_by_name: message.decidedByName || null,
  decision_reason: message.decisionReason || null,
  determination_id: message.determinationId || null,
});

export const presentQuestion = ({ id, text, noteLabel, yes, no }: Question): DeterminationQuestionJson => ({
  ...{ id, text, note_label: noteLabel },
  if_yes: 'question' in yes ? yes.question : null,
  if_no: 'question' in no ? no.question : null,
  kinds_if_yes: 'kinds' in yes ? [...yes.kinds] : [],
  kinds_if_no: 'kinds' in no ? [...no.kinds] : [],
});
