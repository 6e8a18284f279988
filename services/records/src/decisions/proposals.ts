/** Dispositions that agents propose and people decide. */
import { creationHash, event, idTaken } from '@symbio/mongo';
import type { ProjectAccess } from '@symbio/project-access';
import { MAX_BATCH } from '@symbio/proto/limits';
import {
  recordProposalEvents,
  type ListProposalsRequest,
  type ProposeDispositionsRequest,
} from '@symbio/proto/records';
import { RECORD_PROPOSAL_STATES } from '@symbio/proto/records/vocabulary';
import { pagedList, type CallContext, type PagedList } from '@symbio/rpc';
import { conflict, doerOf, isId, newId, notFound, refuseFields } from '@symbio/runtime';
import { ROLE_TO } from '../policy.js';
import { dispositionOf } from './dispositions.js';
import { readJudgement, refuseAgents, refuseWeakReasons } from './judging.js';
import type { KnownHits } from './known-hits.js';
import { toProposal } from './mapping.js';
import type { ProposalRow } from './model.js';
import type { DecisionRepository } from './repository.js';
import type { HitWriter } from './write-hit.js';

export interface ProposalDeps {
  knownHits: KnownHits;
  decisions: DecisionRepository;
  access: Pick<ProjectAccess, 'require'>;
  writer: HitWriter;
}

export function createProposals({ knownHits, decisions, access, writer }: ProposalDeps) {
  return {
    /** All or none. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION id_taken */
    async propose({ projectId, items }: ProposeDispositionsRequest, context: CallContext): Promise<ProposalRow[]> {
      await access.require(context, projectId, ROLE_TO.decide, 'Project', 'project_id');
      refuseFields({
        ...(items.length < 1 || items.length > MAX_BATCH ? { items: `Give 1 to ${MAX_BATCH} proposals` } : {}),
        ...(items.every(({ id }) => id === '' || isId(id)) ? {} : { items: 'id must be a UUID' }),
      });
      const hits = new Map((await knownHits.ofProject(projectId)).map((hit) => [hit.id, hit]));
      const by = { byId: doerOf(context.actor), byName: context.actor.name };
      const drafts = items.map(({ id, hitId, ...given }) => {
        const hit = hits.get(hitId);
        if (!hit) throw notFound('Record', 'hit_id');
        const judgement = readJudgement(given);
        refuseWeakReasons(hit, judgement);
        const { kind, codes, text } = judgement;
        const values = { projectId, hitId, kind, codes, text, ...by };
        return {
          id: id || newId(),
          values: { ...values, state: 'proposed' as const, creationHash: creationHash(values) },
        };
      });
      const rows = await decisions.proposals.insertMany(drafts, context.actor, (row) => [
        event(recordProposalEvents.created, projectId, { proposal: toProposal(row) }),
      ]);
      return Promise.all(
        drafts.map(async ({ id, values }, at) => {
          const row = rows[at] ?? (await decisions.proposal(id));
          if (row?.projectId !== projectId || row.creationHash !== values.creationHash) throw idTaken('A proposal');
          return row;
        }),
      );
    },

    /** Newest first. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async list(
      { projectId, state, paging }: ListProposalsRequest,
      context: CallContext,
    ): Promise<PagedList<ProposalRow>> {
      await access.require(context, projectId, ROLE_TO.read, 'Project', 'project_id');
      const isKnown = state === '' || (RECORD_PROPOSAL_STATES as readonly string[]).includes(state);
      refuseFields(isKnown ? {} : { state: `state must be one of ${RECORD_PROPOSAL_STATES.join(', ')}` });
      return pagedList(
        paging,
        (page) => decisions.proposalsOf({ projectId, state }, page),
        () => decisions.countProposals({ projectId, state }),
      );
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION proposal_decided */
    async decide(id: string, accept: boolean, context: CallContext): Promise<ProposalRow> {
      const proposal = isId(id) ? await decisions.proposal(id) : undefined;
      if (!proposal) throw notFound('Proposal');
      const { projectId, hitId, kind, codes, text } = proposal;
      await access.require(context, projectId, ROLE_TO.decide, 'Proposal');
      refuseAgents(context.actor);
      const state = accept ? 'accepted' : 'rejected';
      const refuse = (): never => {
        throw conflict('proposal_decided', 'This proposal is decided already.');
      };
      if (proposal.state !== 'proposed' && proposal.state !== state) refuse();
      const hit = accept ? (await knownHits.ofProject(projectId)).find((each) => each.id === hitId) : undefined;
      if (accept && !hit) throw notFound('Record');
      // the hit may have changed since it was proposed
      if (hit) refuseWeakReasons(hit, { kind, codes, text });
      const stamp = writer.stamp(context);
      const decided = await decisions.proposals.change(id, context.actor, (row, after) => {
        if (row.state === state) return undefined;
        if (row.state !== 'proposed') refuse();
        const set = { state, decidedById: stamp.byId, decidedByName: stamp.byName, decidedAt: stamp.at } as const;
        return { set, events: [event(recordProposalEvents.decided, projectId, { proposal: toProposal(after(set)) })] };
      });
      if (!decided) throw notFound('Proposal');
      if (hit) {
        const isWritten = (await decisions.decidedHit(hitId))?.history.some(({ proposalId }) => proposalId === id);
        const change = { ...dispositionOf(hit, { kind, codes, text }), proposalId: id };
        if (!isWritten) await writer.write(projectId, hit, change, context);
      }
      return decided;
    },
  };
}

export type Proposals = ReturnType<typeof createProposals>;
