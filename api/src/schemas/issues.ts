import { ISSUE_LINK_TYPES, ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES } from '@symbio/proto/issue/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

export const screenshot = z
  .strictObject({
    id: z.string(),
    issue_id: z.string(),
    path: z.string(),
    url: z.string().meta({ description: 'A signed address, open for an hour without credentials.' }),
    thumbnail_url: z.string().nullable().meta({ description: 'A small copy, signed as `url` is.' }),
    width: z.int().nullable().meta({ description: 'Pixels.' }),
    height: z.int().nullable().meta({ description: 'Pixels.' }),
    file_name: z.string(),
    mime_type: z.string(),
    file_size: z.int().meta({ description: 'Bytes.' }),
    created_at: moment.nullable(),
  })
  .meta({ id: 'Screenshot', description: 'A picture of what is wrong.' });

export const linkedIssue = z
  .strictObject({
    id: z.string(),
    number: z.int(),
    key: z.string(),
    title: z.string(),
    status: word(ISSUE_STATUSES),
  })
  .meta({ id: 'LinkedIssue', description: 'An issue in a word.' });

const named = z.strictObject({ name: z.string(), value: z.string() });

export const issue = z
  .strictObject({
    id: z.string(),
    number: z.int(),
    key: z.string().meta({ description: 'The number as people write it.', examples: ['SYM-12'] }),
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
      .meta({ description: 'What other issues are to it. Only of an issue that is read by itself; empty in lists.' }),
    context: z.array(named).meta({ description: 'What was attached when it was reported, such as the browser.' }),
    followers: z
      .array(z.strictObject({ id: z.string(), name: z.string() }))
      .meta({ description: 'Who is told of changes.' }),
    following: z.boolean().meta({ description: 'Whether the caller is told of changes.' }),
    comment_count: z.int(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
    deleted_at: moment.nullable(),
    deleted_by_name: z.string().nullable(),
    screenshots: z.array(screenshot).meta({ description: 'In the order in which they were added.' }),
  })
  .meta({ id: 'Issue', description: 'A report about the product itself.' });

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
        from: z.string().nullable().meta({ description: 'As people read it; null: there was nothing.' }),
        to: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'IssueHistoryEntry', description: 'Something that somebody did to an issue.' });

export const label = z.strictObject({ label: z.string(), count: z.int() }).meta({ id: 'Label' });

/** Single-issue response. */
export const oneIssue = z.strictObject({ issue });

export type IssueJson = z.output<typeof issue>;
export type LinkedIssueJson = z.output<typeof linkedIssue>;
export type ScreenshotJson = z.output<typeof screenshot>;
export type CommentJson = z.output<typeof comment>;
export type IssueHistoryEntryJson = z.output<typeof issueHistoryEntry>;
export type LabelJson = z.output<typeof label>;
