import {
  Badge,
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
} from '@fluentui/react-components';
import { HistoryRegular, MapRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { apiErrorOf, errorMessage } from '../../lib/errors.js';
import { medium, NO_VALUE } from '../../lib/formats.js';
import { useProject } from '../../lib/project-context.js';
import { notify } from '../../lib/toasts.js';
import { useLazyGetAnnotationQuery } from '../../viewer/annotations-api.js';
import {
  NEARBY_RADIUS_M,
  useGetMentionHistoryQuery,
  useGetUnassociatedMentionsQuery,
  useSupersedeRecordMutation,
} from '../../viewer/evidence-api.js';
import type { Author, Feature, HistoryStatus, MentionRecord } from '../../viewer/evidence-api.js';
import { confidenceBand, confidenceText } from './confidence.js';
import type { ConfidenceBand } from './confidence.js';
import { LandUseLabels } from './land-use-labels.js';
import type { Neighbour } from './nearby-features.js';

const useStyles = makeStyles({
  head: { padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}` },
  facts: { color: tokens.colorNeutralForeground3, marginTop: '2px' },
  nearby: { marginTop: tokens.spacingVerticalS },
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
  author: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    paddingInlineStart: tokens.spacingHorizontalS,
  },
  past: { color: tokens.colorNeutralForeground3 },
  nowrap: { whiteSpace: 'nowrap' },
});

/** The history of a feature's mentions, newest first (FEAT-22, FEAT-24, FEAT-25). */
export function FeatureHistory(props: {
  feature: Feature;
  neighbours: readonly Neighbour[];
  canEdit: boolean;
  onSelect: (featureId: string) => void;
}) {
  const { feature, neighbours, canEdit, onSelect } = props;
  const styles = useStyles();
  const [asking, setAsking] = useState<MentionRecord | null>(null);
  const { currentData, isError, error, refetch } = useGetMentionHistoryQuery(feature.id);
  return (
    <>
      <div className={styles.head}>
        <Text as="h2" size={400} weight="semibold">
          {feature.name}
        </Text>
        <div className={styles.facts}>
          <LandUseLabels values={feature.land_use} />
          {` · ${feature.coordinate ?? 'No coordinate'}`}
        </div>
        {neighbours.length > 0 && (
          <div className={styles.nearby}>
            {`Within ${NEARBY_RADIUS_M} m: `}
            {neighbours.map(({ feature: neighbour, distance }, index) => (
              <span key={neighbour.id}>
                {index > 0 && ', '}
                <Link onClick={() => onSelect(neighbour.id)}>{neighbour.name}</Link>
                {` (${Math.round(distance)} m)`}
              </span>
            ))}
          </div>
        )}
      </div>
      {currentData ? (
        currentData.length === 0 ? (
          <EmptyState title="No mentions yet.">Link an annotation to this feature from a sheet.</EmptyState>
        ) : (
          <MentionsTable>
            {currentData.map((record) => (
              <MentionRow
                key={record.id}
                said={record}
                status={record.status}
                author={record.author ?? null}
                annotationId={record.source_annotation_id}
                onSupersede={canEdit && record.status === 'active' ? () => setAsking(record) : undefined}
              />
            ))}
          </MentionsTable>
        )
      ) : isError ? (
        <HistoryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading mention history..." />
      )}
      {asking && <SupersedeDialog record={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

/** The mentions that belong to no feature; always shown as active (FEAT-21, FEAT-23). */
export function UnassociatedMentions({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const { currentData, isError, error, refetch } = useGetUnassociatedMentionsQuery(projectId);
  return (
    <>
      <div className={styles.head}>
        <Text as="h2" size={400} weight="semibold">
          Unassociated Mentions
        </Text>
        <div className={styles.facts}>Findings that nobody has linked to a feature of interest yet.</div>
      </div>
      {currentData ? (
        currentData.length === 0 ? (
          <EmptyState title="No unassociated mentions." />
        ) : (
          <MentionsTable>
            {currentData.map((mention) => (
              <MentionRow
                key={mention.id}
                said={{
                  narrative: mention.current_narrative ?? mention.narrative,
                  confidence: mention.current_confidence,
                  use_type: mention.current_use_type,
                  created_at: mention.created_at,
                }}
                status="active"
                author={null}
                annotationId={mention.source_annotation_id}
              />
            ))}
          </MentionsTable>
        )
      ) : isError ? (
        <HistoryError error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading mentions..." />
      )}
    </>
  );
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
  author: Author | null;
  annotationId: string;
  /** Absent where there is nothing to supersede. */
  onSupersede?: () => void;
}

function MentionRow({ said, status, author, annotationId, onSupersede }: MentionRowProps) {
  const styles = useStyles();
  return (
    <TableRow className={status === 'active' ? undefined : styles.past}>
      <TableCell className={styles.narrative}>
        <div className={styles.words}>{said.narrative ? said.narrative : NO_VALUE}</div>
        <div className={styles.foot}>
          {author && <span className={styles.author}>{authorName(author)}</span>}
          <SheetButton annotationId={annotationId} />
          {onSupersede && (
            <Button
              size="small"
              appearance="subtle"
              icon={<HistoryRegular />}
              title="Take this record out of force"
              onClick={onSupersede}
            >
              Supersede
            </Button>
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

function authorName(author: Author): string {
  if (author.display_name) return author.display_name;
  if (author.agent_name) return [author.agent_name, author.agent_version].filter(Boolean).join(' ');
  return author.author_type === 'ai_agent' ? 'AI agent' : 'Unknown';
}

const BADGE_COLOURS: Record<ConfidenceBand, 'success' | 'warning' | 'danger'> = {
  green: 'success',
  yellow: 'warning',
  red: 'danger',
};

/** A confidence on its scale of ten, in the colour of its band (FEAT-26). */
export function ConfidenceBadge({ confidence }: { confidence: number }) {
  const band = confidenceBand(confidence);
  return (
    <Badge appearance="tint" color={BADGE_COLOURS[band]} data-band={band}>
      {confidenceText(confidence)}
    </Badge>
  );
}

const STATUS_COLOURS: Record<HistoryStatus, 'success' | 'informative' | 'danger'> = {
  active: 'success',
  superseded: 'informative',
  rejected: 'danger',
};

function StatusBadge({ status }: { status: HistoryStatus }) {
  return (
    <Badge appearance="outline" color={STATUS_COLOURS[status]}>
      {status}
    </Badge>
  );
}

/** Leads to the annotation on its sheet. Where it lies is asked when somebody wants to go there. */
function SheetButton({ annotationId }: { annotationId: string }) {
  const { project } = useProject();
  const navigate = useNavigate();
  const [find, { isFetching }] = useLazyGetAnnotationQuery();
  const go = async () => {
    try {
      const annotation = await find(annotationId, true).unwrap();
      const query = new URLSearchParams({ page: annotation.document_page_id, annotation: annotation.id });
      await navigate(`/projects/${project.id}/documents/${annotation.document_id}?${query.toString()}`);
    } catch (error) {
      const { status, message } = apiErrorOf(error);
      const description = status === 404 ? 'It was deleted.' : message;
      notify({ type: 'error', title: 'The annotation could not be opened', description });
    }
  };
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<MapRegular />}
      disabled={isFetching || annotationId === ''}
      onClick={() => void go()}
    >
      View on sheet
    </Button>
  );
}

function SupersedeDialog({ record, onClose }: { record: MentionRecord; onClose: () => void }) {
  const [supersede, { isLoading, error }] = useSupersedeRecordMutation();
  const confirm = async () => {
    const { error: failure } = await supersede(record.id);
    if (!failure) onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Supersede record"
      confirmLabel="Supersede"
      busyLabel="Superseding..."
      busy={isLoading}
      error={error ? errorMessage(error, 'Please try again.') : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      The record stays in the history but no longer counts. The newest record that is still active takes its place.
    </ConfirmDialog>
  );
}
