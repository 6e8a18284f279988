import { Button, makeStyles, Select } from '@fluentui/react-components';
import { FilterBar, FilterSearch, FilterSelects } from '../../components/filter-bar.js';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import type { JobSort } from './jobs-api.js';
import { Checkbox } from '../../components/checkbox.js';
import { NARROW } from './job-table-styles.js';
import { CREATED_OPTIONS, STATUS_OPTIONS, type JobFilters } from './use-job-filters.js';

const useStyles = makeStyles({
  narrow: { display: 'none', [NARROW]: { order: 3, display: 'flex', alignItems: 'center', gap: '8px', width: '100%' } },
  // may shrink below its text, so the button is not cut off at 320 px
  sort: { flexGrow: 1, flexBasis: 0, minWidth: 0, '& select': { minWidth: 0 } },
});

const ORDERS: readonly (readonly [sort: JobSort, label: string])[] = [
  ['created_at', 'Sort by created'],
  ['status', 'Sort by status'],
  ['type', 'Sort by agent type'],
  ['current_attempts', 'Sort by attempts'],
];

export interface JobFilterBarProps {
  filters: JobFilters;
  isAllSelected: boolean;
  isSomeSelected: boolean;
  onToggleAll: () => void;
}

/** Search and filters of the table (JOB-09, JOB-25). */
export function JobFilterBar({ filters, isAllSelected, isSomeSelected, onToggleAll }: JobFilterBarProps) {
  const styles = useStyles();
  const { query, search, setSearch, setFilters, sortBy } = filters;
  return (
    <FilterBar place="in-sheet">
      <FilterSearch label="Search agents" placeholder="File name, job ID or type" value={search} onChange={setSearch} />
      <FilterSelects active={[filters.status, filters.type, filters.created].filter((value) => value !== '').length}>
        <Select aria-label="Status" value={filters.status} onChange={(_, { value }) => setFilters({ status: value })}>
          {STATUS_OPTIONS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select aria-label="Agent type" value={filters.type} onChange={(_, { value }) => setFilters({ type: value })}>
          <option value="">All agent types</option>
          {JOB_TYPES.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Created"
          value={filters.created}
          onChange={(_, { value }) => setFilters({ created: value })}
        >
          {CREATED_OPTIONS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {filters.narrowed ? (
          <Button appearance="subtle" onClick={filters.clear}>
            Clear filters
          </Button>
        ) : null}
      </FilterSelects>
      <div className={styles.narrow}>
        <Checkbox
          label="Select all loaded agents"
          checked={isAllSelected}
          mixed={isSomeSelected}
          onClick={onToggleAll}
        />
        <Select
          className={styles.sort}
          aria-label="Sort by"
          value={query.sort}
          onChange={(_, { value }) => sortBy(ORDERS.find(([sort]) => sort === value)?.[0] ?? 'created_at')}
        >
          {ORDERS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button onClick={() => sortBy(query.sort)}>{query.order === 'desc' ? 'Descending' : 'Ascending'}</Button>
      </div>
    </FilterBar>
  );
}
