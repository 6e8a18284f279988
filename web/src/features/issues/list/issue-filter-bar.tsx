import { Button, makeStyles, Select } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { FilterBar, FilterSearch, FilterSelects } from '../../../components/filter-bar.js';
import { useListLabelsQuery, type IssueSort } from '../api.js';
import { SEVERITY_OPTIONS, STATUS_OPTIONS, TYPE_OPTIONS, type Option } from '../issue-labels.js';
import type { Issue } from '../issue-records.js';
import { FilterChoice, PeopleChoice } from './filter-choice.js';
import { NARROW } from './issue-table-styles.js';
import type { IssueFilters } from './use-issue-filters.js';

const useStyles = makeStyles({
  // wide windows sort by column headers
  order: { display: 'none', [NARROW]: { display: 'inline-flex', width: '100%' } },
});

const ME: Option = ['me', 'Me'];
const ME_OR_UNASSIGNED: readonly Option[] = [ME, ['none', 'Unassigned']];
const ONLY_ME: readonly Option[] = [ME];

const ORDERS: readonly (readonly [sort: IssueSort, order: 'asc' | 'desc', label: string])[] = [
  ['created_at', 'desc', 'Newest first'],
  ['created_at', 'asc', 'Oldest first'],
  ['severity', 'asc', 'Most severe first'],
  ['status', 'asc', 'By status'],
  ['assignee', 'asc', 'By assignee'],
  ['title', 'asc', 'By title'],
  ['type', 'asc', 'By type'],
];

interface IssueFilterBarProps {
  filters: IssueFilters;
  issues: readonly Issue[];
}

export function IssueFilterBar({ filters, issues }: IssueFilterBarProps) {
  const styles = useStyles();
  const { chosen, setFilter, query } = filters;
  const labels = useListLabelsQuery();
  const [assignees, reporters] = useMemo(() => {
    const named = (pairs: (readonly [string | null, string])[]) =>
      new Map(pairs.filter((pair): pair is readonly [string, string] => Boolean(pair[0] && pair[1].trim())));
    return [
      named(issues.map((issue) => [issue.assignee, issue.assignee_name])),
      named(issues.map((issue) => [issue.reporter_id, issue.reporter_name])),
    ];
  }, [issues]);
  const inUse = (labels.data ?? []).map(({ label }): Option => [label, label]);
  const labelOptions = chosen.label
    .filter((each) => !inUse.some(([label]) => label === each))
    .map((label): Option => [label, label]);
  const order = `${query.sort} ${query.order}`;
  return (
    <FilterBar place="in-sheet" label="Filter issues">
      <FilterSearch label="Search issues" value={filters.search} onChange={filters.setSearch} />
      <FilterSelects active={Object.values(chosen).filter((values) => values.length > 0).length}>
        <FilterChoice
          label="Type"
          options={TYPE_OPTIONS}
          chosen={chosen.type}
          onChange={(values) => setFilter('type', values)}
        />
        <FilterChoice
          label="Severity"
          options={SEVERITY_OPTIONS}
          chosen={chosen.severity}
          onChange={(values) => setFilter('severity', values)}
        />
        <FilterChoice
          label="Status"
          options={STATUS_OPTIONS}
          chosen={chosen.status}
          onChange={(values) => setFilter('status', values)}
        />
        <PeopleChoice
          label="Assignee"
          fixed={ME_OR_UNASSIGNED}
          names={assignees}
          chosen={chosen.assignee}
          onChange={(values) => setFilter('assignee', values)}
        />
        <FilterChoice
          label="Label"
          options={[...labelOptions, ...inUse]}
          chosen={chosen.label}
          onChange={(values) => setFilter('label', values)}
          empty={
            labels.isError ? 'Failed to fetch labels' : labels.isLoading ? 'Loading...' : 'No issue has a label yet'
          }
        />
        <PeopleChoice
          label="Reporter"
          fixed={ONLY_ME}
          names={reporters}
          chosen={chosen.reporter}
          onChange={(values) => setFilter('reporter', values)}
        />
      </FilterSelects>
      <Select
        className={styles.order}
        aria-label="Order"
        value={order}
        onChange={(_, data) => {
          const next = ORDERS.find(([sort, direction]) => `${sort} ${direction}` === data.value);
          if (next) filters.sortBy(next[0], next[1]);
        }}
      >
        {ORDERS.some(([sort, direction]) => `${sort} ${direction}` === order) ? null : (
          <option value={order}>By column</option>
        )}
        {ORDERS.map(([sort, direction, label]) => (
          <option key={`${sort} ${direction}`} value={`${sort} ${direction}`}>
            {label}
          </option>
        ))}
      </Select>
      {filters.narrowed ? (
        <Button appearance="subtle" icon={<DismissRegular />} onClick={filters.clear}>
          Clear filters
        </Button>
      ) : null}
    </FilterBar>
  );
}
