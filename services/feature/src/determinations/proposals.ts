import { AppError, conflict, newId, notFound, refuseFields, type Actor } from '@symbio/runtime';
import { creationHash, idTaken } from '@symbio/mongo';
import { mapConcurrently, type CallContext, type Client } from '@symbio/rpc';
import type { Authorship } from '@symbio/project-access';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import { determinationProposalEvents } from '@symbio/proto/feature';
import { confidenceProblems, reasonProblems } from '../checks.js';
import { ROLE_TO } from '../policy.js';
import { closedRun, requireOpen, writableRun } from '../runs/run-checks.js';
import {
  featuresOf,
  requirePerson,
  type DeterminationDeps,
  type DeterminationQuery,
  type Determinations,
} from './determinations.js';
import {
  checkedJudgment,
  judgedFeature,
  outdatedEvidence,
  requireCurrentEvidence,
  type JudgmentInput,
} from './judgment.js';
import { proposalEvent } from './mapping.js';
import type { ProposalDecision, ProposalRow } from './model.js';
import type { ProposalRepository } from './repository.js';
import type { DeterminationView } from './state.js';

const AT_ONCE = 8;

export interface ProposalDeps extends Omit<DeterminationDeps, 'repository' | 'authors'> {
  repository: ProposalRepository;
  authors: Pick<Authorship, 'resolve' | 'requireOwn'>;
  annotations: Pick<Client<typeof AnnotationServiceService>, 'getRun'>;
  self: Actor;
}

export interface NewProposal extends JudgmentInput {
  confidence?: number | undefined;
  runId: string;
}

export interface DecisionInput {
  id: string;
  action: string;
  reason: string;
  /** Client-chosen; empty: generated. */
  determinationId: string;
}

export type Proposals = ReturnType<typeof createProposals>;

const noEvidence = () => {
  const message = 'Cite at least one current history record of a mention of the feature.';
  return new AppError('INVALID_ARGUMENT', 'no_evidence', message, { fields: { evidence: message } });
};

const decidedAlready = ({ authorName, verdict }: ProposalDecision) =>
  conflict('decided_already', `${authorName || 'Another person'} has ${verdict} this proposal already.`);

export function createProposals(deps: ProposalDeps, { write }: Pick<Determinations, 'write'>) {
  const { repository, features, access, authors, annotations, tombstones, clock, owned, self } = deps;

  const remove = (id: string) =>
    repository.change(id, self, (row, after) =>
      row.decision
        ? undefined
        : { remove: true, events: [proposalEvent(determinationProposalEvents.deleted, after({}))] },
    );

  /** The decision in effect, which a repeat by the same person finds. @throws AppError FAILED_PRECONDITION */
  async function decided(context: CallContext, id: string, decision: ProposalDecision): Promise<ProposalRow> {
    const row = await repository.change(id, context.actor, (current, after) => {
      const { decision: before } = current;
      if (before?.verdict === decision.verdict && before.authorId === decision.authorId) return undefined;
      if (before) throw decidedAlready(before);
      const set = { decision };
      return { set, events: [proposalEvent(determinationProposalEvents.decided, after(set))] };
    });
    if (!row) throw notFound('Proposal');
    return row;
  }

  return {
    /** Newest first. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async list(context: CallContext, query: DeterminationQuery): Promise<ProposalRow[]> {
      const { owner, features: of } = await featuresOf(deps, context, query);
      const ids = new Set(of.map(({ _id }) => _id));
      return (await repository.list(owner)).filter(({ featureId }) => ids.has(featureId));
    },

    /**
     * Idempotent by id.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if the run is not open
     */
    async create(context: CallContext, input: NewProposal): Promise<ProposalRow> {
      const { confidence } = input;
      const judgment = checkedJudgment(input);
      if (confidence !== undefined) refuseFields(confidenceProblems(confidence));
      if (judgment.evidence.length === 0) throw noEvidence();
      const { _id: featureId, projectId } = await judgedFeature(deps, context, input.featureId);
      const author = await authors.resolve(context, undefined);
      const run = input.runId ? await writableRun({ annotations, authors }, context, input.runId) : undefined;
      if (run) requireOpen(run, projectId);
      const id = input.id || newId();
      const given = { ...(confidence !== undefined && { confidence }), ...(run && { runId: run.id }) };
      const content = { projectId, featureId, ...judgment, ...given };
      const hash = creationHash(content);
      const existing = await repository.find(id);
      if (!existing) await requireCurrentEvidence(deps, featureId, judgment.evidence);
      const { id: authorId, name: authorName, type: authorType } = author;
      const values = { ...content, authorId, authorName, authorType, creationHash: hash };
      const inserted = await repository.insert(id, values, context.actor, (row) => [
        proposalEvent(determinationProposalEvents.created, row),
      ]);
      const row = inserted ?? (await repository.find(id));
      if (row?.authorId !== authorId || row.creationHash !== hash) throw idTaken('A proposal');
      // the project, run or feature may have been deleted during the write
      if (await tombstones.any(projectId)) {
        await owned.removeAllOf(projectId);
        throw notFound('Project');
      }
      if (run && (await tombstones.any(run.id))) {
        await remove(id);
        throw closedRun({ status: 'undone' });
      }
      if (!(await features.find(featureId))) {
        await owned.hide([featureId], clock.now());
        throw notFound('Feature', 'feature_id');
      }
      return row;
    },

    /**
     * Accepting writes the person's determination; a repeat completes an interrupted call.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION
     */
    async decide(
      context: CallContext,
      { id, action, reason: given, determinationId }: DecisionInput,
    ): Promise<{ proposal: ProposalRow; determination: DeterminationView | undefined }> {
      const { actor } = context;
      requirePerson(actor);
      const reason = given.trim();
      refuseFields({
        ...(action === 'accept' || action === 'reject' ? {} : { action: 'action must be accept or reject' }),
        ...(action === 'reject' && reason === '' ? { reason: 'A reason is needed.' } : {}),
        ...(action === 'reject' ? reasonProblems(reason) : {}),
      });
      const seen = await repository.find(id);
      if (!seen) throw notFound('Proposal');
      await access.require(context, seen.projectId, ROLE_TO.determine, 'Proposal');
      const by = { authorId: actor.authorId, authorName: actor.name, at: clock.now(), reason };
      if (action === 'reject')
        return { proposal: await decided(context, id, { ...by, verdict: 'rejected' }), determination: undefined };

      const feature = await judgedFeature(deps, context, seen.featureId);
      const { kind, answers, evidence } = seen;
      const input = { ...{ kind, answers, evidence, featureId: seen.featureId }, reason: reason || seen.reason };
      const judgment = checkedJudgment({ ...input, id: determinationId });
      if (!seen.decision && (await outdatedEvidence(deps, feature._id, evidence)).length > 0)
        throw conflict('evidence_changed', 'The evidence changed since this was proposed. Judge the feature yourself.');
      const accepted = { ...by, verdict: 'accepted' as const, determinationId: determinationId || newId() };
      const proposal = await decided(context, id, accepted);
      const written = proposal.decision?.determinationId ?? accepted.determinationId;
      const determination = await write(context, { id: written, feature, judgment, proposalId: id });
      return { proposal, determination };
    },

    /** Decided ones stay. */
    removeOpenOfRun: async (runId: string): Promise<void> => {
      await mapConcurrently(await repository.openIdsOfRun(runId), AT_ONCE, remove);
    },
  };
}
