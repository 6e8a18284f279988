import {
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  Spinner,
  Switch,
  Text,
  tokens,
} from '@fluentui/react-components';
import {
  DocumentPdfRegular,
  InfoRegular,
  NavigationRegular,
  PlayRegular,
  TimelineRegular,
} from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import { ErrorState } from '../../../components/error-state.js';
import { listedPages, pageOfAddress } from '../../../evidence/document-pages.js';
import { isProcessing as isDocumentProcessing } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { errorMessage } from '../../../lib/errors.js';
import { useProject } from '../../../lib/project-context.js';
import { PdfViewer } from '../../../viewer/pdf/pdf-viewer.js';
import { AnnotatedSheet } from './annotated-sheet.js';
import { CategoryLabel } from '../category-label.js';
import { nextPlace, placeAt, useDocumentHits } from './document-hits.js';
import { DocumentSearch } from './document-search.js';
import { progressText } from '../document-status.js';
import { MissingSheet, NoPages } from './missing-sheet.js';
import { PageDetails } from './page-details.js';
import { PageKindsDialog } from './page-kinds/page-kinds-dialog.js';
import { PageMenu } from './page-menu.js';
import { PagesList } from './pages-list.js';
import { usePages, usePreload } from './use-pages.js';
import { usePageAgain, useProcessing } from './use-processing.js';
import { useSignedFile } from './use-signed-file.js';
import { isReviewOf } from './extensions.js';
import type { ViewerExtensions } from './extensions.js';

const NARROW = '@media (max-width: 900px)';
const PHONE = '@media (max-width: 600px)';
/** Only screen readers have room for it. */
const CLIPPED = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0, [NARROW]: { flexDirection: 'column' } },
  side: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '264px',
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
    [PHONE]: {
      flexWrap: 'nowrap',
      overflowX: 'auto',
      scrollbarWidth: 'none',
      padding: '2px 8px',
      '& > *': { flexShrink: 0, whiteSpace: 'nowrap' },
    },
  },
  // beside each other: how many proposals wait is known later, and moves nothing
  views: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXS}`,
    [PHONE]: { display: 'contents' },
  },
  // what one finger's breadth has no room for; the name of the button says it
  wordy: { [PHONE]: { display: 'none' } },
  title: {
    overflowWrap: 'anywhere',
    [NARROW]: { flexBasis: '100%' },
    // the way above says it: on a phone the sheet needs the room
    [PHONE]: CLIPPED,
  },
  category: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200, [NARROW]: CLIPPED },
  pagesToggle: { display: 'none', [NARROW]: { display: 'inline-flex' }, [PHONE]: { order: -1 } },
  pages: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    [NARROW]: { display: 'none', maxHeight: '40dvh' },
  },
  pagesOpen: { [NARROW]: { display: 'flex' } },
  // where there is no room for the list, what was looked for stays in sight
  folded: { [NARROW]: { display: 'none' } },
  rest: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
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
});

interface PageViewerProps {
  document: ProjectDocument;
  extensions: ViewerExtensions;
  /** Leads to the metadata of a document that is no map (VIEW-05); absent for maps, which have none to show (VIEW-03). */
  onMetadata?: () => void;
}

/** The page-based viewer of a map document: pages at the side, the chosen sheet in the middle (VIEW-08 to VIEW-24). */
export function PageViewer({ document, extensions, onMetadata }: PageViewerProps) {
  const styles = useStyles();
  const { Presence, PagePresence, ReviewButton } = extensions;
  const { canEdit } = useProject();
  const navigate = useNavigate();
  const [isPdfChosen, setShowsPdf] = useState(false);
  const [allPagesChosen, setAllPages] = useState<boolean | null>(null);
  const [isListOpen, setListOpen] = useState(false);
  const [isCorrecting, setCorrecting] = useState(false);
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
  const isReviewing = isReviewOf(address);
  const showsPdf = isPdfChosen && !isReviewing;
  const found = useDocumentHits(document, words);
  const listed = found.pageIds ? pages.filter(({ id }) => found.pageIds?.has(id)) : allPages ? pages : own;
  const selected = (asked && listed.includes(asked) ? asked : listed[0]) ?? null;
  // a server that tells nothing of corrections takes none
  const mayCorrect = canEdit && selected?.page_type_correction !== undefined;
  const correctKind = mayCorrect
    ? () => {
        // the page stays open, whatever it is said to be and whichever pages are listed
        const next = new URLSearchParams(address);
        next.set('page', String(selected.page_number));
        setAddress(next, { replace: true });
        setCorrecting(true);
      }
    : undefined;
  const isFolded = !isListOpen && pages.length > 0;
  const placed = placeAt(found.places, address.get('hit'), selected?.id);
  usePreload(listed, mainRef);

  const select = (page: DocumentPage) => {
    setShowsPdf(false);
    setListOpen(false);
    // Back leads to the page before, not out of the document
    setAddress(addressOfPage(address, page), { replace: page.id === selected?.id });
  };
  const lookFor = (asked: string) => {
    const next = addressOfPage(address, selected);
    if (asked) next.set('q', asked);
    else next.delete('q');
    setAddress(next, { replace: true });
  };
  const step = (direction: -1 | 1) => {
    // a page that is not shown has no place to step from
    const index = nextPlace(found.places, placed, direction);
    const page = pages.find(({ id }) => index !== null && id === found.places[index]?.pageId);
    if (index === null || !page) return;
    setShowsPdf(false);
    const next = addressOfPage(address, page);
    next.set('hit', String(index + 1));
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
          <div className={styles.views}>
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
            {onMetadata && (
              <Button size="small" icon={<InfoRegular />} disabled={isReviewing} onClick={onMetadata}>
                Metadata
              </Button>
            )}
            {ReviewButton && <ReviewButton />}
          </div>
          {selected?.status === 'ready' && !showsPdf && !isReviewing && sheetKindOf(document.category) && (
            <Button
              size="small"
              icon={<TimelineRegular />}
              aria-label="Compare with another year"
              onClick={() => void navigate(`/projects/${document.project_id}/time-machine?a=${selected.id}`)}
            >
              <span>
                Compare<span className={styles.wordy}> with another year</span>
              </span>
            </Button>
          )}
          {Presence && <Presence documentId={document.id} pageId={selected?.id ?? null} />}
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
        <div
          className={mergeClasses(
            styles.pages,
            // what opens for a moment and folds again would move the sheet below it
            (isListOpen || (pages.length === 0 && !isLoading) || words !== '') && styles.pagesOpen,
          )}
        >
          <div className={mergeClasses(styles.pagesHead, isFolded && styles.folded)}>
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
            {selected && !showsPdf && (
              <PageDetails key={selected.id} page={selected} mayEdit={canEdit} onCorrectKind={correctKind} />
            )}
            {canEdit && selected && !showsPdf && (
              <PageMenu page={selected} onRunAgain={runAgain} onCorrectKind={correctKind} />
            )}
          </div>
          {pages.length > 0 && (
            <DocumentSearch
              words={words}
              pages={found.count}
              place={placed}
              places={found.places.length}
              onSearch={lookFor}
              onStep={step}
            />
          )}
          <div className={mergeClasses(styles.rest, isFolded && styles.folded)}>
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
                Presence={PagePresence}
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
        </div>
      </aside>
      {isCorrecting && selected && (
        <PageKindsDialog pages={pages} page={selected} onClose={() => setCorrecting(false)} />
      )}
      <div ref={mainRef} className={styles.main}>
        {showsPdf ? (
          <PdfViewer source={file} title={document.title} />
        ) : pages.length === 0 ? (
          <NoPages isLoading={isLoading} isError={isError} isProcessing={isProcessing} />
        ) : (
          <AnnotatedSheet
            document={document}
            page={selected}
            hits={found.boxesOf(selected?.id)}
            place={address.has('hit') && placed !== null ? (found.places[placed]?.place ?? null) : null}
            annotationAsked={asked === null || asked === selected ? address.get('annotation') : null}
            onTurnPage={turn}
            extensions={extensions}
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
  next.delete('hit');
  if (page) next.set('page', String(page.page_number));
  return next;
}
