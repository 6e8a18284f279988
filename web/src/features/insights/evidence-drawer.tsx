import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  mergeClasses,
  OverlayDrawer,
  Text,
  tokens,
} from '@fluentui/react-components';
import { DismissCircleRegular, DismissRegular, LinkRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { apiErrorOf, errorMessage } from '../../lib/http/errors.js';
import { medium, NO_VALUE } from '../../lib/ui/formats.js';
import { useMe } from '../../lib/session/me.js';
import { useProject } from '../../lib/project/project-context.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { authorOf, currentDecision, isOpenProposal, shapeName } from '../../evidence/annotation-records.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import { useGetAnnotationHistoryQuery, useGetSourceAnnotationQuery } from '../../evidence/evidence-api.js';
import type { MentionRecord } from '../../evidence/evidence-api.js';
import { recordAuthor } from '../../evidence/authors.js';
import type { DocumentPage } from '../../evidence/page-records.js';
import { AssociateDialog } from '../../evidence/association/associate-dialog.js';
import { pageLabel, pageSubtitle, sheetOf } from '../../evidence/document-pages.js';
import { useGetDocumentPagesQuery, useGetDocumentQuery } from '../../evidence/documents-api.js';
import { ConfidenceMark } from '../../components/confidence-badge.js';
import { StatusBadge } from './badges.js';
import { RejectDialog } from './record-dialogs.js';
import { endOf, reasonOf } from './record-changes.js';
import { SheetExcerpt } from './sheet-excerpt.js';
import { findingOf } from './use-finding-actions.js';

const useStyles = makeStyles({
  drawer: { width: 'min(100vw, 760px)' },
  title: { overflowWrap: 'anywhere' },
  source: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, paddingBottom: '24px' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalL },
  records: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '12px' },
  record: {
    paddingInlineStart: tokens.spacingHorizontalM,
    borderLeft: `3px solid ${tokens.colorNeutralStroke2}`,
  },
  holds: { borderLeftColor: tokens.colorStatusSuccessBorderActive },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  words: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  heading: { marginBottom: tokens.spacingVerticalS },
  history: { ':focus': { outlineStyle: 'none' } },
  reject: { display: 'flex', marginTop: '2px', marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
  past: { color: tokens.colorNeutralForeground3 },
});

const NO_RECORDS: readonly MentionRecord[] = [];

interface EvidenceDrawerProps {
  annotationId: string;
  onClose: () => void;
}

/** FEAT-19 */
export function EvidenceDrawer({ annotationId, onClose }: EvidenceDrawerProps) {
  const styles = useStyles();
  const { project } = useProject();
  const { currentData: annotation, error, refetch } = useGetSourceAnnotationQuery(annotationId);
  const document = useGetDocumentQuery(annotation?.document_id ?? '', { skip: !annotation });
  const pages = useGetDocumentPagesQuery(annotation?.document_id ?? '', { skip: !annotation });
  const page = pages.currentData?.find(({ id }) => id === annotation?.document_page_id) ?? null;
  const history = useGetAnnotationHistoryQuery(annotationId);
  const isDeleted = error !== undefined && apiErrorOf(error).status === 404;
  // 404: the annotation has no records (ERR-02)
  const hasNoRecords = history.error !== undefined && apiErrorOf(history.error).status === 404;
  const records = hasNoRecords ? NO_RECORDS : history.currentData;
  const source = [document.currentData?.title, page ? pageLabel(page) : null, page ? pageSubtitle(page) : null]
    .filter(Boolean)
    .join(', ');
  return (
    <OverlayDrawer
      open
      position="end"
      className={styles.drawer}
      onOpenChange={(_, { open }) => !open && onClose()}
      aria-label="Evidence"
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          heading={{ className: styles.title }}
          action={<Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />}
        >
          {annotation ? labelOf(annotation) : 'Evidence'}
        </DrawerHeaderTitle>
        {source && <div className={styles.source}>{source}</div>}
      </DrawerHeader>
      <DrawerBody className={styles.body}>
        {annotation ? (
          <>
            <Picture
              annotation={annotation}
              pages={pages.currentData}
              error={pages.error}
              onRetry={() => void pages.refetch()}
              description={`${labelOf(annotation)}, ${source}`}
            />
            <Facts annotation={annotation} projectId={project.id} />
          </>
        ) : isDeleted ? (
          <EmptyState title="The annotation was deleted.">
            {records && records.length > 0 && 'Its records stay in the history below.'}
          </EmptyState>
        ) : error ? (
          <ErrorState title="The annotation could not be loaded" onRetry={() => void refetch()}>
            {errorMessage(error, 'Please try again.')}
          </ErrorState>
        ) : (
          <LoadingView label="Loading annotation..." />
        )}
        <History
          records={records}
          error={history.error}
          onRetry={() => void history.refetch()}
          annotation={annotation}
          // until the annotation is loaded it is unknown whether it is an agent's proposal
          mayReject={annotation !== undefined || isDeleted}
        />
      </DrawerBody>
    </OverlayDrawer>
  );
}

function Picture(props: {
  annotation: Annotation;
  pages: readonly DocumentPage[] | undefined;
  error: unknown;
  onRetry: () => void;
  description: string;
}) {
  const { annotation, pages, error, description } = props;
  const page = pages?.find(({ id }) => id === annotation.document_page_id);
  const sheet = useMemo(() => (page ? sheetOf(page) : null), [page]);
  if (sheet) return <SheetExcerpt sheet={sheet} coordinates={annotation.coordinates} description={description} />;
  if (pages) return <EmptyState title="The sheet has no image at the moment." />;
  if (error)
    return (
      <ErrorState title="The sheet could not be loaded" onRetry={props.onRetry}>
        {errorMessage(error, 'Please try again.')}
      </ErrorState>
    );
  return <LoadingView label="Loading sheet..." />;
}

/** Without focus the drawer stays hidden from screen readers. */
function useFocusAfter(isOpen: boolean, target: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) target.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, target]);
}

function Facts({ annotation, projectId }: { annotation: Annotation; projectId: string }) {
  const styles = useStyles();
  const me = useMe();
  const { canEdit } = useProject();
  const [isLinking, setLinking] = useState(false);
  const linkButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(isLinking, linkButton);
  const query = new URLSearchParams({ page: annotation.document_page_id, annotation: annotation.id });
  const decision = currentDecision(annotation);
  return (
    <>
      <div>
        {`${shapeName(annotation)} by ${authorOf(annotation)}, ${medium(annotation.created_at)}`}
        {decision && (
          <div className={styles.past}>
            {`Proposal ${decision.verdict} by ${decision.author_name ?? 'someone'}, ${medium(decision.decided_at)}`}
            {decision.reason ? `: ${decision.reason}` : ''}
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <RouterLink to={`/projects/${projectId}/documents/${annotation.document_id}?${query.toString()}`}>
          Open in the viewer
        </RouterLink>
        {annotation.author_type === 'human' && canEdit && me && (
          <Button ref={linkButton} icon={<LinkRegular />} onClick={() => setLinking(true)}>
            Associate with Feature
          </Button>
        )}
      </div>
      {isLinking && (
        <AssociateDialog
          projectId={projectId}
          annotation={{ ...annotation, key: annotation.id }}
          mayEdit={canEdit}
          onClose={() => setLinking(false)}
        />
      )}
    </>
  );
}

function History(props: {
  /** Undefined while loading. */
  records: readonly MentionRecord[] | undefined;
  error: unknown;
  onRetry: () => void;
  annotation: Annotation | undefined;
  mayReject: boolean;
}) {
  const { records, error, annotation, mayReject } = props;
  const styles = useStyles();
  const { canEdit } = useProject();
  const [rejecting, setRejecting] = useState<MentionRecord | null>(null);
  // rejecting a record removes its button
  const section = useRef<HTMLElement>(null);
  useFocusAfter(rejecting !== null, section);
  return (
    <section aria-label="History of this mention" ref={section} tabIndex={-1} className={styles.history}>
      <Text as="h3" size={400} weight="semibold" block className={styles.heading}>
        History
      </Text>
      {records ? (
        records.length === 0 ? (
          <Text className={styles.past}>No records yet.</Text>
        ) : (
          <ol className={styles.records} reversed>
            {records.map((record) => {
              const end = endOf(record, records);
              const holds = record.status === 'active';
              return (
                <li key={record.id} className={mergeClasses(styles.record, holds && styles.holds)}>
                  <div className={styles.line}>
                    {record.confidence !== null && <ConfidenceMark confidence={record.confidence} />}
                    <StatusBadge status={record.status} />
                    <span>{record.use_type ?? NO_VALUE}</span>
                  </div>
                  <div className={styles.words}>{record.narrative ? record.narrative : NO_VALUE}</div>
                  <Text size={200} className={styles.past}>
                    {[`${recordAuthor(record)}, ${medium(record.created_at)}`, reasonOf(record, records), end]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                  {holds && canEdit && mayReject && (
                    <Button
                      size="small"
                      appearance="subtle"
                      className={styles.reject}
                      icon={<DismissCircleRegular />}
                      onClick={() => setRejecting(record)}
                    >
                      Reject...
                    </Button>
                  )}
                </li>
              );
            })}
          </ol>
        )
      ) : error ? (
        <ErrorState title="Error loading mention history" onRetry={props.onRetry}>
          {errorMessage(error, 'Please try again.')}
        </ErrorState>
      ) : (
        <LoadingView label="Loading mention history..." />
      )}
      {rejecting && (
        <RejectDialog
          findings={[findingOf(rejecting, annotation && { annotation, isOpen: isOpenProposal(annotation) })]}
          onClose={() => setRejecting(null)}
        />
      )}
    </section>
  );
}
