import { Button, makeStyles, Select, ToggleButton, tokens, Tooltip } from '@fluentui/react-components';
import { MapRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FilterBar, FilterSearch, FilterSelects } from '../../components/filter-bar.js';
import type { ProjectSort } from '@symbio/proto/project/vocabulary';
import { useListCompaniesQuery, type SortOrder } from './api.js';
import { CREATED_OPTIONS, STATUS_OPTIONS, type ProjectFilters } from './use-project-filters.js';

const useStyles = makeStyles({
  scope: { display: 'flex', '@media (max-width: 760px)': { order: 1, flexGrow: 1 } },
  left: { borderTopRightRadius: 0, borderBottomRightRadius: 0, minWidth: 'auto', flexGrow: 1, whiteSpace: 'nowrap' },
  right: {
    borderTopLeftRadius: 0,
    borderBottomLeftRadius: 0,
    borderLeftWidth: 0,
    minWidth: 'auto',
    flexGrow: 1,
    whiteSpace: 'nowrap',
  },
  // on its own line below the bar
  note: { order: 1, flexBasis: '100%', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  end: { marginLeft: 'auto', '@media (max-width: 760px)': { width: '100%' } },
  // wide windows sort by column headers
  order: { display: 'none', '@media (max-width: 760px)': { display: 'inline-flex', order: 3, width: '100%' } },
});

const ORDERS: readonly (readonly [sort: ProjectSort, order: SortOrder, label: string])[] = [
  ['created_at', 'desc', 'Newest first'],
  ['created_at', 'asc', 'Oldest first'],
  ['due_date', 'asc', 'Due first'],
  ['due_date', 'desc', 'Due last'],
  ['title', 'asc', 'Title, A to Z'],
  ['title', 'desc', 'Title, Z to A'],
  ['data', 'asc', 'Least data first'],
  ['data', 'desc', 'Most data first'],
  ['site_recon', 'asc', 'Site visits to do first'],
  ['site_recon', 'desc', 'Site visits done first'],
  ['insights', 'asc', 'Fewest insights first'],
  ['insights', 'desc', 'Most insights first'],
  ['report', 'asc', 'Report to do first'],
  ['report', 'desc', 'Report done first'],
];

type Scope = 'all' | 'mine';

/** PROJ-03 to PROJ-10 */
export function ProjectFilterBar({ filters }: { filters: ProjectFilters }) {
  const styles = useStyles();
  // STUB-01: the choice has no effect yet
  const [scope, setScope] = useState<Scope>('all');
  const companies = useListCompaniesQuery();
  const { query, search, setSearch, setFilter } = filters;
  const names = companies.data ?? [];
  // an active client filter stays visible even if it is no longer listed
  const options =
    query.client_company && !names.includes(query.client_company) ? [query.client_company, ...names] : names;
  return (
    <FilterBar place="in-sheet">
      <FilterSearch label="Search projects" value={search} onChange={setSearch} />
      <div className={styles.scope} role="group" aria-label="Scope">
        <ToggleButton className={styles.left} checked={scope === 'all'} onClick={() => setScope('all')}>
          All Projects
        </ToggleButton>
        <ToggleButton className={styles.right} checked={scope === 'mine'} onClick={() => setScope('mine')}>
          My Projects
        </ToggleButton>
      </div>
      {scope === 'mine' ? (
        <p className={styles.note} role="status">
          Filtering by your own projects is not available yet. All projects you can see are listed.
        </p>
      ) : null}
      <FilterSelects active={filters.active}>
        <Select
          aria-label="Client"
          value={query.client_company}
          onChange={(_, data) => setFilter('client', data.value)}
        >
          <option value="">{companies.isLoading ? 'Loading...' : 'All Clients'}</option>
          {companies.isError && !companies.data ? <option disabled>Failed to fetch company list</option> : null}
          {options.map((company) => (
            <option key={company} value={company}>
              {company}
            </option>
          ))}
        </Select>
        <Select aria-label="People" defaultValue="all">
          <option value="all">All People</option>
        </Select>
        <Select aria-label="Date" value={query.created} onChange={(_, data) => setFilter('created', data.value)}>
          {CREATED_OPTIONS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select aria-label="Status" value={query.status} onChange={(_, data) => setFilter('status', data.value)}>
          {STATUS_OPTIONS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </FilterSelects>
      <Select
        className={styles.order}
        aria-label="Order"
        value={`${query.sort} ${query.order}`}
        onChange={(_, data) => {
          const next = ORDERS.find(([sort, order]) => `${sort} ${order}` === data.value);
          if (next) filters.sortBy(next[0], next[1]);
        }}
      >
        {ORDERS.map(([sort, order, label]) => (
          <option key={label} value={`${sort} ${order}`}>
            {label}
          </option>
        ))}
      </Select>
      <Tooltip content="The map of projects is not available yet" relationship="description">
        <Button className={styles.end} icon={<MapRegular />} disabledFocusable>
          Map
        </Button>
      </Tooltip>
    </FilterBar>
  );
}
