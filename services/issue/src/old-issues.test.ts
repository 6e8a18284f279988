import { newId } from '@symbio/runtime';
import type { RowValues } from '@symbio/mongo';
import { issueRules, type IssueRules } from '../test/memory.js';
import type { IssueRow } from './model.js';

let rules: IssueRules;
beforeEach(() => {
  rules = issueRules();
});

/** An issue as stored before November 2026. */
async function old(title: string): Promise<string> {
  const id = newId();
  const values = {
    ...{ title, description: 'On page 3.', type: 'bug', severity: 's2', status: 'open', path: '', screenshots: [] },
    ...{ reporterId: 'rita', reporterName: 'Rita', assignee: 'carl', assigneeName: 'Carl' },
  } as unknown as RowValues<IssueRow>;
  await rules.issueRows.insert(id, values, rules.reporter.actor, () => []);
  rules.clock.advance(1_000);
  return id;
}

it('issues from before November 2026 get numbers, oldest first, and their missing fields', async () => {
  const ids = [await old('First'), await old('Second'), await old('Third')];
  const before = rules.issueRows.all().map(({ updatedAt }) => updatedAt);
  await rules.completeOldIssues();
  await rules.completeOldIssues();
  const rows = await Promise.all(ids.map((id) => rules.issues.get(id, rules.reporter)));
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(rows[0]).toMatchObject({
    labels: [],
    links: [],
    followers: [
      { id: 'rita', name: 'Rita' },
      { id: 'carl', name: 'Carl' },
    ],
    titleKey: 'first',
  });
  expect(await rules.issues.history('SYM-1', rules.reporter)).toMatchObject([
    { authorName: 'Rita', changes: [{ field: 'created' }] },
  ]);
  expect(rows.map(({ updatedAt }) => updatedAt)).toEqual(before);
  expect(rules.issueRows.published).toEqual([]);
});

it('concurrent replicas assign numbers in the order of the issues', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await old(`Issue ${count}`));
  await Promise.all([rules.completeOldIssues(), rules.completeOldIssues(), rules.completeOldIssues()]);
  const rows = await Promise.all(ids.map((id) => rules.issues.get(id, rules.reporter)));
  const numbers = rows.map(({ number }) => number ?? 0);
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  expect(new Set(numbers).size).toBe(20);
});
