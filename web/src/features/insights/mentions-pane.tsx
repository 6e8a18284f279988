import { Button, Link, makeStyles, TableBody, Text, tokens } from '@fluentui/react-components';
import {
  ChevronDownRegular,
  ChevronRightRegular,
  DismissCircleRegular,
  HistoryRegular,
  MergeRegular,
} from '@fluentui/react-icons';
import { useId, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { RowGap, usePageList } from '../../components/long-list.js';
import { LoadingView } from '../../components/loading-view.js';
import { errorMessage } from '../../lib/http/errors.js';
import {
  NEARBY_RADIUS_M,
  parseCoordinate,
  placeText,
  useGetLandUsesQuery,
  useGetMentionHistoryQuery,
} from '../../evidence/evidence-api.js';
import { Comments } from '../../evidence/comments/comments.js';
import { recordAuthor } from '../../evidence/authors.js';
import { RouterLink } from '../../components/router-link.js';
import type { Feature, Mention, MentionRecord } from '../../evidence/evidence-api.js';
import { CopyForWord, FeatureStory } from './feature-story.js';
import { currentBy, hasQuery } from './insight-filters.js';
import type { InsightFilters } from './insight-filters.js';
import { relationText } from '../../evidence/relations.js';
import { LandUseLabels } from './land-use-labels.js';
import { MeasuredLine } from './measured-line.js';
import { SheetPlaceLine } from './sheet-place-line.js';
import { groupsOf } from './mention-groups.js';
import type { MentionGroup } from './mention-groups.js';
import { columnsOf, MentionGroupBody, MentionRow, MentionsTable } from './mention-rows.js';
import type { RowAction } from './mention-rows.js';
import { MAX_MERGED, TOO_MANY_MERGED } from './merge-plan.js';
import { namedNeighbours, type Neighbour } from './nearby-features.js';
import { RejectDialog, SupersedeDialog } from './record-dialogs.js';
import { endOf, reasonOf, recordText } from './record-changes.js';
import { findingOf } from './use-finding-actions.js';
import { RowFocus } from '../../components/row-focus.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { RiskMark } from './risk-mark.js';
import { yearsOf, type Sighting } from './sightings.js';
import type { Sources } from './use-sources.js';
import { usePersonalChoice } from '../../lib/ui/personal-choice.js';
import { YearStrip, yearsText } from './year-strip.js';
import { countText } from '../../lib/ui/formats.js';

const useStyles = makeStyles({
  head: { padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}` },
  name: { display: 'block', fontFamily: 'var(--symbio-font-display)', overflowWrap: 'anywhere' },
  facts: { color: tokens.colorNeutralForeground3, marginTop: '2px' },
  marks: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    marginTop: tokens.spacingVerticalS,
  },
  fold: { padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}` },
  nearby: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalS,
  },
  narrowed: {
    padding: `0 ${tokens.spacingHorizontalXL} ${tokens.spacingVerticalS}`,
    color: tokens.colorNeutralForeground3,
  },
});

/** With one record, in CSS pixels. */
const GROUP_HEIGHT = 150;

type Ending = { how: 'supersede' | 'reject'; record: MentionRecord } | null;

/** The story by year, then all records, newest first, folded (FEAT-22, FEAT-24, FEAT-25). */
export function FeatureHistory(props: {
  feature: Feature;
  mentions: readonly Mention[];
  /** Oldest first. */
  sightings: readonly Sighting[];
  sources: Sources;
  neighbours: readonly Neighbour[];
  filters: InsightFilters;
  canEdit: boolean;
  onSelect: (featureId: string) => void;
  onMerge: (featureIds: readonly string[]) => void;
  onOpen: (annotationId: string) => void;
}) {
  const { feature, mentions, sightings, neighbours, filters, canEdit, onSelect, onMerge, onOpen } = props;
  const styles = useStyles();
  const [ending, setEnding] = useState<Ending>(null);
  const { currentData, isError, error, refetch } = useGetMentionHistoryQuery(feature.id);
  const place = parseCoordinate(feature.coordinate);
  const { useType, band } = filters;
  const shown = useMemo(
    () => currentData?.filter((record) => hasQuery(record, { useType, band })) ?? [],
    [currentData, useType, band],
  );
  const groups = useMemo(() => groupsOf(shown), [shown]);
  const keys = useMemo(() => groups.map(({ mentionId }) => mentionId), [groups]);
  const table = useRef<HTMLTableElement>(null);
  const list = usePageList(table, { keys, rowHeight: GROUP_HEIGHT });
  const { byId: sources, failure } = props.sources;
  const { data: landUses } = useGetLandUsesQuery();
  const [fold, setFold] = usePersonalChoice('insights-history', ['open', 'folded']);
  const isOpen = fold === 'open';
  const historyId = useId();
  const relation = relationText(feature);
  const seen = useMemo(
    () => sightings.filter(({ mention }) => hasQuery(currentBy(mention), { useType, band })),
    [sightings, useType, band],
  );
  const labels = feature.land_use.map((value) => landUses?.find((use) => use.value === value)?.label ?? value);
  const facts = [labels.join(', '), relation, yearsText(yearsOf(seen))].filter(Boolean).join('. ');
  const cited = { name: feature.name, facts: facts === '' ? '' : `${facts}.` };
  const titleOf = (group: MentionGroup) => {
    const source = sources?.get(group.annotationId);
    const count = group.records.length;
    return [source?.text ?? 'Mention', count === 1 ? null : `${count} records`].filter(Boolean).join(' · ');
  };
  const endings = (record: MentionRecord): RowAction[] => [
    {
      label: 'Supersede',
      icon: <HistoryRegular />,
      title: 'Mark this record as superseded',
      onClick: () => setEnding({ how: 'supersede', record }),
    },
    // actions differ between an agent's proposal and a person's finding
    ...(failure
      ? []
      : [
          {
            label: 'Reject',
            icon: <DismissCircleRegular />,
            title: 'Mark this record as wrong',
            onClick: () => setEnding({ how: 'reject', record }),
          },
        ]),
  ];
  const startOf = (record: MentionRecord) => mentions.find(({ id }) => id === record.mention_id)?.created_at;
  const near = namedNeighbours(neighbours);
  // nearest first
  const mergeable = neighbours.slice(0, MAX_MERGED);
  return (
    <>
      <RowFocus />
      <div className={styles.head}>
        <Text as="h2" size={600} weight="semibold" className={styles.name}>
          {feature.name}
        </Text>
        <div className={styles.facts}>
          <LandUseLabels values={feature.land_use} />
          {[relation, place ? placeText(place) : 'No coordinate', feature.via === 'key' ? 'by API key' : null]
            .filter((part) => part !== null)
            .map((part) => ` · ${part}`)}{' '}
          {place && (
            <RouterLink
              to={`/projects/${feature.project_id}/map?at=${place.latitude.toFixed(6)},${place.longitude.toFixed(6)},18`}
            >
              Show on the map
            </RouterLink>
          )}
        </div>
        <MeasuredLine feature={feature} />
        {canEdit && <SheetPlaceLine feature={feature} />}
        <div className={styles.marks}>
          <RiskMark landUses={feature.land_use} />
          <YearStrip years={yearsOf(sightings)} />
        </div>
        {seen.length > 0 && (
          <div className={styles.marks}>
            <CopyForWord feature={cited} sightings={seen} />
            <RouterLink to={`/projects/${feature.project_id}/time-machine?feature=${feature.id}`}>
              Follow through the years
            </RouterLink>
          </div>
        )}
        {neighbours.length > 0 && (
          <div className={styles.nearby}>
            <span>
              {`Within ${NEARBY_RADIUS_M} m: `}
              {near.named.map(({ feature: neighbour, distance }, index) => (
                <span key={neighbour.id}>
                  {index > 0 && ', '}
                  <Link inline onClick={() => onSelect(neighbour.id)}>
                    {neighbour.name}
                  </Link>
                  {` (${Math.round(distance)} m)`}
                </span>
              ))}
              {near.rest}
              {canEdit && mergeable.length < neighbours.length
                ? `. ${TOO_MANY_MERGED}: this one and the ${MAX_MERGED} nearest are offered.`
                : ''}
            </span>
            {canEdit && (
              <Button
                size="small"
                icon={<MergeRegular />}
                onClick={() => onMerge([feature.id, ...mergeable.map((each) => each.feature.id)])}
              >
                Merge...
              </Button>
            )}
          </div>
        )}
      </div>
      {failure && <LoadErrorMessage what="The annotations" {...failure} />}
      <FeatureStory feature={cited} sightings={seen} onOpen={onOpen} />
      <Comments key={feature.id} subject={{ kind: 'feature', id: feature.id }} />
      {currentData && sources ? (
        currentData.length === 0 ? (
          <EmptyState title="No mentions yet.">Link an annotation to this feature from a sheet.</EmptyState>
        ) : (
          <>
            {seen.length === 0 && shown.length === currentData.length && (
              <p className={styles.narrowed}>No current evidence: each record was superseded or rejected.</p>
            )}
            <Narrowed shown={shown.length} all={currentData.length} />
            <h3 className={styles.fold}>
              <Button
                appearance="subtle"
                icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
                aria-expanded={isOpen}
                aria-controls={historyId}
                onClick={() => setFold(isOpen ? 'folded' : 'open')}
              >
                {`History (${countText(shown.length, 'record')})`}
              </Button>
            </h3>
            <div id={historyId}>
              {isOpen && shown.length > 0 && (
                <MentionsTable tableRef={table}>
                  {list.parts.map((part) => {
                    const group = 'index' in part ? groups[part.index] : undefined;
                    if ('gap' in part)
                      return (
                        <TableBody key={part.key}>
                          <RowGap height={part.gap} columns={columnsOf(false)} />
                        </TableBody>
                      );
                    return group ? (
                      <MentionGroupBody
                        key={group.mentionId}
                        title={titleOf(group)}
                        index={part.index}
                        measure={list.measure}
                      >
                        {group.records.map((record) => (
                          <MentionRow
                            key={record.id}
                            said={{ ...record, narrative: recordText(record, currentData) }}
                            status={record.status}
                            who={recordAuthor(record)}
                            why={[reasonOf(record, currentData, startOf(record)), endOf(record, currentData)]}
                            annotationId={record.source_annotation_id}
                            onOpen={onOpen}
                            actions={canEdit && record.status === 'active' ? endings(record) : []}
                          />
                        ))}
                      </MentionGroupBody>
                    ) : null;
                  })}
                </MentionsTable>
              )}
            </div>
          </>
        )
      ) : isError ? (
        <HistoryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading mention history..." />
      )}
      {ending?.how === 'supersede' && (
        <SupersedeDialog finding={findingOf(ending.record, undefined)} onClose={() => setEnding(null)} />
      )}
      {ending?.how === 'reject' && (
        <RejectDialog
          findings={[findingOf(ending.record, sources?.get(ending.record.source_annotation_id))]}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

export function Narrowed({ shown, all }: { shown: number; all: number }) {
  const styles = useStyles();
  if (shown === all) return null;
  return <p className={styles.narrowed} role="status">{`${shown} of ${all} match the filters.`}</p>;
}

export function HistoryError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState title="Error loading mention history" onRetry={onRetry}>
      {errorMessage(error, 'Please try again.')}
    </ErrorState>
  );
}
