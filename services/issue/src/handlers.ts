import { pageInfo, pageSpec, type CallContext, type Handlers } from '@symbio/rpc';
import { doerOf } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import type { BatchResult, Issue, IssueServiceService } from '@symbio/proto/issue';
import type { BatchOutcome } from './batch.js';
import type { Comments } from './comments.js';
import type { Issues } from './issues.js';
import { toComment, toHistoryEntry, toIssue, toLinkedIssue, toScreenshot } from './mapping.js';
import type { IssueRow } from './model.js';
import type { Screenshots } from './screenshots.js';
import { signedUrls } from './signed-urls.js';
import type { UnfollowByToken } from './notices/unfollow.js';
import type { Suggest } from './suggestion/suggest.js';

export interface HandlerDeps {
  issues: Issues;
  comments: Comments;
  screenshots: Screenshots;
  suggest: Suggest;
  unfollowByToken: UnfollowByToken;
  blobs: Pick<BlobStore, 'signedUrl'>;
}

export function createHandlers({
  issues,
  comments,
  screenshots,
  suggest,
  unfollowByToken,
  blobs,
}: HandlerDeps): Handlers<typeof IssueServiceService> {
  async function listed(rows: readonly IssueRow[], { actor }: CallContext): Promise<Issue[]> {
    const [url, counts] = await Promise.all([signedUrls(blobs, rows), comments.counts(rows.map(({ _id }) => _id))]);
    return rows.map((row) =>
      toIssue(row, { url, links: [], commentCount: counts.get(row._id) ?? 0, readerId: doerOf(actor) }),
    );
  }

  async function shown(row: IssueRow, { actor }: CallContext): Promise<Issue> {
    const [url, counts, links] = await Promise.all([
      signedUrls(blobs, [row]),
      comments.counts([row._id]),
      issues.links.shown(row, actor),
    ]);
    return toIssue(row, { url, links, commentCount: counts.get(row._id) ?? 0, readerId: doerOf(actor) });
  }

  async function batchResults(outcomes: readonly BatchOutcome[], context: CallContext): Promise<BatchResult[]> {
    const rows = outcomes.flatMap((outcome) => ('row' in outcome ? [outcome.row] : []));
    const byId = new Map((await listed(rows, context)).map((issue) => [issue.id, issue]));
    return outcomes.map((outcome) => {
      const { id } = outcome;
      if ('error' in outcome) return { id, outcome: { $case: 'error', value: outcome.error } };
      const issue = byId.get(outcome.row._id);
      return { id, outcome: issue && { $case: 'issue', value: issue } };
    });
  }

  return {
    async listIssues({ paging, ...asked }, context) {
      const page = pageSpec(paging);
      const { rows, count } = await issues.list(asked, page, context);
      return { issues: await listed(rows, context), pageInfo: pageInfo(page, count) };
    },

    getIssue: async ({ id }, context) => ({ issue: await shown(await issues.get(id, context), context) }),

    createIssue: async (request, context) => ({
      issue: await shown(await issues.create(request, context), context),
    }),

    updateIssue: async (request, context) => ({
      issue: await shown(await issues.update(request, context), context),
    }),

    async deleteIssue({ id }, context) {
      await issues.remove(id, context);
      return {};
    },

    restoreIssue: async ({ id }, context) => ({ issue: await shown(await issues.restore(id, context), context) }),

    batchUpdateIssues: async (request, context) => ({
      results: await batchResults(await issues.batch(request, context), context),
    }),

    findSimilarIssues: async ({ text }, context) => ({
      issues: (await issues.similar(text, context)).map(toLinkedIssue),
    }),

    listLabels: async (_request, context) => ({ labels: await issues.labels(context) }),

    listHistory: async ({ issueId }, context) => ({
      entries: (await issues.history(issueId, context)).map(toHistoryEntry),
    }),

    linkIssues: async (request, context) => ({
      issue: await shown(await issues.links.link(request, context), context),
    }),

    unlinkIssues: async (request, context) => ({
      issue: await shown(await issues.links.unlink(request, context), context),
    }),

    followIssue: async ({ issueId }, context) => ({
      issue: await shown(await issues.follow(issueId, context), context),
    }),

    unfollowIssue: async ({ issueId }, context) => ({
      issue: await shown(await issues.unfollow(issueId, context), context),
    }),

    unfollowByToken: ({ token }, { actor }) => unfollowByToken(token, actor),

    suggestIssue: ({ description }, context) => suggest(description, context),

    listComments: async ({ issueId }, context) => ({
      comments: (await comments.list(issueId, context)).map(toComment),
    }),

    createComment: async (request, context) => ({ comment: toComment(await comments.create(request, context)) }),

    updateComment: async (request, context) => ({ comment: toComment(await comments.update(request, context)) }),

    async addScreenshot(requests, context) {
      const { issueId, value } = await screenshots.add(requests, context);
      const url = await signedUrls(blobs, [{ screenshots: [value] }]);
      return { screenshot: toScreenshot(issueId, value, url) };
    },

    async listScreenshots({ issueId }, context) {
      const row = await issues.get(issueId, context);
      const url = await signedUrls(blobs, [row]);
      return { screenshots: row.screenshots.map((value) => toScreenshot(row._id, value, url)) };
    },

    async deleteScreenshot({ id }, context) {
      await screenshots.remove(id, context);
      return {};
    },
  };
}
