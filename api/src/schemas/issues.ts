import { ISSUE_LINK_TYPES, ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES } from '@symbio/proto/issue/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

export const screenshot = z
  .strictObject({
    id: z.string(),
    issue_id: z.string(),
    path: z.string(),
    url: z.string().meta({ description: 'A signed URL, valid for an hour without credentials.' }),
    thumbnail_url: z.string().nullable().meta({ description: 'A thumbnail, signed like `url`.' }),
    width: z.int().nullable().meta({ description: 'Pixels.' }),
    height: z.int().nullable().meta({ description: 'Pixels.' }),
    file_name: z.string(),
    mime_type: z.string(),
    file_size: z.int().meta({ description: 'Bytes.' }),
    created_at: moment.nullable(),
  })
  .meta({ id: 'Screenshot', description: 'A screenshot of an issue.' });

export const linkedIssue = z
  .strictObject({
    id: z.string(),
    number: z.int(),
    key: z.string(),
    title: z.string(),
    status: word(ISSUE_STATUSES),
  })
  .meta({ id: 'LinkedIssue', description: 'A short form of an issue.' });

const named = z.strictObject({ name: z.string(), value: z.string() });

export const issue = z
  .strictObject({
    id: z.string(),
    number: z.int(),
    key: z.string().meta({ description: 'Key with the issue’s number.', examples: ['SYM-12'] }),
    title: z.string(),
    description: z.string().meta({ description: 'Markdown.' }),
    type: word(ISSUE_TYPES),
    severity: word(ISSUE_SEVERITIES),
    status: word(ISSUE_STATUSES),
    assignee: z.string().nullable().meta({ description: 'Id of a user.' }),
    assignee_name: z.string(),
    reporter_id: z.string(),
    reporter_name: z.string(),
    path: z.string().meta({ description: 'The screen where it was reported.' }),
    labels: z.array(z.string()),
    links: z
      .array(z.strictObject({ type: word(ISSUE_LINK_TYPES), issue: linkedIssue.nullable() }))
      .meta({ description: 'Links to other issues; only for a single issue, empty in lists.' }),
    context: z.array(named).meta({ description: 'Context attached by the reporter, such as the browser.' }),
    followers: z
      .array(z.strictObject({ id: z.string(), name: z.string() }))
      .meta({ description: 'Users notified of changes.' }),
    following: z.boolean().meta({ description: 'Whether the caller is notified of changes.' }),
    comment_count: z.int(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    deleted_at: moment.nullable(),
    deleted_by_name: z.string().nullable(),
    screenshots: z.array(screenshot).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'Issue', description: 'A report about the product.' });

export const comment = z
  .strictObject({
    id: z.string(),
    issue_id: z.string(),
    content: z.string(),
    commenter_id: z.string(),
    commenter_name: z.string(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    edited: z.boolean(),
  })
  .meta({ id: 'Comment' });

export const issueHistoryEntry = z
  .strictObject({
    id: z.string(),
    at: moment.nullable(),
    author_id: z.string(),
    author_name: z.string(),
    changes: z.array(
      z.strictObject({
        field: z.string(),
        from: z.string().nullable().meta({ description: 'Display text; null if it was empty.' }),
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'IssueHistoryEntry', description: 'A change of an issue.' });

export const label = z.strictObject({ label: z.string(), count: z.int() }).meta({ id: 'Label' });

/** Single-issue response. */
export const oneIssue = z.strictObject({ issue });

export type IssueJson = z.output<typeof issue>;
export type LinkedIssueJson = z.output<typeof linkedIssue>;
export type ScreenshotJson = z.output<typeof screenshot>;
export type CommentJson = z.output<typeof comment>;
export type IssueHistoryEntryJson = z.output<typeof issueHistoryEntry>;
export type LabelJson = z.output<typeof label>;
