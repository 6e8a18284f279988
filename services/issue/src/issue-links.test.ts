import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { issueRules, type IssueRules } from '../test/memory.js';
import type { IssueRow } from './model.js';

let rules: IssueRules;
let [one, two, three]: IssueRow[] = [];
beforeEach(async () => {
  rules = issueRules();
  [one, two, three] = [await report('One'), await report('Two'), await report('Three')];
});

const report = (title: string) =>
  rules.issues.create({ id: '', fields: { title, description: 'It happens.' } }, rules.reporter);
const input = (from: IssueRow | undefined, type: string, to: IssueRow | undefined) => ({
  issueId: from?._id ?? '',
  type,
  otherId: to?._id ?? '',
});
const link = (from: IssueRow | undefined, type: string, to: IssueRow | undefined) =>
  rules.issues.links.link(input(from, type, to), rules.colleague);
const unlink = (from: IssueRow | undefined, type: string, to: IssueRow | undefined) =>
  rules.issues.links.unlink(input(from, type, to), rules.colleague);
const shown = async (of: IssueRow | undefined) => {
  const row = await rules.issues.get(of?._id ?? '', rules.reporter);
  const links = await rules.issues.links.shown(row, rules.reporter.actor);
  return links.map(({ type, issue }) => `${type} ${issue?.key}`);
};
const lastChange = async (of: IssueRow | undefined) => {
  const [entry] = await rules.issues.history(of?._id ?? '', rules.reporter);
  return entry?.changes;
};

describe('a link', () => {
  it.each([
    ['duplicate_of', 'duplicated_by'],
    ['duplicated_by', 'duplicate_of'],
    ['blocks', 'blocked_by'],
    ['blocked_by', 'blocks'],
  ])('%s is %s from the other side, and can be removed from either', async (type, inverse) => {
    expect((await link(one, type, two))._id).toBe(one?._id);
    expect([await shown(one), await shown(two)]).toEqual([[`${type} SYM-2`], [`${inverse} SYM-1`]]);
    await unlink(two, inverse, one);
    expect([await shown(one), await shown(two)]).toEqual([[], []]);
    expect(await outcomeOf(unlink(one, type, two))).toBe('OK');
  });

  it('is in the history of both', async () => {
    await link(one, 'duplicate_of', two);
    expect(await lastChange(one)).toEqual([{ field: 'links', to: 'duplicate of SYM-2' }]);
    expect(await lastChange(two)).toEqual([{ field: 'links', to: 'duplicated by SYM-1' }]);
    await unlink(one, 'duplicate_of', two);
    expect(await lastChange(one)).toEqual([{ field: 'links', from: 'duplicate of SYM-2' }]);
    expect(await lastChange(two)).toEqual([{ field: 'links', from: 'duplicated by SYM-1' }]);
  });

  it('that exists already stays unchanged', async () => {
    await link(one, 'blocks', two);
    const published = rules.issueRows.published.length;
    await link(one, 'blocks', two);
    await link(two, 'blocked_by', one);
    expect(await shown(one)).toEqual(['blocks SYM-2']);
    expect(rules.issueRows.published).toHaveLength(published);
  });

  it('needs two existing issues and a known type', async () => {
    await expect(link(one, 'blocks', one)).rejects.toMatchObject({
      fields: { other_id: 'An issue cannot be linked to itself' },
    });
    await expect(link(one, 'likes', two)).rejects.toMatchObject({
      fields: { type: 'Type must be one of duplicate_of, duplicated_by, blocks, blocked_by' },
    });
    const lost = rules.issues.links.link({ ...input(one, 'blocks', two), otherId: newId() }, rules.reporter);
    expect(await outcomeOf(lost)).toBe('NOT_FOUND');
  });

  it('accepts keys instead of ids', async () => {
    await rules.issues.links.link({ issueId: 'sym-1', type: 'blocks', otherId: 'SYM-3' }, rules.reporter);
    expect(await shown(three)).toEqual(['blocked_by SYM-1']);
  });
});

it('names every missing issue', async () => {
  const input = { issueId: newId(), type: 'blocks', otherId: 'SYM-404' };
  await expect(rules.issues.links.link(input, rules.reporter)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    fields: { issue_id: 'Issue not found', other_id: 'Issue not found' },
  });
});

describe('duplicates', () => {
  it('never form a cycle', async () => {
    await link(one, 'duplicate_of', two);
    await link(two, 'duplicate_of', three);
    const circle = { code: 'FAILED_PRECONDITION', reason: 'duplicate_circle' };
    await expect(link(three, 'duplicate_of', one)).rejects.toMatchObject(circle);
    await expect(link(one, 'duplicated_by', three)).rejects.toMatchObject(circle);
    expect(await shown(three)).toEqual(['duplicated_by SYM-2']);
    expect(await outcomeOf(link(three, 'blocks', one))).toBe('OK');
  });

  it('are both withdrawn when created concurrently in both directions', async () => {
    const outcomes = await Promise.all([link(one, 'duplicate_of', two), link(two, 'duplicate_of', one)].map(outcomeOf));
    expect(outcomes.filter((outcome) => outcome === 'OK').length).toBeLessThanOrEqual(1);
    expect([...(await shown(one)), ...(await shown(two))].length).toBeLessThanOrEqual(2);
    const stored = rules.issueRows.all().flatMap(({ links }) => links);
    expect(stored.length).toBeLessThanOrEqual(1);
  });
});

it('links to a deleted issue are hidden, and restored with it', async () => {
  await link(one, 'blocks', two);
  await link(three, 'blocks', one);
  await rules.issues.remove(two?._id ?? '', rules.reporter);
  await rules.issues.remove(three?._id ?? '', rules.reporter);
  expect(await shown(one)).toEqual([]);
  await rules.issues.restore(two?._id ?? '', rules.reporter);
  await rules.issues.restore(three?._id ?? '', rules.reporter);
  expect(await shown(one)).toEqual(['blocks SYM-2', 'blocked_by SYM-3']);
});
