import type { Handlers } from '@symbio/rpc';
import type { FeatureServiceService } from '@symbio/proto/feature';
import type { Determinations } from './determinations.js';
import { statusOf, toDetermination, toProposal } from './mapping.js';
import type { Proposals } from './proposals.js';

type DeterminationCalls =
  | 'listDeterminations'
  | 'createDetermination'
  | 'withdrawDetermination'
  | 'listDeterminationProposals'
  | 'createDeterminationProposal'
  | 'decideDeterminationProposal';

export const createDeterminationHandlers = (
  determinations: Determinations,
  proposals: Proposals,
): Pick<Handlers<typeof FeatureServiceService>, DeterminationCalls> => ({
  async listDeterminations({ status, ...query }, context) {
    const views = await determinations.list(context, query);
    return { determinations: views.filter((view) => !status || view.status === status).map(toDetermination) };
  },

  createDetermination: async (request, context) => ({
    determination: toDetermination(await determinations.create(context, request)),
  }),

  withdrawDetermination: async ({ id, reason }, context) => ({
    determination: toDetermination(await determinations.withdraw(context, id, reason)),
  }),

  async listDeterminationProposals({ status, ...query }, context) {
    const rows = await proposals.list(context, query);
    return { proposals: rows.filter((row) => !status || statusOf(row) === status).map(toProposal) };
  },

  createDeterminationProposal: async (request, context) => ({
    proposal: toProposal(await proposals.create(context, request)),
  }),

  async decideDeterminationProposal(request, context) {
    const { proposal, determination } = await proposals.decide(context, request);
    return { proposal: toProposal(proposal), determination: determination && toDetermination(determination) };
  },
});
