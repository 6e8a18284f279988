import { assigneeLabel, excerpt, issueStatusLabel, issueTypeLabel, severityLabel } from './issue-labels.js';

describe('issue labels', () => {
  it('has a label for each type, severity and status (OP-38, ISSUE-08, DATA-24)', () => {
    expect(['bug', 'improvement', 'feature_request'].map(issueTypeLabel)).toEqual([
      'Bug',
      'Improvement',
      'Feature Request',
    ]);
    expect(['s0', 's1', 's2', 's3', 's4'].map(severityLabel)).toEqual([
      'S0 - Critical',
      'S1 - High',
      'S2 - Medium',
      'S3 - Low',
      'S4 - Trivial',
    ]);
    expect(['open', 'in_progress', 'deployed', 'closed'].map(issueStatusLabel)).toEqual([
      'Open',
      'In Progress',
      'Deployed',
      'Closed',
    ]);
  });

  it('return unknown values unchanged', () => {
    expect([issueTypeLabel('question'), severityLabel('s9'), issueStatusLabel('triaged')]).toEqual([
      'question',
      's9',
      'triaged',
    ]);
  });

  it('show Unassigned without assignee, but not for a user without a name (ISSUE-03)', () => {
    expect(assigneeLabel({ assignee: null, assignee_name: '' })).toBe('Unassigned');
    expect(assigneeLabel({ assignee: 'u-1', assignee_name: 'Ben Ito' })).toBe('Ben Ito');
    expect(assigneeLabel({ assignee: 'u-1', assignee_name: ' ' })).toBe('Unnamed user');
  });
});

describe('a clipped description (ISSUE-02)', () => {
  it.each([
    ['## Steps\n\n1. Open a sheet\n2. Zoom in', 'Steps: 1. Open a sheet 2. Zoom in'],
    ['# What now? #\nIt fails.', 'What now? It fails.'],
    ['- [ ] **one**\n- *two*\n> three', 'one two three'],
    ['See [the notes](https://symbio.test/a) ![a tank](x.png)', 'See the notes a tank'],
    ['A file called `étude.pdf`', 'A file called étude.pdf'],
    ['```ts\nlet a = 1;\n```\n\n---\nafter', 'let a = 1; after'],
    ['document_page_id and 2 * 3 * 4 = 24', 'document_page_id and 2 * 3 * 4 = 24'],
    ['| Sheet | Result |\n|---|:---:|\n| 1905 | grey |', 'Sheet Result 1905 grey'],
    ['a | b', 'a | b'],
    ['   ', ''],
  ])('%j reads %j', (markdown, words) => {
    expect(excerpt(markdown)).toBe(words);
  });

  it('ends between two words when there is more', () => {
    const clipped = excerpt('capped vent pipe '.repeat(40));
    expect(clipped).toMatch(/ (capped|vent|pipe)…$/);
    expect(clipped.length).toBeLessThanOrEqual(241);
    expect(excerpt('x'.repeat(500))).toBe(`${'x'.repeat(240)}…`);
  });
});
