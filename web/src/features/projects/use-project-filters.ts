import { PROJECT_FILTER_LABELS } from '@symbio/proto/labels';
import { useCallback, useMemo } from 'react';
import { pageNumberOf, useUrlState } from '../../lib/navigation/url-state.js';
import { useUrlSearch } from '../../lib/navigation/url-search.js';
import type { ProjectSort } from '@symbio/proto/project/vocabulary';
import type { CreatedFilter, ProjectListQuery, SortOrder, StatusFilter } from './api.js';

/** PROJ-07, PROJ-08 */
export const CREATED_OPTIONS: readonly (readonly [CreatedFilter, string])[] = [
  ['all', 'All Time'],
  ['last7days', 'Last 7 Days'],
  ['last30days', 'Last 30 Days'],
  ['thisMonth', 'This Month'],
  ['lastMonth', 'Last Month'],
];

/** Open is every status but completed (PROJ-09). */
export const STATUS_OPTIONS: readonly (readonly [StatusFilter, string])[] = [
  ['all', PROJECT_FILTER_LABELS.all],
  ['open', PROJECT_FILTER_LABELS.open],
  ['completed', PROJECT_FILTER_LABELS.completed],
];

/** Each with its first direction: what needs attention comes first. */
const SORTS: Readonly<Record<ProjectSort, SortOrder>> = {
  created_at: 'desc',
  title: 'asc',
  due_date: 'asc',
  data: 'asc',
  site_recon: 'asc',
  insights: 'asc',
  report: 'asc',
};
const isSort = (value: string | null): value is ProjectSort => value !== null && Object.hasOwn(SORTS, value);

const oneOf = <T extends string>(options: readonly (readonly [T, string])[], value: string | null): T | undefined =>
  options.find(([option]) => option === value)?.[0];

export interface ProjectFilters {
  query: ProjectListQuery;
  search: string;
  setSearch: (search: string) => void;
  setFilter: (name: 'status' | 'client' | 'created', value: string) => void;
  setPage: (page: number) => void;
  /** The same column again reverses the order, unless one is given. */
  sortBy: (sort: ProjectSort, order?: SortOrder) => void;
  /** Without the search. */
  active: number;
  narrowed: boolean;
}

/** In the URL, so a list can be bookmarked. */
export function useProjectFilters(): ProjectFilters {
  const [params, change] = useUrlState();
  const { search, setSearch, sought } = useUrlSearch({ hasPages: true });

  const page = pageNumberOf(params);
  const status = oneOf(STATUS_OPTIONS, params.get('status')) ?? 'all';
  const created = oneOf(CREATED_OPTIONS, params.get('created')) ?? 'all';
  const client = params.get('client') ?? '';
  const asked = params.get('sort');
  const sort = isSort(asked) ? asked : 'created_at';
  const direction = params.get('order');
  const order = direction === 'asc' || direction === 'desc' ? direction : SORTS[sort];
  const query = useMemo<ProjectListQuery>(
    () => ({ page, search: sought, status, client_company: client, created, sort, order }),
    [page, sought, status, client, created, sort, order],
  );
  const active = [status !== 'all', created !== 'all', client !== ''].filter(Boolean).length;
  const setPage = useCallback((next: number) => change({ page: next === 1 ? '' : String(next) }), [change]);
  return {
    query,
    search,
    setSearch,
    setFilter: (name, value) => change({ [name]: value === 'all' ? '' : value, page: '' }),
    setPage,
    sortBy: (by, given) => {
      const next = given ?? (by === sort ? (order === 'desc' ? 'asc' : 'desc') : SORTS[by]);
      change({ sort: by === 'created_at' ? '' : by, order: next === SORTS[by] ? '' : next, page: '' });
    },
    active,
    narrowed: sought !== '' || active > 0,
  };
}
