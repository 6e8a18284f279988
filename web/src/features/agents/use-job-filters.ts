import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { useMemo } from 'react';
import { useUrlState } from '../../lib/navigation/url-state.js';
import { useUrlSearch } from '../../lib/navigation/url-search.js';
import { JOB_STATUSES, statusLabel } from './job-records.js';
import type { JobListQuery, JobSort } from './jobs-api.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Value, label, days back from today; null for all time. */
export const CREATED_OPTIONS = [
  ['', 'All time', null],
  ['today', 'Today', 0],
  ['week', 'Last 7 days', 6],
  ['month', 'Last 30 days', 29],
] as const;

export const STATUS_OPTIONS: readonly (readonly [value: string, label: string])[] = [
  ['', 'All statuses'],
  ...JOB_STATUSES.map((status) => [status, statusLabel(status)] as const),
];

const SORTS: Record<JobSort, 'asc' | 'desc'> = {
  created_at: 'desc',
  status: 'asc',
  type: 'asc',
  current_attempts: 'desc',
};
const isSort = (value: string | null): value is JobSort => value !== null && Object.hasOwn(SORTS, value);

/** The server refuses unknown values of the URL. */
const known = (value: string | null, values: readonly string[]): string =>
  value !== null && values.includes(value) ? value : '';

/** Local midnight as RFC 3339. */
export function daysAgo(days: number, now = new Date()): string {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  // go to noon of the day, then to its midnight: days can have 23 or 25 hours
  const day = new Date(midnight.getTime() + DAY_MS / 2 - days * DAY_MS);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).toISOString();
}

export interface JobFilters {
  query: JobListQuery;
  search: string;
  setSearch: (search: string) => void;
  status: string;
  type: string;
  created: string;
  /** An empty value removes a filter. */
  setFilters: (values: Partial<Record<'status' | 'type' | 'created', string>>) => void;
  sortBy: (sort: JobSort) => void;
  clear: () => void;
  narrowed: boolean;
}

/** In the URL, so a list can be bookmarked. */
export function useJobFilters(projectId: string): JobFilters {
  const [params, change] = useUrlState();
  const { search, setSearch, sought, emptied } = useUrlSearch({ hasPages: false });
  const status = known(params.get('status'), JOB_STATUSES);
  const type = known(params.get('type'), JOB_TYPES);
  const created = CREATED_OPTIONS.find(([value]) => value === params.get('created'))?.[0] ?? '';
  // JOB-09: newest first by default
  const asked = params.get('sort');
  const sort = isSort(asked) ? asked : 'created_at';
  const order = params.get('order') === 'asc' ? 'asc' : 'desc';
  const days = CREATED_OPTIONS.find(([value]) => value === created)?.[2] ?? null;
  // recomputed on each render: a page may stay open past midnight
  const createdFrom = days === null ? '' : daysAgo(days);
  const query = useMemo<JobListQuery>(
    () => ({ projectId, search: sought, status, type, createdFrom, sort, order }),
    [projectId, sought, status, type, createdFrom, sort, order],
  );

  return {
    query,
    search,
    setSearch,
    status,
    type,
    created,
    setFilters: change,
    sortBy: (next) => {
      const opposite = order === 'desc' ? 'asc' : 'desc';
      const direction = next === sort ? opposite : SORTS[next];
      change({ sort: next === 'created_at' ? '' : next, order: direction === 'desc' ? '' : direction });
    },
    clear: () => {
      emptied();
      change({ search: '', status: '', type: '', created: '' });
    },
    narrowed: sought !== '' || status !== '' || type !== '' || created !== '',
  };
}
