import { pageInfo, pageSpec, type BlobStore, type Handlers } from '@symbio/kit';
import type { Issue, IssueServiceService } from '@symbio/proto/issue';
import type { Comments } from './comments.js';
import type { Issues } from './issues.js';
import { signedUrls } from './links.js';
import { commentMessage, issueMessage, screenshotMessage } from './mapping.js';
import type { IssueRow } from './model.js';
import type { Screenshots } from './screenshots.js';

export interface HandlerDeps {
  issues: Issues;
  comments: Comments;
  screenshots: Screenshots;
  blobs: Pick<BlobStore, 'signedUrl'>;
}

/** The calls of the issue service. */
export function createHandlers({
  issues,
  comments,
  screenshots,
  blobs,
}: HandlerDeps): Handlers<typeof IssueServiceService> {
  const shown = async (row: IssueRow): Promise<Issue> => issueMessage(row, await signedUrls(blobs, [row]));

  return {
    async listIssues({ paging, status }) {
      const page = pageSpec(paging);
      const { rows, count } = await issues.list(status, page);
      const url = await signedUrls(blobs, rows);
      return { issues: rows.map((row) => issueMessage(row, url)), pageInfo: pageInfo(page, count) };
    },

    getIssue: async ({ id }) => ({ issue: await shown(await issues.get(id)) }),

    createIssue: async ({ fields }, context) => ({ issue: await shown(await issues.create(context, fields)) }),

    updateIssue: async ({ id, fields }, context) => ({ issue: await shown(await issues.update(context, id, fields)) }),

    async deleteIssue({ id }, { actor }) {
      await issues.remove(actor, id);
      return {};
    },

    listComments: async ({ issueId }) => ({ comments: (await comments.list(issueId)).map(commentMessage) }),

    createComment: async ({ issueId, content }, context) => ({
      comment: commentMessage(await comments.create(context, issueId, content)),
    }),

    updateComment: async ({ id, issueId, content }, { actor }) => ({
      comment: commentMessage(await comments.update(actor, id, issueId, content)),
    }),

    async addScreenshot(requests, { actor }) {
      const { issueId, value } = await screenshots.add(actor, requests);
      const url = await signedUrls(blobs, [{ screenshots: [value] }]);
      return { screenshot: screenshotMessage(issueId, value, url) };
    },

    async listScreenshots({ issueId }) {
      return { screenshots: (await shown(await issues.get(issueId))).screenshots };
    },

    async deleteScreenshot({ id }, { actor }) {
      await screenshots.remove(actor, id);
      return {};
    },
  };
}
