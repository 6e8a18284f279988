import {
  agentsPropose,
  doerOf,
  isAgent,
  ownedByOrganization,
  refuseOverruling,
  seesOrganization,
  type Actor,
  type OfOrganization,
} from '@symbio/runtime';
import { services, signedIn, type Policies } from '@symbio/rpc';
import type { IssueServiceService } from '@symbio/proto/issue';
import { seesOnlyOwnIssues, type IssueAccess } from '@symbio/proto/issue/vocabulary';

/** Any signed-in caller may view, edit, assign, delete and restore issues (AUTH-39). */
export const policies: Policies<typeof IssueServiceService> = {
  listIssues: signedIn,
  getIssue: signedIn,
  createIssue: signedIn,
  updateIssue: signedIn,
  deleteIssue: signedIn,
  restoreIssue: signedIn,
  batchUpdateIssues: signedIn,
  findSimilarIssues: signedIn,
  listLabels: signedIn,
  listHistory: signedIn,
  linkIssues: signedIn,
  unlinkIssues: signedIn,
  followIssue: signedIn,
  unfollowIssue: signedIn,
  // authorized by the mail token
  unfollowByToken: services('gateway'),
  suggestIssue: signedIn,
  listComments: signedIn,
  createComment: signedIn,
  updateComment: signedIn,
  addScreenshot: signedIn,
  listScreenshots: signedIn,
  deleteScreenshot: signedIn,
};

/** Condition on the issues that a caller sees. */
export interface SeenIssues extends OfOrganization {
  reporterId?: string;
}

export interface Sight {
  seenBy(actor: Actor): SeenIssues;
  maySee(actor: Actor, issue: { reporterId: string; organizationId?: string | undefined }): boolean;
}

/**
 * A key bound to projects is limited, since issues belong to no project: to its agent's reports, or to its user's if it
 * writes as the user. With `staff`, customers and their keys are limited too (D-68). All see only their organization's.
 */
export function sightOf(setting: IssueAccess): Sight {
  const isLimited = ({ via, role, scopes }: Actor): boolean =>
    (via === 'api_key' && scopes.length > 0) || (via !== 'service' && seesOnlyOwnIssues(setting, role));
  const onlyReportedBy = (actor: Actor): string | undefined => (isLimited(actor) ? doerOf(actor) : undefined);
  return {
    seenBy(actor) {
      const reporterId = onlyReportedBy(actor);
      return { ...ownedByOrganization(actor), ...(reporterId === undefined ? {} : { reporterId }) };
    },
    maySee: (actor, { reporterId, organizationId }) =>
      seesOrganization(actor, organizationId) && (onlyReportedBy(actor) ?? reporterId) === reporterId,
  };
}

/**
 * An agent changes only the issues that it reported; it may comment on all that it sees.
 * @throws AppError PERMISSION_DENIED (agents_propose)
 */
export function refuseOthersIssue(
  actor: Actor,
  { reporterId, removal }: { reporterId: string; removal?: { authorId: string } | undefined },
): void {
  if (isAgent(actor) && reporterId !== actor.agentId)
    throw agentsPropose('This issue was reported by someone else.', 'Add a comment instead.');
  refuseOverruling(actor, 'The deletion of this issue', removal?.authorId, 'Ask a person to restore it.');
}

/** Only authors edit comments, administrators included (AUTH-40). */
export const mayEditComment = (actor: Actor, comment: { commenterId: string }): boolean =>
  doerOf(actor) === comment.commenterId;
