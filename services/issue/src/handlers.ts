import { pageInfo, pageSpec, type BlobStore, type Handlers } from '@symbio/kit';
import type { Issue, IssueServiceService } from '@symbio/proto/issue';
import type { Comments } from './comments.js';
import type { Issues } from './issues.js';
import { signedUrls } from './links.js';
import { toComment, toIssue, toScreenshot } from './mapping.js';
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
  const shown = async (row: IssueRow): Promise<Issue> => toIssue(row, await signedUrls(blobs, [row]));

  return {
    async listIssues({ paging, status }) {
      const page = pageSpec(paging);
      const { rows, count } = await issues.list(status, page);
      const url = await signedUrls(blobs, rows);
      return { issues: rows.map((row) => toIssue(row, url)), pageInfo: pageInfo(page, count) };
    },

    getIssue: async ({ id }) => ({ issue: await shown(await issues.get(id)) }),

    createIssue: async (request, context) => ({ issue: await shown(await issues.create(request, context)) }),

    updateIssue: async (request, context) => ({ issue: await shown(await issues.update(request, context)) }),

    async deleteIssue({ id }, context) {
      await issues.remove(id, context);
      return {};
    },

    listComments: async ({ issueId }) => ({ comments: (await comments.list(issueId)).map(toComment) }),

    createComment: async (request, context) => ({ comment: toComment(await comments.create(request, context)) }),

    updateComment: async (request, context) => ({ comment: toComment(await comments.update(request, context)) }),

    async addScreenshot(requests, context) {
      const { issueId, value } = await screenshots.add(requests, context);
      const url = await signedUrls(blobs, [{ screenshots: [value] }]);
      return { screenshot: toScreenshot(issueId, value, url) };
    },

    async listScreenshots({ issueId }) {
      return { screenshots: (await shown(await issues.get(issueId))).screenshots };
    },

    async deleteScreenshot({ id }, context) {
      await screenshots.remove(id, context);
      return {};
    },
  };
}
