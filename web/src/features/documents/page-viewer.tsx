import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
  Switch,
  Text,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  DocumentPdfRegular,
  MoreHorizontalRegular,
  NavigationRegular,
  PlayRegular,
} from '@fluentui/react-icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { errorMessage } from '../../lib/errors.js';
import { useProject } from '../../lib/project-context.js';
import { notify } from '../../lib/toasts.js';
import { useApiDispatch } from '../../viewer/api-thunks.js';
import type { DocumentPage } from '../../viewer/page-records.js';
import { PdfViewer } from '../../viewer/pdf-viewer.js';
import { preloadPages } from '../../viewer/sheet-preload.js';
import { AnnotatedSheet } from './annotated-sheet.js';
import { CategoryLabel } from './category-label.js';
import { listedPages, pageOfAddress, PRELOADED_PAGES } from './document-pages.js';
import { progressText } from './document-status.js';
import {
  documentsApi,
  isProcessing as isDocumentProcessing,
  PROCESSING_POLL_MS,
  useGetDocumentPagesQuery,
  useIngestDocumentMutation,
  useProcessDocumentMutation,
  useProcessPageMutation,
} from './documents-api.js';
import type { ProjectDocument } from './documents-api.js';
import { PageDetails } from './page-details.js';
import { PagesList } from './pages-list.js';
import { DocumentSearch } from '../page-search/document-search.js';
import { useDocumentHits } from '../page-search/document-hits.js';
import { PresenceAvatars } from '../presence/presence-avatars.js';
import { usePlace } from '../presence/presence.js';
import { ReviewButton } from '../review/review-button.js';
import { ReviewSlot } from '../review/review-slot.js';
import { renewalDelay } from './signed-addresses.js';
import { useSignedFile } from './use-signed-file.js';

/** Until the first sheet can be seen its coming is looked for more often, in milliseconds. */
const FIRST_SHEET_POLL_MS = 1000;

const NARROW = '@media (max-width: 900px)';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0, [NARROW]: { flexDirection: 'column' } },
  side: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '248px',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: { width: 'auto', borderRight: 'none', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  sideHead: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    [NARROW]: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', padding: tokens.spacingHorizontalS },
  },
  title: { overflowWrap: 'anywhere', [NARROW]: { flexBasis: '100%' } },
  category: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200, [NARROW]: { display: 'none' } },
  pagesToggle: { display: 'none', [NARROW]: { display: 'inline-flex' } },
  pages: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    [NARROW]: { display: 'none', maxHeight: '40dvh' },
  },
  pagesOpen: { [NARROW]: { display: 'flex' } },
  pagesHead: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalS} 0 ${tokens.spacingHorizontalL}`,
  },
  allPages: { marginInlineStart: 'auto', whiteSpace: 'nowrap' },
  empty: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: tokens.spacingHorizontalL },
  note: { margin: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}` },
  main: { display: 'flex', flexGrow: 1, minWidth: 0, minHeight: 0 },
  centre: { margin: 'auto' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: tokens.spacingHorizontalS },
});

/** The page-based viewer of a map document: pages at the side, the chosen sheet in the middle (VIEW-08 to VIEW-24). */
export function PageViewer({ document }: { document: ProjectDocument }) {
  const styles = useStyles();
  const { canEdit } = useProject();
  const [isPdfChosen, setShowsPdf] = useState(false);
  const [allPagesChosen, setAllPages] = useState<boolean | null>(null);
  const [isListOpen, setListOpen] = useState(false);
  const [address, setAddress] = useSearchParams();
  const { start, isStarting } = useProcessing(document);
  const runAgain = usePageAgain(document.id);
  const file = useSignedFile(document);
  const isProcessing = isStarting || isDocumentProcessing(document);
  const { pages, isLoading, isError, error, refetch } = usePages(document.id, isProcessing);
  const mainRef = useRef<HTMLDivElement>(null);

  const asked = pageOfAddress(pages, address.get('page'));
  const own = listedPages(pages, { category: document.category, allPages: false, isProcessing });
  // a document without pages of its own kind, or an address of another page, shows all of them
  const allPages = allPagesChosen ?? (own.length === 0 || (asked !== null && !own.includes(asked)));
  const words = address.get('q') ?? '';
  const isReviewing = address.get('review') === '1';
  const showsPdf = isPdfChosen && !isReviewing;
  const found = useDocumentHits(document, words);
  const listed = found.pageIds ? pages.filter(({ id }) => found.pageIds?.has(id)) : allPages ? pages : own;
  const selected = (asked && listed.includes(asked) ? asked : listed[0]) ?? null;
  usePreload(listed, mainRef);
  usePlace(document.id, selected?.id ?? null);

  const select = (page: DocumentPage) => {
    setShowsPdf(false);
    setListOpen(false);
    setAddress(addressOfPage(address, page), { replace: true });
  };
  const lookFor = (asked: string) => {
    const next = addressOfPage(address, selected);
    if (asked) next.set('q', asked);
    else next.delete('q');
    setAddress(next, { replace: true });
  };
  const turn = (step: -1 | 1) => {
    const next = selected && listed[listed.indexOf(selected) + step];
    if (next) select(next);
  };

  return (
    <div className={styles.root}>
      <aside className={styles.side} aria-label="Document">
        <div className={styles.sideHead}>
          <Text as="h1" weight="semibold" size={400} className={styles.title}>
            {document.title}
          </Text>
          <span className={styles.category}>
            <CategoryLabel value={document.category} />
          </span>
          <Button
            size="small"
            appearance={showsPdf ? 'primary' : 'secondary'}
            icon={<DocumentPdfRegular />}
            aria-pressed={showsPdf}
            disabled={isReviewing}
            onClick={() => setShowsPdf(!showsPdf)}
          >
            PDF Viewer
          </Button>
          <ReviewButton />
          <PresenceAvatars pageId={selected?.id ?? null} />
          <Button
            size="small"
            className={styles.pagesToggle}
            icon={<NavigationRegular />}
            aria-expanded={isListOpen}
            onClick={() => setListOpen(!isListOpen)}
          >
            Pages
          </Button>
        </div>
        <div className={mergeClasses(styles.pages, (isListOpen || pages.length === 0) && styles.pagesOpen)}>
          <div className={styles.pagesHead}>
            <Text as="h2" weight="semibold">
              Pages
            </Text>
            {pages.length > 0 && (
              <Switch
                className={styles.allPages}
                label="All pages"
                checked={allPages}
                onChange={(_, { checked }) => setAllPages(checked)}
              />
            )}
            {selected && !showsPdf && <PageDetails page={selected} />}
            {canEdit && selected && !showsPdf && <PageMenu page={selected} onRunAgain={runAgain} />}
          </div>
          {pages.length > 0 && <DocumentSearch words={words} count={found.count} onSearch={lookFor} />}
          {document.processing_error && !isProcessing && (
            <MessageBar className={styles.note} intent="error" layout="multiline">
              <MessageBarBody>{document.processing_error}</MessageBarBody>
            </MessageBar>
          )}
          {isProcessing && pages.length > 0 && (
            <Spinner
              className={styles.note}
              size="extra-tiny"
              label={progressText(document) ?? 'Processing...'}
              labelPosition="after"
            />
          )}
          {isLoading ? (
            <Spinner size="small" label="Loading pages..." />
          ) : isError && pages.length === 0 ? (
            <ErrorState title="Pages could not be loaded" onRetry={() => void refetch()}>
              {errorMessage(error, 'Please try again.')}
            </ErrorState>
          ) : listed.length > 0 ? (
            <PagesList
              pages={listed}
              selectedId={showsPdf ? null : (selected?.id ?? null)}
              isProcessing={isProcessing}
              onSelect={select}
              onRunAgain={canEdit ? runAgain : undefined}
            />
          ) : isProcessing ? (
            <Spinner size="small" label={progressText(document) ?? 'Processing...'} />
          ) : pages.length > 0 ? (
            <p className={styles.empty}>
              No page of this document is of its kind. Switch on “All pages” to see the others.
            </p>
          ) : (
            <div className={styles.empty}>
              <Text>No document pages found. Process the document to extract pages and images.</Text>
              {canEdit && (
                <Button appearance="primary" icon={<PlayRegular />} onClick={() => void start('ingest')}>
                  Process Document
                </Button>
              )}
            </div>
          )}
        </div>
      </aside>
      <div ref={mainRef} className={styles.main}>
        {showsPdf ? (
          <PdfViewer source={file} title={document.title} />
        ) : pages.length === 0 ? (
          <NoPages isLoading={isLoading} isProcessing={isProcessing} />
        ) : (
          <AnnotatedSheet
            document={document}
            page={selected}
            hits={found.boxesOf(selected?.id)}
            annotationAsked={asked === null || asked === selected ? address.get('annotation') : null}
            onTurnPage={turn}
            PanelTop={ReviewSlot}
          >
            <MissingSheet
              page={selected}
              isProcessing={isProcessing}
              onProcess={canEdit ? () => void start('images') : undefined}
              onRunAgain={canEdit ? runAgain : undefined}
            />
          </AnnotatedSheet>
        )}
      </div>
    </div>
  );
}

/** The address with this page; the annotation of another page goes, filters and all else stay. */
function addressOfPage(address: URLSearchParams, page: DocumentPage | null): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('annotation');
  if (page) next.set('page', String(page.page_number));
  return next;
}

function NoPages({ isLoading, isProcessing }: { isLoading: boolean; isProcessing: boolean }) {
  const styles = useStyles();
  return (
    <div className={styles.centre}>
      {isLoading ? (
        <Spinner label="Loading pages..." />
      ) : isProcessing ? (
        <ProcessingImages />
      ) : (
        <EmptyState title="Document not processed" />
      )}
    </div>
  );
}

interface MissingSheetProps {
  page: DocumentPage | null;
  isProcessing: boolean;
  /** Absent for people who may only look. */
  onProcess?: () => void;
  /** Makes this page alone again; absent for people who may only look. */
  onRunAgain?: (page: DocumentPage) => void;
}

/** What stands in the place of a sheet that can't be shown (VIEW-18, VIEW-19, VIEW-21). */
function MissingSheet({ page, isProcessing, onProcess, onRunAgain }: MissingSheetProps): ReactNode {
  const styles = useStyles();
  if (!page) {
    return (
      <EmptyState title="Select a page to view">
        Choose a page from the sidebar to start viewing the document.
      </EmptyState>
    );
  }
  if (isProcessing && page.status !== 'failed') return <ProcessingImages />;
  return (
    <EmptyState
      title="Image not available"
      action={
        onProcess && (
          <div className={styles.actions}>
            <Button appearance="primary" icon={<PlayRegular />} onClick={onProcess}>
              Process Images
            </Button>
            {page.status === 'failed' && onRunAgain && (
              <Button icon={<ArrowClockwiseRegular />} onClick={() => onRunAgain(page)}>
                Run this page again
              </Button>
            )}
          </div>
        )
      }
    >
      <p>This page hasn't been processed yet or the image failed to generate.</p>
      {page.error && <p>{page.error}</p>}
    </EmptyState>
  );
}

/** What can be done with the page that is open, whatever its state. */
function PageMenu({ page, onRunAgain }: { page: DocumentPage; onRunAgain: (page: DocumentPage) => void }) {
  return (
    <Menu positioning="below-end">
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={`Actions for page ${page.page_number}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<ArrowClockwiseRegular />} onClick={() => onRunAgain(page)}>
            {`Run page ${page.page_number} again`}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function ProcessingImages() {
  return (
    <MessageBar intent="info" layout="multiline" icon={<Spinner size="tiny" />}>
      <MessageBarBody>
        <MessageBarTitle>Processing Images</MessageBarTitle>
        <br />
        We are processing the document images in the background. Please wait...
      </MessageBarBody>
    </MessageBar>
  );
}

/** The pages of a document, read again while they are being made and before their signatures expire. */
function usePages(documentId: string, isProcessing: boolean) {
  const [renewal, setRenewal] = useState(0);
  const [hasSheet, setHasSheet] = useState(false);
  const { data, isLoading, isError, error, refetch, fulfilledTimeStamp } = useGetDocumentPagesQuery(documentId, {
    pollingInterval: isProcessing ? (hasSheet ? PROCESSING_POLL_MS : FIRST_SHEET_POLL_MS) : renewal,
    // a laptop that slept wakes up with expired addresses
    refetchOnFocus: true,
  });
  const pages = useMemo(() => data ?? [], [data]);
  const isFirstReady = pages.some((page) => page.status === 'ready');
  if (isFirstReady !== hasSheet) setHasSheet(isFirstReady);
  useEffect(() => {
    if (fulfilledTimeStamp) setRenewal(renewalDelay(pages, Date.now()));
  }, [pages, fulfilledTimeStamp]);
  // the last pages become ready with the end of the job, which ends the polling: they are read once more
  const wasProcessing = useRef(isProcessing);
  useEffect(() => {
    if (wasProcessing.current && !isProcessing) void refetch();
    wasProcessing.current = isProcessing;
  }, [isProcessing, refetch]);
  return { pages, isLoading, isError, error, refetch };
}

/** Loads the first view of the first pages ahead, once each (VIEW-15). */
function usePreload(listed: readonly DocumentPage[], viewRef: { current: HTMLElement | null }): void {
  const loaded = useRef(new Set<string>());
  useEffect(() => {
    const view = viewRef.current;
    if (!view) return;
    const fresh = listed
      .slice(0, PRELOADED_PAGES)
      .filter((page) => page.status === 'ready' && !loaded.current.has(page.id));
    for (const page of fresh) loaded.current.add(page.id);
    preloadPages(fresh, { width: view.clientWidth, height: view.clientHeight });
  }, [listed, viewRef]);
}

/** Makes one page again, alone, and says so. */
function usePageAgain(documentId: string): (page: DocumentPage) => void {
  const [processPage] = useProcessPageMutation();
  return (page) => {
    const run = async (): Promise<void> => {
      const { data, error } = await processPage({ documentId, pageNumber: page.page_number });
      if (data) {
        const title = `Page ${page.page_number} Processing Started`;
        notify({ type: 'success', title, description: `Job ID: ${data.job_id}` });
      } else {
        const description = errorMessage(error, 'Unknown error occurred.');
        notify({ type: 'error', title: 'Processing Failed', description });
      }
    };
    void run();
  };
}

/** Starts the making of pages or images, and says so (VIEW-20, OP-44, OP-45). */
function useProcessing(document: ProjectDocument) {
  const dispatch = useApiDispatch();
  const [ingest, ingesting] = useIngestDocumentMutation();
  const [process, processing] = useProcessDocumentMutation();
  const documentId = document.id;
  const projectId = document.project_id;
  const isStarting = ingesting.isLoading || processing.isLoading;

  // the call may answer only when the work is done: meanwhile the document itself tells how far it is
  useEffect(() => {
    if (!isStarting) return;
    const timer = setInterval(() => dispatch(documentsApi.util.invalidateTags(['Document'])), PROCESSING_POLL_MS);
    return () => clearInterval(timer);
  }, [dispatch, isStarting]);

  const start = async (what: 'ingest' | 'images') => {
    notify({
      type: 'info',
      title: 'Processing Document',
      description: 'We are processing the document and extracting pages. This may take a few moments.',
    });
    const { data, error } =
      what === 'ingest'
        ? await ingest({ documentId, projectId })
        : await process({ documentId, projectId, jobType: 'background-generate-images' });
    if (data?.success) return;
    const fallback = data?.error ? data.error : 'Unknown error occurred.';
    notify({ type: 'error', title: 'Processing Failed', description: errorMessage(error, fallback) });
  };
  return { start, isStarting };
}
