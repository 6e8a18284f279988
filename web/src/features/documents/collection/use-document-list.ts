import { useCallback, useState } from 'react';
import { useStepBack } from '../../../lib/navigation/step-back.js';
import { pageNumberOf, useUrlState } from '../../../lib/navigation/url-state.js';
import { useUrlSearch } from '../../../lib/navigation/url-search.js';
import {
  awaitsClassification,
  isProcessing,
  PROCESSING_POLL_MS,
  useGetDocumentsQuery,
} from '../../../evidence/documents-api.js';
import type { DocumentSort } from '../../../evidence/documents-api.js';

/** CONST-05 */
const PER_PAGE = 20;

const SORTS: Record<DocumentSort, 'asc' | 'desc'> = {
  created_at: 'desc',
  title: 'asc',
  category: 'asc',
  file_size: 'desc',
  processing_status: 'asc',
  total_pages: 'desc',
};
const isSort = (value: string | null): value is DocumentSort => value !== null && Object.hasOwn(SORTS, value);

/** State is in the URL, so Back from a document restores the list. */
export function useDocumentList(projectId: string) {
  const [address, change] = useUrlState();
  const { search, setSearch, sought } = useUrlSearch({ hasPages: true });
  const category = address.get('category') ?? '';
  const asked = address.get('sort');
  const sort = isSort(asked) ? asked : 'created_at';
  const order: 'asc' | 'desc' = address.get('order') === 'asc' ? 'asc' : 'desc';
  const page = pageNumberOf(address);
  const [isPolling, setPolling] = useState(false);
  // newest first is the server's default
  const sorted: { sort?: DocumentSort; order?: 'asc' | 'desc' } =
    sort === 'created_at' && order === 'desc' ? {} : { sort, order };
  const result = useGetDocumentsQuery(
    { projectId, search: sought, category, ...sorted, page, perPage: PER_PAGE },
    { pollingInterval: isPolling ? PROCESSING_POLL_MS : 0, skipPollingIfUnfocused: true },
  );
  const { data, currentData } = result;
  const shouldPoll = (data?.data ?? []).some((document) => isProcessing(document) || awaitsClassification(document));
  if (shouldPoll !== isPolling) setPolling(shouldPoll);
  const setPage = useCallback((next: number) => change({ page: next === 1 ? null : String(next) }), [change]);
  useStepBack(currentData && { page, total_pages: currentData.total_pages }, setPage);

  return {
    result,
    search,
    setSearch,
    category,
    sort,
    order,
    change,
    setPage,
    sortBy: (next: DocumentSort): void => {
      const opposite = order === 'desc' ? 'asc' : 'desc';
      const direction = next === sort ? opposite : SORTS[next];
      change({
        sort: next === 'created_at' ? null : next,
        order: direction === 'desc' ? null : direction,
        page: null,
      });
    },
    isFiltered: sought !== '' || category !== '',
  };
}
