import { makeStyles, Select, Input, tokens } from '@fluentui/react-components';
import { isScorecardGrouping, SCORECARD_GROUPINGS } from '@symbio/proto/annotation/vocabulary';
import { PAGE_KINDS } from '@symbio/proto/document/vocabulary';
import { PAGE_KIND_LABELS } from '@symbio/proto/labels';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { FilterBar } from '../../../components/filter-bar.js';
import { LoadErrorMessage } from '../../../components/load-error-message.js';
import { LoadingView } from '../../../components/loading-view.js';
import { PageHeader } from '../../../components/page-header.js';
import { Sheet } from '../../../components/sheet.js';
import { useGetLandUsesQuery } from '../../../evidence/evidence-api.js';
import { download } from '../../../lib/files/download.js';
import { useBreadcrumbTail } from '../../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../../lib/navigation/document-title.js';
import { useUrlState } from '../../../lib/navigation/url-state.js';
import { useProject } from '../../../lib/project/project-context.js';
import { RowDetails } from './row-details.js';
import { useGetScorecardQuery, type ScorecardRow } from './scorecard-api.js';
import { keyOf, ScorecardTable } from './scorecard-table.js';
import { durationText, GROUPING_NAMES, groupText } from './scorecard-text.js';
import { operation } from '../../../lib/http/operation.js';

const useStyles = makeStyles({
  years: { width: '116px' },
  note: { padding: '12px 16px', margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Of the query, in the order of the filter bar. */
const FILTERS = ['land_use', 'from_year', 'to_year', 'sheet_kind', 'group_by'] as const;
const AGENT = 'agent';
const VERSION = 'version';
const ROW = 'row';
const YEAR = /^\d{4}$/;

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null))].sort((a, b) => a.localeCompare(b));

/** What became of agents' proposals in a project, and in all that the user may see (issue 42). */
export function ScorecardPage() {
  const styles = useStyles();
  const { project } = useProject();
  const [address, change] = useUrlState();
  const { data: landUses = [] } = useGetLandUsesQuery();
  useDocumentTitle('Scorecard', project.title);
  useBreadcrumbTail('Scorecard');

  const isEverywhere = address.get('projects') === 'all';
  const given = FILTERS.flatMap((name) => {
    const value = address.get(name) ?? '';
    return value === '' || (name.endsWith('_year') && !YEAR.test(value)) ? [] : [[name, value] as const];
  });
  const query = { ...(!isEverywhere && { project_id: project.id }), ...Object.fromEntries(given) };
  const { data, error, refetch, isFetching } = useGetScorecardQuery(query, { refetchOnMountOrArgChange: true });
  const agent = address.get(AGENT) ?? '';
  const version = address.get(VERSION) ?? '';
  const rows = (data?.rows ?? []).filter(
    (row) => (agent === '' || row.agent_name === agent) && (version === '' || row.agent_version === version),
  );
  const groupBy = data?.group_by ?? null;
  const groupOf = (row: ScorecardRow): string => groupText(row.group, groupBy, landUses);
  const chosen = rows.find((row) => keyOf(row) === address.get(ROW));
  const versions = distinct(
    (data?.rows ?? []).filter((row) => agent === '' || row.agent_name === agent).map((row) => row.agent_version),
  );
  const named = { ...(agent && { agent_name: agent }), ...(version && { agent_version: version }) };

  const select = (
    name: string,
    label: string,
    all: string,
    options: readonly (readonly [value: string, text: string])[],
    also: Readonly<Record<string, null>> = {},
  ) => (
    <Select
      aria-label={label}
      value={address.get(name) ?? ''}
      onChange={(_, { value }) => change({ [name]: value, ...also })}
    >
      <option value="">{all}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
  const year = (name: string, label: string) => (
    <Input
      key={name}
      className={styles.years}
      aria-label={label}
      placeholder={label}
      inputMode="numeric"
      maxLength={4}
      defaultValue={address.get(name) ?? ''}
      onChange={(_, { value }) => (value === '' || YEAR.test(value) ? change({ [name]: value }) : undefined)}
    />
  );
  return (
    <>
      <PageHeader
        title="Scorecard"
        subtitle="How people decided about the proposals of each agent and version. Deleted proposals count if a person decided about them."
        actions={
          <ExportMenu
            entries={[
              {
                label: 'CSV',
                name: 'Scorecard as CSV',
                download: () =>
                  download(
                    operation('GET', '/api/public/agents/scorecard/csv', { query: { ...query, ...named } }),
                    'agents-scorecard.csv',
                  ),
              },
            ]}
          />
        }
      />
      <Sheet padded={false} aria-label="Scorecard">
        <FilterBar place="in-sheet" label="Filters of the scorecard">
          {select('projects', 'Projects', 'This project', [['all', 'All my projects']])}
          {select(AGENT, 'Agent', 'All agents', distinct((data?.rows ?? []).map((row) => row.agent_name)).map(same), {
            [VERSION]: null,
          })}
          {select(VERSION, 'Version', 'All versions', versions.map(same))}
          {select(
            'land_use',
            'Land use',
            'All land uses',
            landUses.map(({ value, label }) => [value, label]),
          )}
          {year('from_year', 'From year')}
          {year('to_year', 'To year')}
          {select(
            'sheet_kind',
            'Sheet kind',
            'All sheet kinds',
            PAGE_KINDS.map((kind) => [kind, PAGE_KIND_LABELS[kind]]),
          )}
          {select(
            'group_by',
            'Group by',
            'Not grouped',
            SCORECARD_GROUPINGS.map((grouping) => [grouping, `By ${GROUPING_NAMES[grouping].toLowerCase()}`]),
          )}
        </FilterBar>
        {error && !data ? (
          <LoadErrorMessage what="The scorecard" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingView label="Loading the scorecard..." />
        ) : rows.length === 0 ? (
          <EmptyState title="No proposals">
            {isFetching ? 'Loading...' : 'No agent has proposed anything that matches the filters.'}
          </EmptyState>
        ) : (
          <>
            <ScorecardTable
              rows={rows}
              groupName={groupBy !== null && isScorecardGrouping(groupBy) ? GROUPING_NAMES[groupBy] : null}
              groupOf={groupOf}
              chosen={chosen ? keyOf(chosen) : null}
              onChoose={(key) => change({ [ROW]: key })}
            />
            <p className={styles.note}>
              {`Bars show 95% intervals; below 30 there are too few for a share. ${
                data.own_mark_time.seconds === null
                  ? 'Time saved needs 30 marks drawn by people.'
                  : `Between two marks that a person draws: ${durationText(data.own_mark_time.seconds)} (median of ${data.own_mark_time.count}).`
              } Found blind: marks that people drew on blind sheets before proposals were shown, and that a proposal overlaps.`}
            </p>
          </>
        )}
      </Sheet>
      {chosen && (
        <Sheet padded={false} aria-label="Details">
          <RowDetails key={keyOf(chosen)} projectId={project.id} row={chosen} />
        </Sheet>
      )}
    </>
  );
}

const same = (value: string) => [value, value] as const;
