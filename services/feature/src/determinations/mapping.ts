import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type {
  Determination,
  DeterminationEvent,
  DeterminationProposal,
  DeterminationProposalEvent,
} from '@symbio/proto/feature';
import type { DeterminationProposalStatus } from '@symbio/proto/feature/vocabulary';
import type { ProposalRow } from './model.js';
import type { DeterminationView } from './state.js';

export const toDetermination = ({ row, status, stale }: DeterminationView): Determination => ({
  id: row._id,
  projectId: row.projectId,
  featureId: row.featureId,
  kind: row.kind,
  answers: row.answers,
  reason: row.reason,
  settingsVersion: row.settingsVersion,
  evidence: row.evidence,
  authorId: row.authorId,
  authorName: row.authorName,
  status,
  createdAt: row.createdAt,
  stale,
  proposalId: row.proposalId ?? '',
  withdrawnAt: row.withdrawal?.at,
  withdrawnByName: row.withdrawal?.authorName ?? '',
  withdrawalReason: row.withdrawal?.reason ?? '',
});

export const statusOf = ({ decision }: ProposalRow): DeterminationProposalStatus => decision?.verdict ?? 'open';

export const toProposal = (row: ProposalRow): DeterminationProposal => ({
  id: row._id,
  projectId: row.projectId,
  featureId: row.featureId,
  kind: row.kind,
  answers: row.answers,
  reason: row.reason,
  settingsVersion: row.settingsVersion,
  evidence: row.evidence,
  authorId: row.authorId,
  authorName: row.authorName,
  authorType: row.authorType,
  status: statusOf(row),
  confidence: row.confidence,
  runId: row.runId ?? '',
  createdAt: row.createdAt,
  decidedAt: row.decision?.at,
  decidedByName: row.decision?.authorName ?? '',
  decisionReason: row.decision?.reason ?? '',
  determinationId: row.decision?.determinationId ?? '',
});

export const determinationEvent = (type: EventType<DeterminationEvent>, view: DeterminationView): PendingEvent =>
  event(type, view.row.projectId, { determination: toDetermination(view) });

export const proposalEvent = (type: EventType<DeterminationProposalEvent>, row: ProposalRow): PendingEvent =>
  event(type, row.projectId, { proposal: toProposal(row) });
