import type { Page } from '../lib/http/api.js';
import type { Comment, Issue, Screenshot } from '../features/issues/issue-records.js';
import { me } from './fixtures.js';

export const issue: Issue = {
  id: '01890000-0000-7000-8000-000000000c01',
  number: 12,
  key: 'SYM-12',
  title: 'Tiles stay grey after a zoom',
  description: '## Steps\n\nOpen **any** sheet and zoom in.',
  type: 'bug',
  severity: 's1',
  status: 'in_progress',
  assignee: 'u-1',
  assignee_name: 'Ben Ito',
  reporter_id: me.id,
  reporter_name: 'Ada Marsh',
  path: '/projects/p-1/insights',
  labels: [],
  links: [],
  context: [],
  followers: [],
  following: false,
  comment_count: 0,
  created_at: '2025-09-26T14:05:00.000Z',
  updated_at: '2025-09-26T14:05:00.000Z',
  deleted_at: null,
  deleted_by_name: null,
};

export const wish: Issue = {
  ...issue,
  id: '01890000-0000-7000-8000-000000000c02',
  number: 13,
  key: 'SYM-13',
  title: 'Measure on a sheet',
  description: 'In feet.',
  type: 'feature_request',
  severity: 's4',
  status: 'open',
  assignee: null,
  assignee_name: '',
  labels: ['viewer'],
};

export const issuePage = (issues: Issue[], more: Partial<Page<Issue>> = {}): Page<Issue> => ({
  data: issues,
  page: 1,
  per_page: 20,
  total_pages: issues.length > 0 ? 1 : 0,
  count: issues.length,
  ...more,
});

export const comment: Comment = {
  id: '01890000-0000-7000-8000-000000000d01',
  issue_id: issue.id,
  content: 'Seen on page 3 as well.',
  commenter_id: me.id,
  commenter_name: 'Ada Marsh',
  edited: false,
  created_at: '2025-09-27T09:00:00.000Z',
  updated_at: '2025-09-27T09:00:00.000Z',
};

export const screenshot = (number: number): Screenshot => ({
  id: `01890000-0000-7000-8000-000000000e0${number}`,
  issue_id: issue.id,
  path: `issues/${issue.id}/${number}.png`,
  url: `/files/issues/${number}.png?exp=4000000000`,
  thumbnail_url: `/files/issues/${number}-small.webp?exp=4000000000`,
  file_name: `sheet-${number}.png`,
  file_size: 1200,
  width: 800,
  height: 600,
  created_at: '2025-09-26T14:05:00.000Z',
});
