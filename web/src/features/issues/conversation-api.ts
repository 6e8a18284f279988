import { expiryOf } from '../../evidence/signed-urls.js';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { Comment, Screenshot } from './issue-records.js';

/** Milliseconds: no displayed URL expires. */
export const PICTURES_POLL_MS = 15 * 60_000;

/** Longer-lived URLs are kept: a new one would make the browser load the image again. */
const MIN_VALID_MS = 20 * 60_000;

const isStillValid = ({ url }: Screenshot): boolean => (expiryOf(url) ?? 0) > Date.now() + MIN_VALID_MS;

export interface ScreenshotOutcome {
  screenshot?: Screenshot;
  error?: string;
  file_name?: string;
}

const conversationApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Oldest first (OP-36). */
    listComments: build.query<Comment[], string>({
      query: (issueId) => operation('GET', '/api/public/issues/comments', { query: { issue_id: issueId } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<Comment[]>) => answer.data,
      providesTags: ['IssueComment'],
    }),
    /** The client's `id` makes retries idempotent. */
    addComment: build.mutation<Comment, { id: string; issueId: string; content: string }>({
      query: ({ id, issueId, content }) =>
        operation('POST', '/api/public/issues/comments', { body: { id, issue_id: issueId, content } }),
      transformResponse: (answer: Envelope<Comment>) => answer.data,
      onQueryStarted: async ({ issueId }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (!answer) return;
        dispatch(
          conversationApi.util.updateQueryData('listComments', issueId, (comments) => {
            if (!comments.some(({ id }) => id === answer.data.id)) comments.push(answer.data);
          }),
        );
      },
      invalidatesTags: ['IssueComment', 'Issue'],
    }),
    updateComment: build.mutation<Comment, { id: string; issueId: string; content: string }>({
      query: ({ id, issueId, content }) =>
        operation('PUT', '/api/public/issues/comments', { body: { id, issueId, content } }),
      transformResponse: (answer: Envelope<Comment>) => answer.data,
      onQueryStarted: async ({ id, issueId, content }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          conversationApi.util.updateQueryData('listComments', issueId, (comments) => {
            const comment = comments.find((each) => each.id === id);
            if (comment) Object.assign(comment, { content, edited: true });
          }),
        );
        await queryFulfilled.catch(() => patch.undo());
      },
      invalidatesTags: ['IssueComment'],
    }),
    /** Oldest first. */
    listScreenshots: build.query<Screenshot[], string>({
      query: (issueId) => operation('GET', '/api/public/issues/screenshots', { query: { issue_id: issueId } }),
      transformResponse: (answer: Envelope<Screenshot[]>) => answer.data,
      merge: (shown, read) =>
        read.map((picture) => {
          const before = shown.find(({ id }) => id === picture.id);
          return before && isStillValid(before)
            ? { ...picture, url: before.url, thumbnail_url: before.thumbnail_url }
            : picture;
        }),
      providesTags: ['IssueScreenshot'],
    }),
    /** In order. Client-generated ids make retries idempotent. */
    addScreenshots: build.mutation<ScreenshotOutcome[], { issueId: string; pictures: { id: string; file: File }[] }>({
      query: ({ issueId, pictures }) => {
        const body = new FormData();
        for (const { id, file } of pictures) {
          body.append('id', id);
          body.append('files', file, file.name);
        }
        return operation('POST', '/api/public/issues/screenshots', { query: { issue_id: issueId }, body });
      },
      transformResponse: (answer: Envelope<ScreenshotOutcome[]>) => answer.data,
      invalidatesTags: ['IssueScreenshot', 'Issue'],
    }),
    removeScreenshot: build.mutation<void, { id: string; issueId: string }>({
      query: ({ id }) => operation('DELETE', '/api/public/issues/screenshots', { query: { id } }),
      transformResponse: () => undefined,
      onQueryStarted: async ({ id, issueId }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          conversationApi.util.updateQueryData('listScreenshots', issueId, (pictures) =>
            pictures.filter((each) => each.id !== id),
          ),
        );
        await queryFulfilled.catch(() => patch.undo());
      },
      invalidatesTags: ['IssueScreenshot', 'Issue'],
    }),
  }),
});

export const {
  useListCommentsQuery,
  useAddCommentMutation,
  useUpdateCommentMutation,
  useListScreenshotsQuery,
  useAddScreenshotsMutation,
  useRemoveScreenshotMutation,
} = conversationApi;
