import { Button, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, DatabaseSearchRegular, MapRegular, TableRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { evidenceExports } from '../../evidence/project-export.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useIsLeaving } from '../../lib/navigation/is-leaving.js';
import { useUrlState } from '../../lib/navigation/url-state.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';
import {
  useGetFeaturesQuery,
  useGetProjectMentionsQuery,
  useGetUnassociatedMentionsQuery,
} from '../../evidence/evidence-api.js';
import { ChronologyView } from './chronology-view.js';
import { useActiveDeterminations } from './determinations/determinations-api.js';
import { EvidenceDrawer } from './evidence-drawer.js';
import { FeaturesTable, UNASSOCIATED } from './features-table.js';
import { InsightFilterBar } from './insight-filter-bar.js';
import {
  FILTER_PARAMS,
  SORT_PARAM,
  filterFeatures,
  filtersOf,
  isFiltered,
  isCurrent,
  nextSort,
  sortFeatures,
  sortOf,
} from './insight-filters.js';
import type { InsightFilters } from './insight-filters.js';
import { useAssignees } from '../../evidence/comments/comments-api.js';
import { FeatureHistory } from './mentions-pane.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { UnassociatedMentions } from './unassociated-mentions.js';
import { MergeDialog } from './merge-dialog.js';
import { neighboursOf } from './nearby-features.js';
import { PickBar } from './pick-bar.js';
import { sightingsOf } from './sightings.js';
import { useNarrow } from './use-narrow.js';
import { useSightings } from './use-sightings.js';
import { useSources } from './use-sources.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(540px, 2fr) minmax(0, 3fr)',
    gap: tokens.spacingHorizontalXL,
    alignItems: 'start',
    '@media (max-width: 1080px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  views: { marginBottom: tokens.spacingVerticalM, marginInlineStart: '-6px' },
  back: { marginBottom: tokens.spacingVerticalS },
  // features stay visible while the history scrolls
  list: { '@media (min-width: 1081px)': { position: 'sticky', top: '72px' } },
  history: { minWidth: 0, scrollMarginTop: '72px' },
});

const DeterminationDrawer = lazy(async () => ({
  default: (await import('./determinations/determination-drawer.js')).DeterminationDrawer,
}));
const GroupDetermination = lazy(async () => ({
  default: (await import('./determinations/group-determination.js')).GroupDetermination,
}));

const OPEN_PARAM = 'annotation';
const DETERMINE_PARAM = 'determine';
const VIEW_PARAM = 'view';
const CHRONOLOGY = 'chronology';
const FEATURES = 'features';

function changed(address: URLSearchParams, values: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(values))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}

/**
 * FEAT-20 to FEAT-28. Selection, drawer and filters are in the URL, so that remote changes never move the user.
 * @param props.review link to the review of proposals
 */
export function InsightsPage({ review }: { review?: ReactNode }) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const [address, change] = useUrlState();
  const isNarrow = useNarrow();
  const features = useGetFeaturesQuery(project.id);
  const mentions = useGetProjectMentionsQuery(project.id);
  const unassociated = useGetUnassociatedMentionsQuery(project.id);
  const navigate = useNavigate();
  const [picks, setPicks] = useState<ReadonlySet<string>>(new Set());
  const [mergingIds, setMergingIds] = useState<readonly string[]>([]);
  const [isDetermining, setDetermining] = useState(false);
  useDocumentTitle('Insights', project.title);

  const filters = filtersOf(address);
  const { name, landUse, useType, band } = filters;
  const { by, isDescending } = sortOf(address) ?? { by: null, isDescending: false };
  const list = useMemo(() => features.data ?? [], [features.data]);
  const said = useMemo(() => mentions.data ?? [], [mentions.data]);
  const shown = useMemo(
    () => sortFeatures(filterFeatures(list, said, { name, landUse, useType, band }), by && { by, isDescending }),
    [list, said, name, landUse, useType, band, by, isDescending],
  );
  const landUses = useMemo(() => [...new Set(list.flatMap((feature) => feature.land_use))], [list]);
  const neighbours = useMemo(() => neighboursOf(list), [list]);
  const sources = useSources(project.id);
  const sightings = useSightings(sources, said);
  const assignees = useAssignees(project.id);
  const determinations = useActiveDeterminations(project.id);
  const mentionCounts = useMemo(() => {
    const counts = new Map<string, number>();
    for (const mention of said) {
      const id = mention.feature_of_interest_id;
      if (id && isCurrent(mention)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }, [said]);

  const history = useRef<HTMLDivElement>(null);
  const select = useCallback(
    (id: string) => {
      if (isNarrow) {
        // a history entry of its own: Back returns to the list
        void navigate({ search: `?${changed(address, { feature: id, [VIEW_PARAM]: null }).toString()}` });
        return;
      }
      change({ feature: id, [VIEW_PARAM]: null });
      const top = history.current?.getBoundingClientRect().top ?? 0;
      // scroll to the top of the history if it is below the features or scrolled past
      if (top < 0 || top > window.innerHeight * 0.8) history.current?.scrollIntoView({ block: 'start' });
    },
    [address, change, isNarrow, navigate],
  );
  const open = useCallback((id: string) => change({ [OPEN_PARAM]: id }), [change]);
  const determine = useCallback((id: string) => change({ feature: id, [DETERMINE_PARAM]: '1' }), [change]);
  // rows show mention data, so wait for mentions
  const isLoading = features.isLoading || (mentions.isFetching && !mentions.data);
  const isUnavailable = mentions.isError && !mentions.data;
  const narrow = (changes: Partial<Record<keyof InsightFilters, string | null>>) =>
    change(
      Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [FILTER_PARAMS[name as keyof InsightFilters], value]),
      ),
    );

  const asked = address.get('feature');
  const selected = asked ?? (isNarrow ? null : (sortFeatures(list, null)[0]?.id ?? UNASSOCIATED));
  const feature = list.find(({ id }) => id === selected) ?? null;
  const view = address.get(VIEW_PARAM) === CHRONOLOGY ? CHRONOLOGY : FEATURES;
  const showsList = !isNarrow || view === CHRONOLOGY || selected === null;
  const openId = address.get(OPEN_PARAM);
  // store the default selection in the URL, so that remote changes do not change it
  const isListed = features.data !== undefined;
  const isLeaving = useIsLeaving();
  useEffect(() => {
    // a write would cancel the navigation to another screen
    if (asked === null && isListed && selected !== null && !isLeaving) change({ feature: selected });
  }, [asked, change, isLeaving, isListed, selected]);

  // merged or deleted features are no longer selected
  const picked = useMemo(() => new Set(list.map(({ id }) => id).filter((id) => picks.has(id))), [list, picks]);
  const merging = list.filter(({ id }) => mergingIds.includes(id));
  const undetermined = list.filter(({ id }) => picked.has(id) && !determinations.has(id));
  const pick = useCallback(
    (id: string, isPicked: boolean) =>
      setPicks((before) => new Set(isPicked ? [...before, id] : [...before].filter((other) => other !== id))),
    [],
  );

  return (
    <>
      <PageHeader
        title="Insight Generation"
        subtitle="Features of interest on and near the property, and the evidence for each."
        actions={
          <>
            {review}
            <Button icon={<MapRegular />} onClick={() => void navigate(`/projects/${project.id}/map`)}>
              Map
            </Button>
            <Button icon={<DatabaseSearchRegular />} onClick={() => void navigate(`/projects/${project.id}/records`)}>
              Records
            </Button>
            <Button icon={<TableRegular />} onClick={() => void navigate(`/projects/${project.id}/coverage`)}>
              Coverage
            </Button>
            <ExportMenu entries={evidenceExports(project.id)} />
          </>
        }
      />
      <TabList
        size="small"
        className={styles.views}
        aria-label="View"
        selectedValue={view}
        onTabSelect={(_, { value }) => change({ [VIEW_PARAM]: value === CHRONOLOGY ? CHRONOLOGY : null })}
      >
        <Tab value={FEATURES}>Features</Tab>
        <Tab value={CHRONOLOGY}>Chronology</Tab>
      </TabList>
      {showsList && <InsightFilterBar filters={filters} landUses={landUses} onChange={narrow} />}
      {sightings.failure && <LoadErrorMessage what="The sheets" {...sightings.failure} />}
      {view === CHRONOLOGY ? (
        <ChronologyView features={shown} sightings={sightings} onSelect={select} onOpen={open} />
      ) : (
        <div className={styles.columns}>
          {showsList && (
            <Sheet padded={false} className={styles.list} aria-label="Features of interest">
              {picked.size > 0 && (
                <PickBar
                  count={picked.size}
                  undetermined={sightings.isLoading ? 0 : undetermined.length}
                  onDetermine={() => setDetermining(true)}
                  onMerge={() => setMergingIds([...picked])}
                  onClear={() => setPicks(new Set())}
                />
              )}
              {isUnavailable && (
                <LoadErrorMessage what="The mentions" error={mentions.error} onRetry={() => void mentions.refetch()} />
              )}
              {isLoading ? (
                <LoadingView label="Loading features..." />
              ) : features.isError && !features.data ? (
                <ErrorState title="Features could not be loaded" onRetry={() => void features.refetch()}>
                  {errorMessage(features.error, 'Please try again.')}
                </ErrorState>
              ) : (
                <FeaturesTable
                  features={shown}
                  neighbours={neighbours}
                  mentionCounts={mentionCounts}
                  assignees={assignees}
                  sightings={sightings.byFeature}
                  determinations={determinations}
                  onDetermine={determine}
                  unassociatedCount={unassociated.data?.length ?? null}
                  sort={sortOf(address)}
                  onSort={(key) => change({ [SORT_PARAM]: nextSort(sortOf(address), key) })}
                  selected={selected ?? ''}
                  onSelect={select}
                  picked={canEdit ? picked : null}
                  onPick={pick}
                  onPickAll={(isPicked) => setPicks(new Set(isPicked ? shown.map(({ id }) => id) : []))}
                  emptyText={
                    isUnavailable && (useType !== null || band !== null)
                      ? 'The features cannot be filtered until their mentions are loaded.'
                      : isFiltered(filters) && list.length > 0
                        ? 'No feature matches the filters.'
                        : 'No features of interest yet.'
                  }
                />
              )}
            </Sheet>
          )}
          {/* on phones it follows the features, so wait for their layout */}
          {isLoading || selected === null ? null : (
            <div ref={history} className={styles.history}>
              {isNarrow && <BackToFeatures onBack={() => change({ feature: null })} />}
              <Sheet padded={false} aria-label="Mention history">
                {selected === UNASSOCIATED ? (
                  <UnassociatedMentions
                    projectId={project.id}
                    sources={sources}
                    filters={filters}
                    canEdit={canEdit}
                    onOpen={open}
                  />
                ) : feature && sightings.isLoading ? (
                  <LoadingView label="Loading excerpts..." />
                ) : feature ? (
                  <FeatureHistory
                    key={feature.id}
                    feature={feature}
                    mentions={said}
                    sources={sources}
                    sightings={sightingsOf(sightings.byFeature, feature.id)}
                    neighbours={neighbours.get(feature.id) ?? []}
                    filters={filters}
                    canEdit={canEdit}
                    onSelect={select}
                    onMerge={setMergingIds}
                    onOpen={open}
                  />
                ) : (
                  <EmptyState title="This feature no longer exists.">Choose another one from the table.</EmptyState>
                )}
              </Sheet>
            </div>
          )}
        </div>
      )}
      {openId && <EvidenceDrawer annotationId={openId} onClose={() => change({ [OPEN_PARAM]: null })} />}
      {feature && address.get(DETERMINE_PARAM) !== null && !sightings.isLoading && (
        <Suspense fallback={null}>
          <DeterminationDrawer
            feature={feature}
            sightings={sightingsOf(sightings.byFeature, feature.id)}
            canEdit={canEdit}
            {...stepsFrom(shown, feature.id, determine)}
            onClose={() => change({ [DETERMINE_PARAM]: null })}
          />
        </Suspense>
      )}
      {isDetermining && (
        <Suspense fallback={null}>
          <GroupDetermination
            features={undetermined}
            sightings={sightings.byFeature}
            onClose={() => setDetermining(false)}
          />
        </Suspense>
      )}
      {mergingIds.length > 0 && (
        <MergeDialog
          features={merging}
          mentionCounts={mentionCounts}
          onMerged={(kept) => {
            setMergingIds([]);
            setPicks(new Set());
            select(kept.id);
          }}
          onClose={() => setMergingIds([])}
        />
      )}
    </>
  );
}

function stepsFrom(features: readonly { id: string }[], id: string, go: (id: string) => void) {
  const at = features.findIndex((feature) => feature.id === id);
  const stepTo = (feature: { id: string } | undefined) => (feature ? () => go(feature.id) : null);
  return { onPrevious: at > 0 ? stepTo(features[at - 1]) : null, onNext: stepTo(features[at + 1]) };
}

/** Of the story, which takes the whole screen on phones. */
function BackToFeatures({ onBack }: { onBack: () => void }) {
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  // the row that had the focus is gone
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} appearance="subtle" className={styles.back} icon={<ArrowLeftRegular />} onClick={onBack}>
      Back to features
    </Button>
  );
}
