import type { Handlers } from '@symbio/rpc';
import type { RecordsServiceService } from '@symbio/proto/records';
import type { Dispositions } from './dispositions.js';
import type { RecordFeatures } from './features.js';
import { toHitChange, toKnownHit, toProposal, toRule } from './mapping.js';
import type { Places } from './places.js';
import type { Proposals } from './proposals.js';
import type { Rules } from './rules.js';

export interface DecisionServices {
  dispositions: Dispositions;
  places: Places;
  rules: Rules;
  features: RecordFeatures;
  proposals: Proposals;
}

type Methods =
  | 'getHit'
  | 'decideHit'
  | 'decideAdjoining'
  | 'decidePlace'
  | 'decideSite'
  | 'decideHits'
  | 'undoRule'
  | 'listRules'
  | 'listNearbyFeatures'
  | 'linkFeature'
  | 'proposeDispositions'
  | 'listProposals'
  | 'decideProposal';

export const decisionHandlers = ({
  dispositions,
  places,
  rules,
  features,
  proposals,
}: DecisionServices): Pick<Handlers<typeof RecordsServiceService>, Methods> => ({
  getHit: async ({ id }, context) => {
    const { hit, history, original } = await dispositions.get(id, context);
    return { hit: toKnownHit(hit), history: history.map(toHitChange), original };
  },
  decideHit: async (request, context) => ({ hit: toKnownHit(await dispositions.decide(request, context)) }),
  decideAdjoining: async (request, context) => ({
    hit: toKnownHit(await dispositions.decideAdjoining(request, context)),
  }),
  decidePlace: async (request, context) => ({ hit: toKnownHit(await places.decide(request, context)) }),
  decideSite: async (request, context) => ({
    hits: (await dispositions.decideSite(request, context)).map(toKnownHit),
  }),
  decideHits: async (request, context) => {
    const { rule, excluded } = await rules.decide(request, context);
    return { rule: toRule(rule), excluded };
  },
  undoRule: async ({ id }, context) => ({ rule: toRule(await rules.undo(id, context)) }),
  listRules: async ({ projectId }, context) => ({
    // their hits are many
    rules: (await rules.list(projectId, context)).map((row) => ({ ...toRule(row), hitIds: [] })),
  }),
  listNearbyFeatures: async ({ hitId }, context) => ({ features: await features.nearby(hitId, context) }),
  linkFeature: async (request, context) => ({ hit: toKnownHit(await features.link(request, context)) }),
  proposeDispositions: async (request, context) => ({
    proposals: (await proposals.propose(request, context)).map(toProposal),
  }),
  listProposals: async (request, context) => {
    const { rows, pageInfo } = await proposals.list(request, context);
    return { proposals: rows.map(toProposal), pageInfo };
  },
  decideProposal: async ({ id, accept }, context) => ({
    proposal: toProposal(await proposals.decide(id, accept, context)),
  }),
});
