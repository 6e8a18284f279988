import { MAX_SEARCH } from '@symbio/proto/limits';
import { refuseFields, doerOf, type Actor, type OfOrganization } from '@symbio/runtime';
import type { ListIssuesRequest } from '@symbio/proto/issue';
import {
  ISSUE_SEVERITIES,
  ISSUE_SORTS,
  ISSUE_STATUSES,
  ISSUE_TYPES,
  type IssueSort,
} from '@symbio/proto/issue/vocabulary';
import type { Sight } from './policy.js';
import { searchTerms, type SearchTerm } from './search-words.js';

const ORDERS = ['asc', 'desc'] as const;
/** Sort orders that default to descending. */
const NEWEST_FIRST: readonly IssueSort[] = ['created_at', 'updated_at', 'number'];

/** List query. Values of a filter are alternatives; empty filters do not apply. */
export interface IssueQuery {
  statuses: readonly string[];
  types: readonly string[];
  severities: readonly string[];
  /** User ids; null for unassigned. */
  assignees: readonly (string | null)[];
  /** User ids; undefined for all. */
  reporters: readonly string[] | undefined;
  labels: readonly string[];
  terms: readonly SearchTerm[];
  sort: IssueSort;
  order: (typeof ORDERS)[number];
  deleted: boolean;
  inOrganization: OfOrganization;
  updatedAfter: Date | undefined;
}

type ListFilter = Omit<ListIssuesRequest, 'paging'>;

/** Validates a list query. @throws AppError INVALID_ARGUMENT */
export function checkQuery(asked: ListFilter, actor: Actor, sight: Pick<Sight, 'seenBy'>): IssueQuery {
  const problems: Record<string, string> = {};
  const check = (field: string, label: string, words: readonly string[], values: readonly string[]): void => {
    if (!values.every((value) => words.includes(value)))
      problems[field] = `${label} must be one of ${words.join(', ')}`;
  };
  check('status', 'Status', ISSUE_STATUSES, asked.statuses);
  check('type', 'Type', ISSUE_TYPES, asked.types);
  check('severity', 'Severity', ISSUE_SEVERITIES, asked.severities);
  check('sort', 'Sort', ISSUE_SORTS, asked.sort ? [asked.sort] : []);
  check('order', 'Order', ORDERS, asked.order ? [asked.order] : []);
  if (asked.search.length > MAX_SEARCH) problems['search'] = `Search is too long (at most ${MAX_SEARCH} characters)`;
  refuseFields(problems);

  const sort = ISSUE_SORTS.find((word) => word === asked.sort) ?? 'created_at';
  const fallback = NEWEST_FIRST.includes(sort) ? 'desc' : 'asc';
  const { reporterId: own, ...inOrganization } = sight.seenBy(actor);
  const person = (id: string): string => (id === 'me' ? doerOf(actor) : id);
  const named = asked.reporters.map(person);
  const reporters = named.length > 0 ? named : undefined;
  return {
    statuses: asked.statuses,
    types: asked.types,
    severities: asked.severities,
    assignees: asked.assignees.map((id) => (id === 'none' ? null : person(id))),
    reporters: own === undefined ? reporters : (reporters?.filter((id) => id === own) ?? [own]),
    labels: asked.labels.map((label) => label.trim().toLowerCase()),
    terms: searchTerms(asked.search),
    sort,
    order: ORDERS.find((word) => word === asked.order) ?? fallback,
    deleted: asked.deleted,
    inOrganization,
    updatedAfter: asked.updatedAfter,
  };
}
