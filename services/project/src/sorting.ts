import type { ProjectSort, ProjectStatus } from '@symbio/proto/project/vocabulary';
import { PROJECT_SORTS, PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import { invalidFields, refuseFields } from '@symbio/runtime';
import type { Cells, Fill } from './progress-cells.js';

type SortOrder = 'asc' | 'desc';

/** Sort keys of counted cells, emptiest first. */
export interface CellRanks {
  data: number;
  siteRecon: number;
  insights: number;
}

/** The stored field that each list order sorts by. */
export const SORT_KEYS = {
  created_at: 'createdAt',
  title: 'titleKey',
  due_date: 'dueDate',
  data: 'progress.ranks.data',
  site_recon: 'progress.ranks.siteRecon',
  insights: 'progress.ranks.insights',
  report: 'statusRank',
} as const satisfies Record<ProjectSort, string>;

const FILLS: readonly Fill[] = ['empty', 'partial', 'full'];
const VISITS: readonly Cells['siteRecon'][] = ['none', 'any', 'completed'];
const INSIGHTS: readonly Cells['insights'][] = ['empty', 'half', 'full'];

/** Ranks of the given cells; of the data bars only if all are given, as they are counted together. */
export function ranksOf(cells: Partial<Cells>): Partial<CellRanks> {
  const { dataHistoric, dataAgency, dataUserProvided, dataPages, siteRecon, insights } = cells;
  const ranks: Partial<CellRanks> = {};
  if (dataHistoric && dataAgency && dataUserProvided && dataPages)
    ranks.data = [dataHistoric, dataAgency, dataUserProvided, dataPages].reduce(
      (sum, fill) => sum + FILLS.indexOf(fill),
      0,
    );
  if (siteRecon) ranks.siteRecon = VISITS.indexOf(siteRecon);
  if (insights) ranks.insights = INSIGHTS.indexOf(insights);
  return ranks;
}

export const titleKeyOf = (title: string): string => title.toLowerCase();
export const statusRankOf = (status: ProjectStatus): number => PROJECT_STATUSES.indexOf(status);

export interface ListOrder {
  sort: ProjectSort;
  order: SortOrder;
}

export const NEWEST_FIRST: ListOrder = { sort: 'created_at', order: 'desc' };

/** @throws AppError naming invalid parts. Empty: newest first; a cursor is a position in that order only. */
export function listOrderOf(asked: { sort: string; order: string }, hasCursor: boolean): ListOrder {
  const sort = asked.sort === '' ? 'created_at' : PROJECT_SORTS.find((word) => word === asked.sort);
  const fields: Record<string, string> = {};
  if (!sort) fields['sort'] = `sort must be one of ${PROJECT_SORTS.join(', ')}`;
  if (asked.order !== '' && asked.order !== 'asc' && asked.order !== 'desc')
    fields['order'] = 'order must be asc or desc';
  refuseFields(fields);
  const by = sort ?? 'created_at';
  const order = asked.order === '' ? (by === 'created_at' ? 'desc' : 'asc') : (asked.order as SortOrder);
  if (hasCursor && !isNewestFirst({ sort: by, order }))
    throw invalidFields({ cursor: 'A cursor follows projects newest first: use page with another order' });
  return { sort: by, order };
}

export const isNewestFirst = ({ sort, order }: ListOrder): boolean => sort === 'created_at' && order === 'desc';
