import {
  Button,
  Link,
  makeStyles,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import { DismissCircleRegular, HistoryRegular, MapRegular, MergeRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { HistoryStatus } from '@symbio/proto/feature/vocabulary';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { errorMessage } from '../../lib/errors.js';
import { medium, NO_VALUE } from '../../lib/formats.js';
import {
  NEARBY_RADIUS_M,
  parseCoordinate,
  placeText,
  useGetMentionHistoryQuery,
  useGetUnassociatedMentionsQuery,
} from '../../evidence/evidence-api.js';
import type { Feature, Mention, MentionRecord } from '../../evidence/evidence-api.js';
import { ConfidenceBadge } from '../../components/confidence-badge.js';
import { StatusBadge } from './badges.js';
import { filterLoose, isFiltered, isHeld, isSaid } from './insight-filters.js';
import type { InsightFilters } from './insight-filters.js';
import { LandUseLabels } from './land-use-labels.js';
import type { Neighbour } from './nearby-features.js';
import { RejectDialog, SupersedeDialog } from './record-dialogs.js';
import { authorName, endOf, reasonOf } from './record-story.js';

const useStyles = makeStyles({
  head: { padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}` },
  facts: { color: tokens.colorNeutralForeground3, marginTop: '2px' },
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
  scroll: { overflowX: 'auto', padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}` },
  table: { minWidth: '640px', tableLayout: 'auto' },
  narrative: { minWidth: '240px', paddingTop: tokens.spacingVerticalS, paddingBottom: tokens.spacingVerticalXS },
  words: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    marginTop: '2px',
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
  who: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginTop: '2px',
    overflowWrap: 'anywhere',
  },
  past: { color: tokens.colorNeutralForeground3 },
  nowrap: { whiteSpace: 'nowrap' },
});

/** A record that somebody wants to end, and how. */
type Ending = { how: 'supersede' | 'reject'; recordId: string } | null;

function EndingDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  if (!ending) return null;
  const Asked = ending.how === 'supersede' ? SupersedeDialog : RejectDialog;
  return <Asked recordId={ending.recordId} onClose={onClose} />;
}

/** The history of a feature's mentions, newest first (FEAT-22, FEAT-24, FEAT-25). */
export function FeatureHistory(props: {
  feature: Feature;
  /** The mentions of the project. */
  mentions: readonly Mention[];
  neighbours: readonly Neighbour[];
  filters: InsightFilters;
  canEdit: boolean;
  onSelect: (featureId: string) => void;
  onMerge: (featureIds: readonly string[]) => void;
  onOpen: (annotationId: string) => void;
}) {
  const { feature, mentions, neighbours, filters, canEdit, onSelect, onMerge, onOpen } = props;
  const styles = useStyles();
  const [ending, setEnding] = useState<Ending>(null);
  const { currentData, isError, error, refetch } = useGetMentionHistoryQuery(feature.id);
  const place = parseCoordinate(feature.coordinate);
  const shown = currentData?.filter((record) => isSaid(record, filters)) ?? [];
  const startOf = (record: MentionRecord) => mentions.find(({ id }) => id === record.mention_id)?.created_at;
  return (
    <>
      <div className={styles.head}>
        <Text as="h2" size={400} weight="semibold">
          {feature.name}
        </Text>
        <div className={styles.facts}>
          <LandUseLabels values={feature.land_use} />
          {` · ${place ? placeText(place) : 'No coordinate'}`}
        </div>
        {neighbours.length > 0 && (
          <div className={styles.nearby}>
            <span>
              {`Within ${NEARBY_RADIUS_M} m: `}
              {neighbours.map(({ feature: neighbour, distance }, index) => (
                <span key={neighbour.id}>
                  {index > 0 && ', '}
                  <Link inline onClick={() => onSelect(neighbour.id)}>
                    {neighbour.name}
                  </Link>
                  {` (${Math.round(distance)} m)`}
                </span>
              ))}
            </span>
            {canEdit && (
              <Button
                size="small"
                icon={<MergeRegular />}
                onClick={() => onMerge([feature.id, ...neighbours.map((each) => each.feature.id)])}
              >
                Merge...
              </Button>
            )}
          </div>
        )}
      </div>
      {currentData ? (
        currentData.length === 0 ? (
          <EmptyState title="No mentions yet.">Link an annotation to this feature from a sheet.</EmptyState>
        ) : (
          <>
            <Narrowed shown={shown.length} all={currentData.length} />
            {shown.length > 0 && (
              <MentionsTable>
                {shown.map((record) => (
                  <MentionRow
                    key={record.id}
                    said={record}
                    status={record.status}
                    who={authorName(record.author)}
                    why={[reasonOf(record, currentData, startOf(record)), endOf(record, currentData)]}
                    annotationId={record.source_annotation_id}
                    onOpen={onOpen}
                    onEnd={
                      canEdit && record.status === 'active'
                        ? (how) => setEnding({ how, recordId: record.id })
                        : undefined
                    }
                  />
                ))}
              </MentionsTable>
            )}
          </>
        )
      ) : isError ? (
        <HistoryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading mention history..." />
      )}
      <EndingDialog ending={ending} onClose={() => setEnding(null)} />
    </>
  );
}

/** The mentions that belong to no feature; always shown as active (FEAT-21, FEAT-23). */
export function UnassociatedMentions(props: {
  projectId: string;
  filters: InsightFilters;
  canEdit: boolean;
  onOpen: (annotationId: string) => void;
}) {
  const { projectId, filters, canEdit, onOpen } = props;
  const styles = useStyles();
  const [ending, setEnding] = useState<Ending>(null);
  const { currentData, isError, error, refetch } = useGetUnassociatedMentionsQuery(projectId);
  const holding = currentData?.filter(isHeld) ?? [];
  const rejected = (currentData?.length ?? 0) - holding.length;
  const shown = filterLoose(holding, filters);
  return (
    <>
      <div className={styles.head}>
        <Text as="h2" size={400} weight="semibold">
          Unassociated Mentions
        </Text>
        <div className={styles.facts}>
          Findings that nobody has linked to a feature of interest yet.
          {rejected > 0 && ` ${rejected === 1 ? 'One more was' : `${rejected} more were`} rejected.`}
        </div>
      </div>
      {currentData ? (
        holding.length === 0 ? (
          <EmptyState title="No unassociated mentions." />
        ) : (
          <>
            {isFiltered(filters) && <Narrowed shown={shown.length} all={holding.length} />}
            {shown.length > 0 && (
              <MentionsTable>
                {shown.map((mention) => (
                  <MentionRow
                    key={mention.id}
                    said={{
                      narrative: mention.current_narrative || mention.narrative,
                      confidence: mention.current_confidence,
                      use_type: mention.current_use_type,
                      created_at: mention.created_at,
                    }}
                    status="active"
                    landUse={mention.suggested_land_use ?? null}
                    annotationId={mention.source_annotation_id}
                    onOpen={onOpen}
                    onEnd={
                      canEdit && mention.current_history_id
                        ? (how) => setEnding({ how, recordId: mention.current_history_id ?? '' })
                        : undefined
                    }
                  />
                ))}
              </MentionsTable>
            )}
          </>
        )
      ) : isError ? (
        <HistoryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading mentions..." />
      )}
      <EndingDialog ending={ending} onClose={() => setEnding(null)} />
    </>
  );
}

/** Says that filters leave something out. */
function Narrowed({ shown, all }: { shown: number; all: number }) {
  const styles = useStyles();
  if (shown === all) return null;
  return <p className={styles.narrowed} role="status">{`${shown} of ${all} match the filters.`}</p>;
}

function HistoryError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState title="Error loading mention history" onRetry={onRetry}>
      {errorMessage(error, 'Please try again.')}
    </ErrorState>
  );
}

function MentionsTable({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.scroll}>
      <Table className={styles.table} aria-label="Mentions">
        <TableHeader>
          <TableRow>
            <TableHeaderCell>Narrative</TableHeaderCell>
            <TableHeaderCell>Confidence</TableHeaderCell>
            <TableHeaderCell>Use type</TableHeaderCell>
            <TableHeaderCell>Status</TableHeaderCell>
            <TableHeaderCell>Created</TableHeaderCell>
          </TableRow>
        </TableHeader>
        <TableBody>{children}</TableBody>
      </Table>
    </div>
  );
}

interface MentionRowProps {
  said: Pick<MentionRecord, 'narrative' | 'confidence' | 'use_type' | 'created_at'>;
  status: HistoryStatus;
  /** Who said it. */
  who?: string;
  /** Why the record is there, and what ended it. */
  why?: readonly (string | null)[];
  /** What an agent takes the site for. */
  landUse?: string | null;
  annotationId: string;
  onOpen: (annotationId: string) => void;
  /** Absent where there is nothing to end. */
  onEnd?: (how: 'supersede' | 'reject') => void;
}

function MentionRow(props: MentionRowProps) {
  const { said, status, who, why = [], landUse = null, annotationId, onOpen, onEnd } = props;
  const styles = useStyles();
  const restoreFocus = useRestoreFocusTarget();
  return (
    <TableRow className={status === 'active' ? undefined : styles.past}>
      <TableCell className={styles.narrative}>
        <div className={styles.words}>{said.narrative ? said.narrative : NO_VALUE}</div>
        <div className={styles.who}>
          {[who, ...why].filter(Boolean).join(' · ')}
          {landUse && (
            <>
              Suggested land use: <LandUseLabels values={[landUse]} />
            </>
          )}
        </div>
        <div className={styles.foot}>
          <Button
            {...restoreFocus}
            size="small"
            appearance="subtle"
            icon={<MapRegular />}
            disabled={annotationId === ''}
            title={annotationId === '' ? 'The annotation was deleted' : undefined}
            onClick={() => onOpen(annotationId)}
          >
            View on sheet
          </Button>
          {onEnd && (
            <>
              <Button
                {...restoreFocus}
                size="small"
                appearance="subtle"
                icon={<HistoryRegular />}
                title="Take this record out of force"
                onClick={() => onEnd('supersede')}
              >
                Supersede
              </Button>
              <Button
                {...restoreFocus}
                size="small"
                appearance="subtle"
                icon={<DismissCircleRegular />}
                title="Say that this record is wrong"
                onClick={() => onEnd('reject')}
              >
                Reject
              </Button>
            </>
          )}
        </div>
      </TableCell>
      <TableCell>{said.confidence === null ? NO_VALUE : <ConfidenceBadge confidence={said.confidence} />}</TableCell>
      <TableCell>{said.use_type ? said.use_type : NO_VALUE}</TableCell>
      <TableCell>
        <StatusBadge status={status} />
      </TableCell>
      <TableCell className={styles.nowrap}>{medium(said.created_at)}</TableCell>
    </TableRow>
  );
}
