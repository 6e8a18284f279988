/** In-memory repositories equivalent to those in MongoDB. */
import type { Clock } from '@symbio/runtime';
import type { MemoryRows } from '@symbio/mongo/testing';
import { type IssueSort, ISSUE_STATUSES } from '@symbio/proto/issue/vocabulary';
import type { IssueQuery } from '../src/list-query.js';
import type { CommentRow, IssueRow } from '../src/model.js';
import type { ChangeOptions, CommentRepository, Decide, Events } from '../src/repository.js';
import type { IssueRepository } from '../src/repository.js';
import type { SeenIssues } from '../src/policy.js';
import { searchFields } from '../src/search-words.js';

type Key = (row: IssueRow) => string | number;

const SORTS: Readonly<Record<IssueSort, Key>> = {
  created_at: (row) => row.createdAt.getTime(),
  updated_at: (row) => row.updatedAt.getTime(),
  severity: (row) => row.severity,
  status: (row) => ISSUE_STATUSES.indexOf(row.status),
  title: (row) => row.titleKey ?? '',
  number: (row) => row.number,
  type: (row) => row.type,
  assignee: (row) => row.assigneeKey ?? '',
};

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : Number(one > other));

const isAmong = (values: readonly (string | null)[], value: string | undefined): boolean =>
  values.length === 0 || values.includes(value ?? null);

const isSeen = (row: IssueRow, { organizationId, reporterId }: SeenIssues): boolean =>
  (organizationId === undefined || organizationId === (row.organizationId ?? null)) &&
  (reporterId === undefined || reporterId === row.reporterId);

function matches(row: IssueRow, query: IssueQuery): boolean {
  const words = row.words ?? [];
  return (
    isSeen(row, query.inOrganization) &&
    isAmong(query.statuses, row.status) &&
    isAmong(query.types, row.type) &&
    isAmong(query.severities, row.severity) &&
    isAmong(query.assignees, row.assignee) &&
    (!query.updatedAfter || row.updatedAt > query.updatedAfter) &&
    (query.reporters?.includes(row.reporterId) ?? true) &&
    (query.labels.length === 0 || row.labels.some((label) => query.labels.includes(label))) &&
    query.terms.every(
      (term) =>
        row.titleKey?.includes(term.text) === true ||
        (term.words.length > 0 && term.words.every((start) => words.some((word) => word.startsWith(start)))) ||
        (term.number !== undefined && term.number === row.number),
    )
  );
}

export function memoryIssues(rows: MemoryRows<IssueRow>, clock: Clock): IssueRepository {
  let numbers = 0;
  const isThere = ({ purgeAt }: IssueRow): boolean => !purgeAt;
  const isRestorable = ({ purgeAt }: IssueRow): boolean => purgeAt !== undefined && purgeAt > clock.now();
  const all = () => rows.all();
  const there = () => all().filter(isThere);
  const one = (id: string, condition: (row: IssueRow) => boolean) => {
    const row = rows.find(id);
    return Promise.resolve(row && condition(row) ? row : undefined);
  };
  const changeIf =
    (condition: (row: IssueRow) => boolean) =>
    async (
      id: string,
      actor: Parameters<IssueRepository['change']>[1],
      decide: Decide,
      events: Events<IssueRow>,
      options: ChangeOptions = {},
    ) => {
      let meant = false;
      const row = await rows.change(id, actor, (current, after) => {
        meant = condition(current);
        const values = meant ? decide(current, after({}).updatedAt) : undefined;
        if (!values) return undefined;
        const set = { ...values, ...searchFields({ ...current, ...values }) };
        return { set, events: events(after(set)), ...options };
      });
      return meant ? row : undefined;
    };

  return {
    find: (id) => one(id, isThere),
    findRemoved: (id) => one(id, isRestorable),
    isKept: (id) => Promise.resolve(rows.find(id) !== undefined),
    idOf: (number) => Promise.resolve(all().find((row) => row.number === number)?._id),
    findByScreenshot: (wanted) =>
      Promise.resolve(there().find(({ screenshots }) => screenshots.some(({ id }) => id === wanted))),
    list(query, { skip, perPage }) {
      const found = all().filter((row) => (query.deleted ? isRestorable(row) : isThere(row)) && matches(row, query));
      const [key, direction] = [SORTS[query.sort], query.order === 'asc' ? 1 : -1];
      found.sort((one, other) => direction * (compare(key(one), key(other)) || compare(one._id, other._id)));
      return Promise.resolve({ rows: found.slice(skip, skip + perPage), count: found.length });
    },
    named: (ids) => Promise.resolve(there().filter(({ _id }) => ids.includes(_id))),
    linkingTo: (id) => Promise.resolve(all().filter(({ links }) => links.some(({ issueId }) => issueId === id))),
    history: (id) => Promise.resolve([...(rows.find(id)?.history ?? [])].reverse()),
    findSimilar(words, atLeast, seen, limit) {
      const found = there()
        .filter((row) => isSeen(row, seen))
        .map((row) => ({ ...row, matches: words.filter((word) => row.words?.includes(word)).length }))
        .filter((row) => row.matches >= atLeast)
        .sort((one, other) => other.matches - one.matches);
      return Promise.resolve(found.slice(0, limit));
    },
    labels(seen, limit) {
      const counts = new Map<string, number>();
      for (const row of there())
        if (isSeen(row, seen)) for (const label of row.labels) counts.set(label, (counts.get(label) ?? 0) + 1);
      const found = [...counts].map(([label, count]) => ({ label, count }));
      found.sort((one, other) => other.count - one.count || compare(one.label, other.label));
      return Promise.resolve(found.slice(0, limit));
    },
    nextNumber: () => Promise.resolve(++numbers),
    insert: (id, values, actor, events) => rows.insert(id, { ...values, ...searchFields(values) }, actor, events),
    change: changeIf(isThere),
    changeRemoved: changeIf(isRestorable),
    remove: (id, actor, events) => rows.change(id, actor, (row) => ({ remove: true, events: events(row) })),
    expired: (limit) => {
      const ids = all().filter(({ purgeAt }) => purgeAt !== undefined && purgeAt <= clock.now());
      return Promise.resolve(ids.slice(0, limit).map(({ _id }) => _id));
    },
  };
}

export const memoryComments = (rows: MemoryRows<CommentRow>): CommentRepository => ({
  find: (id) => Promise.resolve(rows.find(id)),
  list: (issueId) => Promise.resolve(rows.all().filter((row) => row.issueId === issueId)),
  counts(issueIds) {
    const counts = new Map<string, number>();
    for (const { issueId } of rows.all())
      if (issueIds.includes(issueId)) counts.set(issueId, (counts.get(issueId) ?? 0) + 1);
    return Promise.resolve(counts);
  },
  insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
  change: (id, actor, decide, events) =>
    rows.change(id, actor, (row, after) => {
      const content = decide(row);
      return content === undefined ? undefined : { set: { content }, events: events(after({ content })) };
    }),
  removeAllOf: (issueId) => Promise.resolve(rows.drop((row) => row.issueId === issueId)),
});
