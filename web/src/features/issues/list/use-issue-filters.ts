import { useMemo } from 'react';
import { ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES } from '@symbio/proto/issue/vocabulary';
import { pageNumberOf, useUrlState } from '../../../lib/navigation/url-state.js';
import { useUrlSearch } from '../../../lib/navigation/url-search.js';
import type { IssueListQuery, IssueSort } from '../api.js';

/** In display order. */
export const FILTERS = ['type', 'severity', 'status', 'assignee', 'label', 'reporter'] as const;
export type FilterName = (typeof FILTERS)[number];

const SORTS: Readonly<Record<IssueSort, 'asc' | 'desc'>> = {
  created_at: 'desc',
  title: 'asc',
  type: 'asc',
  severity: 'asc',
  status: 'asc',
  assignee: 'asc',
};
const isSort = (value: string | null): value is IssueSort => value !== null && Object.hasOwn(SORTS, value);

/** The server refuses unknown values of the URL. */
const KNOWN: Partial<Record<FilterName, readonly string[]>> = {
  type: ISSUE_TYPES,
  severity: ISSUE_SEVERITIES,
  status: ISSUE_STATUSES,
};

function valuesOf(address: URLSearchParams, name: FilterName): string[] {
  const known = KNOWN[name];
  const values = (address.get(name) ?? '').split(',').filter((value) => value !== '');
  return known ? values.filter((value) => known.includes(value)) : values;
}

export interface IssueFilters {
  query: IssueListQuery;
  search: string;
  setSearch: (search: string) => void;
  chosen: Readonly<Record<FilterName, readonly string[]>>;
  setFilter: (name: FilterName, values: readonly string[]) => void;
  /** The same column again reverses the order, unless one is given. */
  sortBy: (sort: IssueSort, order?: 'asc' | 'desc') => void;
  setPage: (page: number) => void;
  setDeleted: (deleted: boolean) => void;
  clear: () => void;
  narrowed: boolean;
}

/** In the URL, so a list can be bookmarked. */
export function useIssueFilters(): IssueFilters {
  const [address, change] = useUrlState();
  const { search, setSearch, emptied } = useUrlSearch({ hasPages: true });
  const text = address.toString();
  const { query, chosen } = useMemo(() => {
    const asked = new URLSearchParams(text);
    const values = Object.fromEntries(FILTERS.map((name) => [name, valuesOf(asked, name)])) as Record<
      FilterName,
      string[]
    >;
    const sort = asked.get('sort');
    const by = isSort(sort) ? sort : 'created_at';
    const order = asked.get('order');
    const question: IssueListQuery = {
      page: pageNumberOf(asked),
      search: asked.get('search') ?? '',
      type: values.type.join(','),
      severity: values.severity.join(','),
      status: values.status.join(','),
      assignee: values.assignee.join(','),
      reporter: values.reporter.join(','),
      label: values.label.join(','),
      sort: by,
      order: order === 'asc' || order === 'desc' ? order : SORTS[by],
      deleted: asked.get('deleted') === 'true',
    };
    return { query: question, chosen: values };
  }, [text]);

  const nothing = Object.fromEntries(FILTERS.map((name) => [name, null]));
  return {
    query,
    search,
    setSearch,
    chosen,
    setFilter: (name, values) => change({ [name]: values.join(','), page: null }),
    sortBy: (sort, order) => {
      const opposite = query.order === 'desc' ? 'asc' : 'desc';
      const next = order ?? (sort === query.sort ? opposite : SORTS[sort]);
      change({
        sort: sort === 'created_at' ? null : sort,
        order: next === SORTS[sort] ? null : next,
        page: null,
      });
    },
    setPage: (page) => change({ page: page === 1 ? null : String(page) }),
    setDeleted: (deleted) => change({ deleted: deleted ? 'true' : null, page: null }),
    clear: () => {
      emptied();
      change({ ...nothing, search: null, page: null });
    },
    narrowed: query.search !== '' || FILTERS.some((name) => chosen[name].length > 0),
  };
}
