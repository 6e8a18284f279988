import { createListCounts, isDuplicateKey, type OutboxWriter } from '@symbio/mongo';
import { escapeRegExp } from '@symbio/rpc';
import type { Actor, Clock } from '@symbio/runtime';
import type { IssueSort } from '@symbio/proto/issue/vocabulary';
import type { Model, QueryFilter } from 'mongoose';
import type { IssueQuery } from './list-query.js';
import type { CounterRow, IssueRow } from './model.js';
import {
  type SimilarIssue,
  type ChangeOptions,
  type Decide,
  type Events,
  type IssueSummary,
  type IssueRepository,
  type LinkingIssue,
} from './repository.js';
import { searchFields, type SearchTerm } from './search-words.js';

const SORT_FIELDS: Readonly<Record<IssueSort, keyof IssueRow>> = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  severity: 'severity',
  status: 'status',
  title: 'titleKey',
  number: 'number',
  type: 'type',
  assignee: 'assigneeKey',
};
/** Status values are alphabetical in reverse life-cycle order. */
const BACKWARDS: readonly IssueSort[] = ['status'];

const UNREAD = { history: 0, words: 0, outbox: 0 } as const;
const SUMMARY_FIELDS = { number: 1, title: 1, status: 1, reporterId: 1, organizationId: 1 } as const;

const THERE = { deletedAt: null, purgeAt: null } as const;

const anyOf = (field: string, values: readonly (string | null)[]): QueryFilter<IssueRow> =>
  values.length > 0 ? { [field]: values.length === 1 ? values[0] : { $in: values } } : {};

/** Matches a term by title, number or word prefix. */
const matching = ({ text, words, number }: SearchTerm): QueryFilter<IssueRow> => ({
  $or: [
    { titleKey: { $regex: escapeRegExp(text) } },
    ...(words.length > 0 ? [{ $and: words.map((word) => ({ words: { $regex: `^${escapeRegExp(word)}` } })) }] : []),
    ...(number === undefined ? [] : [{ number }]),
  ],
});

export function issueRepository(
  model: Model<IssueRow>,
  writer: OutboxWriter<IssueRow>,
  counters: Model<CounterRow>,
  clock: Clock,
): IssueRepository {
  const countOfList = createListCounts(clock);
  const restorable = () => ({ deletedAt: null, purgeAt: { $gt: clock.now() } });
  const isThere = ({ purgeAt }: IssueRow): boolean => !purgeAt;
  const isRestorable = ({ purgeAt }: IssueRow): boolean => purgeAt !== undefined && purgeAt > clock.now();

  const filterOf = (query: IssueQuery): QueryFilter<IssueRow> => ({
    ...(query.deleted ? restorable() : THERE),
    ...query.inOrganization,
    ...anyOf('status', query.statuses),
    ...anyOf('type', query.types),
    ...anyOf('severity', query.severities),
    ...anyOf('assignee', query.assignees),
    ...(query.reporters ? { reporterId: { $in: [...query.reporters] } } : {}),
    ...anyOf('labels', query.labels),
    ...(query.updatedAfter ? { updatedAt: { $gt: query.updatedAfter } } : {}),
    ...(query.terms.length > 0 ? { $and: query.terms.map(matching) } : {}),
  });

  const one = async (filter: QueryFilter<IssueRow>): Promise<IssueRow | undefined> => {
    const row = await model.findOne(filter, UNREAD).lean<IssueRow>();
    return row ?? undefined;
  };

  async function changeIf(
    condition: (row: IssueRow) => boolean,
    id: string,
    actor: Actor,
    decide: Decide,
    events: Events<IssueRow>,
    options: ChangeOptions = {},
  ): Promise<IssueRow | undefined> {
    let meant = false;
    const row = await writer.change(id, actor, (current, after) => {
      meant = condition(current);
      const values = meant ? decide(current, after({}).updatedAt) : undefined;
      if (!values) return undefined;
      const set = { ...values, ...searchFields({ ...current, ...values }) };
      const kept = options.keepUpdatedAt ? { updatedAt: current.updatedAt } : {};
      return { set, events: events({ ...after(set), ...kept }), ...options };
    });
    return meant ? row : undefined;
  }

  return {
    find: (id) => one({ _id: id, ...THERE }),
    findRemoved: (id) => one({ _id: id, ...restorable() }),
    isKept: async (id) => (await model.exists({ _id: id, deletedAt: null })) !== null,
    async idOf(number) {
      return (await model.findOne({ number }, { _id: 1 }).lean())?._id;
    },
    findByScreenshot: (screenshotId) => one({ 'screenshots.id': screenshotId, ...THERE }),

    async list(query, { skip, perPage }) {
      const filter = filterOf(query);
      const direction = (query.order === 'asc') !== BACKWARDS.includes(query.sort) ? 1 : -1;
      const rows = await model
        .find(filter, UNREAD)
        .sort({ [SORT_FIELDS[query.sort]]: direction, _id: direction })
        .skip(skip)
        .limit(perPage)
        .lean<IssueRow[]>();
      // a partial page is the last one, so its length gives the count
      const isLast = rows.length < perPage && (rows.length > 0 || skip === 0);
      return { rows, count: isLast ? skip + rows.length : await countOfList(model, filter) };
    },
    named: async (ids) => model.find({ _id: { $in: [...ids] }, ...THERE }, SUMMARY_FIELDS).lean<IssueSummary[]>(),
    linkingTo: async (id) =>
      model
        .find({ 'links.issueId': id, deletedAt: null }, { ...SUMMARY_FIELDS, links: 1, purgeAt: 1 })
        .lean<LinkingIssue[]>(),
    async history(id) {
      const row = await model.findOne({ _id: id, ...THERE }, { history: 1 }).lean<Pick<IssueRow, 'history'>>();
      return [...(row?.history ?? [])].reverse();
    },
    findSimilar: async (words, atLeast, seen, limit) =>
      model.aggregate<SimilarIssue>([
        { $match: { words: { $in: [...words] }, ...THERE, ...seen } },
        {
          $project: {
            ...SUMMARY_FIELDS,
            createdAt: 1,
            matches: { $size: { $setIntersection: ['$words', [...words]] } },
          },
        },
        { $match: { matches: { $gte: atLeast } } },
        { $sort: { matches: -1, createdAt: -1, _id: -1 } },
        { $limit: limit },
      ]),
    labels: async (seen, limit) =>
      model.aggregate<{ label: string; count: number }>([
        // minimum string: the index skips issues without labels
        { $match: { ...THERE, labels: { $gte: '' }, ...seen } },
        { $unwind: '$labels' },
        { $group: { _id: '$labels', count: { $sum: 1 } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: limit },
        { $project: { _id: 0, label: '$_id', count: 1 } },
      ]),
    async nextNumber() {
      const next = () =>
        counters
          .findOneAndUpdate({ _id: 'issues' }, { $inc: { value: 1 } }, { upsert: true, returnDocument: 'after' })
          .lean();
      try {
        return (await next()).value;
      } catch (error) {
        // a concurrent call created the counter
        if (!isDuplicateKey(error)) throw error;
        return (await next()).value;
      }
    },

    insert: (id, values, actor, events) => writer.insert(id, { ...values, ...searchFields(values) }, actor, events),
    change: (id, actor, decide, events, options) => changeIf(isThere, id, actor, decide, events, options),
    changeRemoved: (id, actor, decide, events) => changeIf(isRestorable, id, actor, decide, events),
    remove: (id, actor, events) => writer.change(id, actor, (row) => ({ remove: true, events: events(row) })),

    async expired(limit) {
      const rows = await model
        .find({ purgeAt: { $lte: clock.now() }, deletedAt: null }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },
  };
}
