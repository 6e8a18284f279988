import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Tab,
  TabList,
  tokens,
} from '@fluentui/react-components';
import { DocumentTableRegular, MailRegular, RulerRegular, SearchRegular } from '@fluentui/react-icons';
import { listKind } from '@symbio/agency-lists/lists';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { recordExports } from '../../evidence/project-export.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useGetBoundaryQuery } from '../../evidence/boundary-api.js';
import { useListDataSetsQuery } from '../../evidence/data-sets-api.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { useBreadcrumbTail } from '../../lib/navigation/breadcrumb-tail.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useUrlState } from '../../lib/navigation/url-state.js';
import { useProject } from '../../lib/project/project-context.js';
import { countText, medium } from '../../lib/ui/formats.js';
import { DecisionBar } from './decision-bar.js';
import { DistancesDialog } from './distances-dialog.js';
import { HitDrawer } from './hit-drawer.js';
import { HitFilterBar } from './hit-filter-bar.js';
import { filterHits, filtersOf, isFiltered, isOrphan } from './hit-filters.js';
import { HitsTable } from './hits-table.js';
import { useListProposalsQuery } from './decisions-api.js';
import { ProposalsView } from './proposals-view.js';
import { RecordsMap } from './records-map.js';
import {
  useCreateSearchMutation,
  useGetNewestSearchQuery,
  useListHitsQuery,
  type RecordHit,
  type RecordSearch,
} from './records-api.js';
import { ResultsTable } from './results-table.js';
import { RulesView } from './rules-view.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(560px, 3fr) minmax(0, 2fr)',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
    '@media (max-width: 1080px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  notices: { display: 'flex', flexDirection: 'column', gap: '8px', marginBottom: '12px' },
  map: {
    display: 'flex',
    position: 'sticky',
    top: '72px',
    height: 'calc(100dvh - 210px)',
    minHeight: '360px',
    overflow: 'hidden',
    '@media (max-width: 1080px)': { position: 'relative', top: 0, height: '60vh' },
  },
  tabs: { padding: '6px 8px 0', overflowX: 'auto', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  note: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

const VIEWS = ['results', 'records', 'unplaced', 'rules', 'proposals'] as const;
type View = (typeof VIEWS)[number];

const NO_HITS: readonly RecordHit[] = [];
const NO_PROPOSALS: readonly unknown[] = [];

/** Records of agencies near the property: the search, its hits and the map. */
export function RecordsPage() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const navigate = useNavigate();
  const boundary = useGetBoundaryQuery(project.id, { skip: !project.boundary });
  const search = useGetNewestSearchQuery(project.id);
  const reported = useListHitsQuery({ projectId: project.id }, { skip: search.currentData !== null });
  const [start, { isLoading: isSearching, error: refusal }] = useCreateSearchMutation();
  const [showsDistances, setShowsDistances] = useState(false);
  useDocumentTitle('Records', project.title);
  useBreadcrumbTail('Records');

  const geometry = (project.boundary && boundary.currentData?.geometry) || null;
  const run = () => void start({ projectId: project.id, id: uuidV7() });
  const failed = [search, boundary].find(({ isError, currentData }) => isError && !currentData);
  const newest = search.currentData;
  return (
    <>
      <PageHeader
        title="Records"
        subtitle={newest ? <SearchFacts search={newest} /> : 'Records of agencies within the search distances.'}
        actions={
          <>
            <Button
              icon={<DocumentTableRegular />}
              onClick={() => void navigate(`/projects/${project.id}/records/radius-report`)}
            >
              Radius report
            </Button>
            <Button icon={<MailRegular />} onClick={() => void navigate(`/projects/${project.id}/records/requests`)}>
              Requests
            </Button>
            <Button icon={<RulerRegular />} onClick={() => setShowsDistances(true)}>
              Distances
            </Button>
            {newest ? <ExportMenu entries={recordExports(project.id)} /> : null}
            {canEdit ? (
              <Button
                appearance="primary"
                icon={<SearchRegular />}
                disabled={!project.boundary}
                disabledFocusable={isSearching}
                onClick={run}
              >
                {isSearching ? 'Searching...' : newest ? 'Search again' : 'Search'}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={styles.notices}>
        {refusal ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{changeRefusal(refusal)}</MessageBarBody>
          </MessageBar>
        ) : null}
        {newest?.is_outdated ? (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>
              The boundary, the distances or the lists changed after this search.
              {project.status === 'completed' || !project.boundary ? '' : ' It is repeated within minutes.'}
            </MessageBarBody>
          </MessageBar>
        ) : null}
        {!project.boundary ? (
          <MessageBar intent="info" layout="multiline">
            <MessageBarBody>Draw or upload the property’s boundary first.</MessageBarBody>
            <MessageBarActions>
              <Button size="small" onClick={() => void navigate(`/projects/${project.id}/map`)}>
                Open the map
              </Button>
            </MessageBarActions>
          </MessageBar>
        ) : null}
      </div>
      {failed ? (
        <LoadErrorMessage what="The search" error={failed.error} onRetry={() => void failed.refetch()} />
      ) : newest === undefined ? (
        <LoadingView label="Loading the search..." />
      ) : newest === null && (reported.currentData ?? NO_HITS).length === 0 ? (
        <EmptyState title="No search yet">
          A search lists every record within the search distances, measured from the nearest edge of the property.
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <SearchView key={project.id} search={newest}>
            {(hits, selected, select) =>
              geometry && (
                <Sheet padded={false} className={styles.map} aria-label="Map of the records">
                  <RecordsMap geometry={geometry} search={newest} hits={hits} selected={selected} onSelect={select} />
                </Sheet>
              )
            }
          </SearchView>
        </div>
      )}
      {showsDistances ? (
        <DistancesDialog projectId={project.id} canEdit={canEdit} onClose={() => setShowsDistances(false)} />
      ) : null}
    </>
  );
}

function SearchFacts({ search }: { search: RecordSearch }) {
  const { number, created_at: at, by_name: by, appeared, vanished } = search;
  const difference =
    number === 1
      ? ''
      : appeared === 0 && vanished === 0
        ? ` The same records as in search ${number - 1}.`
        : ` Since search ${number - 1}, ${countText(appeared, 'record is', 'records are')} new and ${vanished} no longer found.`;
  return <>{`Search ${number}, ${medium(at)}, by ${by}.${difference}`}</>;
}

interface SearchViewProps {
  /** Null: none was made, but a radius report was confirmed. */
  search: RecordSearch | null;
  /** The map of the shown hits. */
  children: (
    hits: readonly RecordHit[],
    selected: RecordHit | undefined,
    onSelect: (id: string) => void,
  ) => React.ReactNode;
}

function SearchView({ search, children }: SearchViewProps) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const [address, change] = useUrlState();
  const filters = filtersOf(address);
  const { list, place, words, feet, decision } = filters;
  const dataSets = useListDataSetsQuery();
  const { data: proposals = NO_PROPOSALS } = useListProposalsQuery(project.id);
  const query = { projectId: project.id, searchId: search?.id };
  const all = useListHitsQuery(query);
  const changed = useListHitsQuery(
    { ...query, change: filters.change ?? undefined },
    { skip: filters.change === null },
  );
  const { currentData, error, refetch } = filters.change === null ? all : changed;
  const found = currentData ?? NO_HITS;
  const [placed, orphans] = useMemo(() => [found.filter((hit) => !isOrphan(hit)), found.filter(isOrphan)], [found]);
  const shown = useMemo(
    () => filterHits(placed, { list, place, words, feet, decision }),
    [placed, list, place, words, feet, decision],
  );
  const titles = useMemo(() => new Map((search?.counts ?? []).map((count) => [count.list, count.title])), [search]);
  const lists = useMemo(
    () =>
      [...new Set(placed.map((hit) => hit.list))].map((name): [string, string] => [
        name,
        titles.get(name) ?? listKind(name)?.title ?? name,
      ]),
    [placed, titles],
  );
  const view = VIEWS.find((each) => each === address.get('view')) ?? (search ? 'results' : 'records');
  const selectedId = address.get('hit');
  const opened = found.find(({ id }) => id === address.get('open'));
  const select = useCallback((id: string) => change({ hit: id, view: 'records' satisfies View }), [change]);
  const selectInTable = useCallback((id: string) => change({ hit: id }), [change]);
  const open = useCallback((id: string) => change({ hit: id, open: id }), [change]);
  const tables = { titles, selected: selectedId, onSelect: selectInTable, onOpen: open };
  return (
    <>
      <Sheet padded={false} aria-label="Search">
        <TabList
          className={styles.tabs}
          aria-label="View"
          selectedValue={view}
          onTabSelect={(_, { value }) => change({ view: value === 'results' ? null : String(value) })}
        >
          {search ? <Tab value="results">Results</Tab> : null}
          <Tab value="records">{currentData ? `Records (${placed.length.toLocaleString('en-US')})` : 'Records'}</Tab>
          <Tab value="unplaced">{currentData ? `Unplaced (${orphans.length})` : 'Unplaced'}</Tab>
          <Tab value="rules">Rules</Tab>
          {proposals.length > 0 || view === 'proposals' ? (
            <Tab value="proposals">{`Proposals (${proposals.length})`}</Tab>
          ) : null}
        </TabList>
        {view === 'results' && search ? (
          <ResultsTable
            search={search}
            dataSets={dataSets.data ?? []}
            onList={(name) => change({ view: 'records' satisfies View, list: name })}
          />
        ) : error && !currentData ? (
          <LoadErrorMessage what="The records" error={error} onRetry={() => void refetch()} />
        ) : view === 'records' ? (
          <>
            <HitFilterBar filters={filters} lists={lists} onChange={change} />
            {canEdit ? (
              <DecisionBar
                projectId={project.id}
                hits={shown}
                selected={shown.find(({ id }) => id === selectedId)}
                onSelect={selectInTable}
              />
            ) : null}
            {currentData ? (
              <HitsTable
                {...tables}
                label="Records"
                hits={shown}
                emptyText={isFiltered(filters) ? 'No record matches the filters.' : 'No record was found.'}
              />
            ) : (
              <LoadingView label="Loading records..." />
            )}
          </>
        ) : view === 'rules' ? (
          <RulesView projectId={project.id} canEdit={canEdit} hits={all.currentData ?? NO_HITS} titles={titles} />
        ) : view === 'proposals' ? (
          <ProposalsView
            projectId={project.id}
            canEdit={canEdit}
            hits={all.currentData ?? NO_HITS}
            titles={titles}
            onOpen={open}
          />
        ) : (
          <>
            <p className={styles.note}>
              Records without a usable place whose street is the property’s. Others in its ZIP code or city are counted
              in the results.
            </p>
            <HitsTable {...tables} label="Unplaced records" hits={orphans} emptyText="No unplaced record was found." />
          </>
        )}
      </Sheet>
      {children(
        shown,
        found.find(({ id }) => id === selectedId),
        select,
      )}
      {opened ? (
        <HitDrawer
          hit={opened}
          title={titles.get(opened.list) ?? opened.list}
          titles={titles}
          others={opened.site === null ? [] : found.filter(({ id, site }) => site === opened.site && id !== opened.id)}
          dataSet={dataSets.data?.find(({ id }) => id === opened.data_set_id)}
          onOpen={open}
          onClose={() => change({ open: null })}
        />
      ) : null}
    </>
  );
}
