import { replaceNames } from '@symbio/people';
import { erasedFields, fieldsToExplain } from '@symbio/people/testing';
import { unconnected } from '@symbio/mongo/testing';
import { changesBetween } from './history.js';
import { issueModels, type IssueRow } from './model.js';
import { commentNames, issueNames, noticeNames } from './names-of-people.js';

/** Text fields that erasure leaves unchanged, by reason. */
const STAYS = {
  'what people typed, attached, or called their files': [
    'comments.content',
    'issues.context.name',
    'issues.context.value',
    'issues.description',
    'issues.labels',
    'issues.screenshots.fileName',
    'issues.title',
    'issues.titleKey',
    'issues.words',
    'notices.title',
  ],
  'ids, keys and words of the contract': [
    'issues.assignee',
    'issues.edits.by',
    'issues.edits.field',
    'issues.history.changes.field',
    'issues.screenshots.addedBy',
    'issues.screenshots.mimeType',
    'notices.changes.field',
    'notices.claim',
    'notices.key',
  ],
  'made of the name that is taken out': ['issues.assigneeKey'],
};

it('every other field that can hold a name is erased', () => {
  const { issues, comments, counters, notices } = issueModels(unconnected());
  expect(
    fieldsToExplain([
      erasedFields(issues, issueNames),
      erasedFields(comments, commentNames),
      erasedFields(counters),
      erasedFields(notices, noticeNames),
    ]),
  ).toEqual(Object.values(STAYS).flat().sort());
});

const now = 'Erased person 7';
const nameOf = (id: string): string | undefined => (id === 'ada' ? now : undefined);
const empty = {
  title: '',
  type: 'bug',
  severity: 's3',
  status: 'open',
  description: '',
  path: '',
  labels: [],
} as const;
type Shown = Parameters<typeof changesBetween>[0];
const assignedTo = (assignee: string, assigneeName: string): Shown => ({
  ...empty,
  labels: [],
  assignee,
  assigneeName,
});
const passed = changesBetween(assignedTo('ada', 'Ada Marsh'), assignedTo('ben', 'Ben Ito'));
const entry = (authorId: string, authorName: string, changes: object[]) => ({ id: 'e', authorId, authorName, changes });

it('an issue erases the name in its history and is sorted by the replacement', () => {
  const row = {
    ...{ assignee: 'ada', assigneeName: 'Ada Marsh', assigneeKey: 'ada marsh', reporterId: 'ben' },
    reporterName: 'Ben Ito',
    followers: [
      { id: 'ben', name: 'Ben Ito' },
      { id: 'ada', name: 'Ada Marsh' },
    ],
    history: [entry('ada', 'Ada Marsh', [{ field: 'created' }]), entry('ben', 'Ben Ito', passed)],
  };
  expect(passed).toEqual([{ field: 'assignee', from: 'Ada Marsh', to: 'Ben Ito', fromId: 'ada', toId: 'ben' }]);
  expect(replaceNames(structuredClone(row), issueNames, nameOf)).toEqual({
    assigneeName: now,
    assigneeKey: now.toLowerCase(),
    followers: [
      { id: 'ben', name: 'Ben Ito' },
      { id: 'ada', name: now },
    ],
    history: [
      entry('ada', now, [{ field: 'created' }]),
      entry('ben', 'Ben Ito', [{ field: 'assignee', from: now, to: 'Ben Ito', fromId: 'ada', toId: 'ben' }]),
    ],
  });
});

it('entries without ids are recognized by the name that the same issue has for the person', () => {
  const old = [
    { field: 'assignee', to: 'Ada Marsh' },
    { field: 'title', from: 'Ada Marsh', to: 'Ben Ito' },
  ];
  const row: Partial<IssueRow> & object = {
    followers: [{ id: 'ada', name: 'Ada Marsh' }],
    history: [{ ...entry('ben', 'Ben Ito', []), at: new Date(0), changes: old }],
  };
  expect(replaceNames(row, issueNames, nameOf)).toMatchObject({
    history: [{ changes: [{ field: 'assignee', to: now }, old[1]] }],
  });
});

it('comments and pending mail lose the name, too', () => {
  expect(
    replaceNames({ commenterId: 'ada', commenterName: 'Ada Marsh', content: 'Ada Marsh' }, commentNames, nameOf),
  ).toEqual({ commenterName: now });
  expect(
    replaceNames({ byId: 'ada', by: 'Ada Marsh', changes: structuredClone(passed) }, noticeNames, nameOf),
  ).toMatchObject({
    by: now,
    changes: [{ from: now, to: 'Ben Ito' }],
  });
});
