import { reviewRules as operations } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse } from '../present/answers.js';
import { presentReviewRule } from '../present/review-rules.js';
import { slicedResponse } from './paging.js';

const shown = itemResponse(presentReviewRule);

/** Rules that follow from decisions about proposals. */
export const reviewRules = ({ annotation }: Pick<Clients, 'annotation'>): Route[] => [
  route(operations.listReviewRules, async ({ params: { id: projectId }, query }, { parent }) => {
    const { rules } = await annotation.listReviewRules({ projectId }, parent);
    return slicedResponse(rules.map(presentReviewRule), query);
  }),
  route(operations.removeReviewRule, async ({ params }, { parent }) =>
    shown((await annotation.removeReviewRule(params, parent)).rule),
  ),
];
