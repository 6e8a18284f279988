import { signedIn, type Actor, type Policies } from '@symbio/kit';
import type { IssueServiceService } from '@symbio/proto/issue';

/** Issues are everybody's: any signed-in caller may view, edit, assign and delete them (AUTH-39). */
export const policies: Policies<typeof IssueServiceService> = {
  listIssues: signedIn,
  getIssue: signedIn,
  createIssue: signedIn,
  updateIssue: signedIn,
  deleteIssue: signedIn,
  listComments: signedIn,
  createComment: signedIn,
  updateComment: signedIn,
  addScreenshot: signedIn,
  listScreenshots: signedIn,
  deleteScreenshot: signedIn,
};

/** A comment is its author's, administrators' role notwithstanding (AUTH-40). */
export const mayEditComment = (actor: Actor, comment: { commenterId: string }): boolean =>
  actor.sub === comment.commenterId;
