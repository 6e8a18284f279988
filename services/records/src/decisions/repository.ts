import { rowWrites, type OutboxWriter } from '@symbio/mongo';
import type { DecidedHitRow, DecisionModels, ProposalRow, RuleRow } from './model.js';

const NO_OUTBOX = { outbox: 0 } as const;

export function decisionRepository(
  { decidedHits, rules, proposals }: DecisionModels,
  writers: {
    decidedHits: OutboxWriter<DecidedHitRow>;
    rules: OutboxWriter<RuleRow>;
    proposals: OutboxWriter<ProposalRow>;
  },
) {
  return {
    decidedHits: {
      ...rowWrites(writers.decidedHits),
      changeMany: writers.decidedHits.changeMany.bind(writers.decidedHits),
    },
    rules: rowWrites(writers.rules),
    proposals: rowWrites(writers.proposals),

    decidedHit: async (id: string): Promise<DecidedHitRow | undefined> =>
      (await decidedHits.findOne({ _id: id, deletedAt: null }).lean<DecidedHitRow>()) ?? undefined,

    decidedHitsOf: (projectId: string): Promise<DecidedHitRow[]> =>
      decidedHits.find({ projectId, deletedAt: null }, NO_OUTBOX).lean<DecidedHitRow[]>(),

    /** With their outboxes, to change them. */
    decidedHitsById: (ids: readonly string[]): Promise<DecidedHitRow[]> =>
      decidedHits.find({ _id: { $in: [...ids] }, deletedAt: null }).lean<DecidedHitRow[]>(),

    rule: async (id: string): Promise<RuleRow | undefined> =>
      (await rules.findOne({ _id: id, deletedAt: null }).lean<RuleRow>()) ?? undefined,

    /** Newest first. */
    rulesOf: (projectId: string): Promise<RuleRow[]> =>
      rules.find({ projectId, deletedAt: null }, NO_OUTBOX).sort({ createdAt: -1, _id: -1 }).lean<RuleRow[]>(),

    proposal: async (id: string): Promise<ProposalRow | undefined> =>
      (await proposals.findOne({ _id: id, deletedAt: null }).lean<ProposalRow>()) ?? undefined,

    /** Newest first. */
    proposalsOf: (
      { projectId, state }: { projectId: string; state: string },
      page: { skip: number; perPage: number } | undefined,
    ): Promise<ProposalRow[]> => {
      const query = proposals
        .find({ projectId, deletedAt: null, ...(state !== '' && { state }) } as never, NO_OUTBOX)
        .sort({ createdAt: -1, _id: -1 });
      return (page ? query.skip(page.skip).limit(page.perPage) : query).lean<ProposalRow[]>();
    },

    countProposals: ({ projectId, state }: { projectId: string; state: string }): Promise<number> =>
      proposals.countDocuments({ projectId, deletedAt: null, ...(state !== '' && { state }) } as never),

    async removeProject(projectId: string): Promise<void> {
      await decidedHits.deleteMany({ projectId });
      await rules.deleteMany({ projectId });
      await proposals.deleteMany({ projectId });
    },
  };
}

export type DecisionRepository = ReturnType<typeof decisionRepository>;
