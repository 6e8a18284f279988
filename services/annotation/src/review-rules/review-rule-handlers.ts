import type { Handlers } from '@symbio/rpc';
import type { AnnotationServiceService } from '@symbio/proto/annotation';
import { toAnnotation } from '../mapping.js';
import { toReviewRule } from './mapping.js';
import type { CountedReviewRule, ReviewRules } from './review-rules.js';

const message = ({ row, applied }: CountedReviewRule) => toReviewRule(row, applied);

export const createReviewRuleHandlers = (
  reviewRules: ReviewRules,
): Pick<Handlers<typeof AnnotationServiceService>, 'listReviewRules' | 'removeReviewRule' | 'showProposal'> => ({
  async listReviewRules({ projectId }, context) {
    return { rules: (await reviewRules.list(context, projectId)).map(message) };
  },

  async showProposal({ id, shown }, context) {
    return { annotation: toAnnotation(await reviewRules.show(context, id, shown)) };
  },

  async removeReviewRule({ id }, context) {
    return { rule: message(await reviewRules.remove(context, id)) };
  },
});
