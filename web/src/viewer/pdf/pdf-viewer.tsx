import { makeStyles, MessageBar, MessageBarBody, Spinner, tokens } from '@fluentui/react-components';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { PdfFindBar } from './find-bar.js';
import { pdfKeyCommand, worksWhileTyping } from './keys.js';
import type { PdfKeyCommand } from './keys.js';
import type { PdfHits, PdfPages, PdfQuery, PdfState } from './pages.js';
import type * as PdfPagesModule from './pages.js';
import type { PdfSource } from './source.js';
import { PdfThumbnails } from './thumbnails.js';
import { PdfToolbar } from './toolbar.js';
import { usePdf } from './use-pdf.js';
import type { Size } from '@symbio/sheet/geometry/geometry';
import { isModalOpen, isTyping, takesArrows } from '../sheet/keys.js';
import { isLetterKeyOff } from '../../lib/ui/letter-keys.js';
import { keyOf } from '../../lib/ui/keys.js';

/** Window width from which thumbnails fit beside a page. */
const ROOMY = '(min-width: 1200px)';
const NARROW = '(max-width: 800px)';

const START: PdfState = { page: 1, scale: 1, fit: 'auto', rotation: 0 };
const EMPTY: PdfQuery = { text: '', matchCase: false, wholeWords: false };

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  loading: { margin: 'auto' },
  stalled: { flexShrink: 0 },
  sheetContext: { position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0 },
  place: { position: 'relative', flexGrow: 1, minWidth: 0 },
  scroll: {
    position: 'absolute',
    inset: 0,
    overflow: 'auto',
    backgroundColor: tokens.colorNeutralBackground5,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

/** Position requested by the URL. */
export interface PdfStart {
  /** from 1; null keeps the position */
  page: number | null;
  /** The URL took its page from `onPage`: used on opening, but it does not scroll an open document back. */
  isReached: boolean;
  /** search words; empty for none */
  words: string;
}

export interface PdfViewerProps {
  /** Changing the source requires a new viewer (key). */
  source: PdfSource;
  title: string;
  /** Initial position; changes are followed. */
  start?: PdfStart;
  /** After scrolling. */
  onPage?: (page: number) => void;
  /** The page on the screen, also the first one. */
  onShown?: (page: number) => void;
  onNothingFound?: () => void;
}

/** Loaded lazily, outside the initial bundle. */
type Library = Pick<typeof PdfPagesModule, 'PdfPages'>;

const loadPages = (): Promise<Library> => import('./pages.js');

/** PDF viewer with continuous scroll, thumbnails, search, zoom and rotation (VIEW-04, VIEW-23, VIEW-24). */
export function PdfViewer(props: PdfViewerProps) {
  const { source } = props;
  const styles = useStyles();
  const { loaded, isStalled, retry } = usePdf(source, loadPages);

  return (
    <div className={styles.root}>
      {isStalled && (
        <MessageBar intent="warning" className={styles.stalled}>
          <MessageBarBody>Part of this file can’t be reached at the moment. Trying again...</MessageBarBody>
        </MessageBar>
      )}
      {loaded.kind === 'failed' ? (
        <ErrorState title="Error Loading PDF" onRetry={retry}>
          <p>Failed to load PDF</p>
          {loaded.reason && <p>{loaded.reason}</p>}
        </ErrorState>
      ) : loaded.kind === 'loading' ? (
        <Spinner className={styles.loading} label="Loading PDF..." />
      ) : (
        <Workspace {...props} pdf={loaded.pdf} library={loaded.extra} firstPage={loaded.firstPage} />
      )}
    </div>
  );
}

interface WorkspaceProps extends PdfViewerProps {
  pdf: PDFDocumentProxy;
  library: Library;
  firstPage: Size;
}

function Workspace({ pdf, library, firstPage, title, start, onPage, onShown, onNothingFound }: WorkspaceProps) {
  const styles = useStyles();
  const containerRef = useRef<HTMLDivElement>(null);
  const pagesRef = useRef<HTMLDivElement>(null);
  const findRef = useRef<HTMLInputElement>(null);
  const [linkedSheets, setIsland] = useState<PdfPages | null>(null);
  const [state, setState] = useState<PdfState>(START);
  const [query, setQuery] = useState<PdfQuery>({ ...EMPTY, text: start?.words ?? '' });
  const [hits, setHits] = useState<PdfHits | null>(null);
  const [showsFind, setShowsFind] = useState((start?.words ?? '') !== '');
  const [showsThumbnails, setShowsThumbnails] = useState(() => window.matchMedia(ROOMY).matches);
  /** Search words from the URL; null once the user has searched. */
  const askedWords = useRef<string | null>(null);
  const reportedPage = useRef<number | null>(null);

  const handlers = useRef({ onPage, onNothingFound });
  const startRef = useRef(start);
  useEffect(() => {
    handlers.current = { onPage, onNothingFound };
    startRef.current = start;
  });

  useEffect(() => {
    const container = containerRef.current;
    const pages = pagesRef.current;
    if (!container || !pages) return;
    const made = new library.PdfPages(container, pages, pdf, {
      onState: (next) => {
        setState(next);
        if (next.page === reportedPage.current) return;
        reportedPage.current = next.page;
        handlers.current.onPage?.(next.page);
      },
      onHits: (next) => {
        setHits(next);
        if (next.state === 'none' && askedWords.current !== null) {
          askedWords.current = null;
          handlers.current.onNothingFound?.();
        }
      },
      onReady: () => {
        setIsland(made);
        // before the first report, which updates the URL
        const asked = startRef.current?.page ?? null;
        if (asked === null) return;
        reportedPage.current = asked;
        made.goTo(asked);
      },
    });
    return () => {
      setIsland(null);
      made.end();
    };
  }, [library, pdf]);

  const askedPage = start?.isReached === false ? start.page : null;
  useEffect(() => {
    if (!linkedSheets || askedPage === null || askedPage === reportedPage.current) return;
    reportedPage.current = askedPage;
    linkedSheets.goTo(askedPage);
  }, [askedPage, linkedSheets]);

  const { page } = state;
  useEffect(() => {
    if (linkedSheets) onShown?.(page);
  }, [linkedSheets, onShown, page]);

  const words = start?.words ?? '';
  const [shownWords, setShownWords] = useState(words);
  if (shownWords !== words) {
    setShownWords(words);
    setQuery({ ...EMPTY, text: words });
    setShowsFind(words !== '');
  }
  useEffect(() => {
    if (!linkedSheets || words === '') return;
    askedWords.current = words;
    linkedSheets.find({ ...EMPTY, text: words });
  }, [linkedSheets, words]);

  const look = (next: PdfQuery) => {
    askedWords.current = null;
    setQuery(next);
    setHits(null);
    if (next.text.trim() === '') linkedSheets?.endFind();
    else linkedSheets?.find(next);
  };
  const openFind = () => {
    setShowsFind(true);
    // after rendering
    requestAnimationFrame(() => {
      findRef.current?.focus();
      findRef.current?.select();
    });
    if (!showsFind && query.text.trim() !== '') look(query);
  };
  const closeFind = () => {
    setShowsFind(false);
    setHits(null);
    askedWords.current = null;
    linkedSheets?.endFind();
    linkedSheets?.focus();
  };
  const findAgain = (direction: 1 | -1) => {
    if (showsFind && query.text.trim() !== '') linkedSheets?.findNext(direction);
    else openFind();
  };

  const run = (command: PdfKeyCommand) => {
    switch (command.kind) {
      case 'find':
        return openFind();
      case 'findAgain':
        return findAgain(command.direction);
      case 'zoom':
        return linkedSheets?.zoom(command.direction);
      case 'rotate':
        return linkedSheets?.rotate(command.direction);
      case 'fit':
        return linkedSheets?.fit(command.fit);
      case 'pageScroll':
        return linkedSheets?.scroll(command.direction, 'page');
      case 'lineScroll':
        return linkedSheets?.scroll(command.direction, 'line');
      case 'sideways':
        return linkedSheets?.sideways(command.direction);
      case 'first':
        return linkedSheets?.goTo(1);
      case 'last':
        return linkedSheets?.goTo(pdf.numPages);
      case 'cancel':
        return closeFind();
    }
  };
  const runRef = useRef(run);
  useEffect(() => {
    runRef.current = run;
  });
  useEffect(() => {
    if (!linkedSheets) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const command = isLetterKeyOff(event) ? null : pdfKeyCommand(event);
      if (!command || event.defaultPrevented || isModalOpen() || !linkedSheets.isShown) return;
      if (isTyping(event.target) && !worksWhileTyping(command)) return;
      if (takesArrows(event.target) && /^(Arrow|Home$|End$)/.test(keyOf(event))) return;
      if (command.kind === 'cancel' && !findRef.current) return;
      event.preventDefault();
      runRef.current(command);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [linkedSheets]);

  const select = useCallback(
    (page: number) => {
      linkedSheets?.goTo(page);
      // on a phone the thumbnails cover the page
      if (window.matchMedia(NARROW).matches) setShowsThumbnails(false);
    },
    [linkedSheets],
  );

  return (
    <>
      <PdfToolbar
        state={state}
        pages={pdf.numPages}
        showsThumbnails={showsThumbnails}
        showsFind={showsFind}
        onThumbnails={() => setShowsThumbnails(!showsThumbnails)}
        onFind={() => (showsFind ? closeFind() : openFind())}
        onGoTo={(page) => linkedSheets?.goTo(page)}
        onZoom={(direction) => linkedSheets?.zoom(direction)}
        onZoomTo={(scale) => linkedSheets?.zoomTo(scale)}
        onFit={(fit) => linkedSheets?.fit(fit)}
        onTurn={(direction) => linkedSheets?.rotate(direction)}
      />
      {showsFind && (
        <PdfFindBar
          query={query}
          hits={hits}
          inputRef={findRef}
          onChange={look}
          onAgain={findAgain}
          onClose={closeFind}
        />
      )}
      <div className={styles.sheetContext}>
        {showsThumbnails && (
          <PdfThumbnails
            pdf={pdf}
            firstPage={firstPage}
            current={state.page}
            rotation={state.rotation}
            onSelect={select}
          />
        )}
        <div className={styles.place}>
          <div
            ref={containerRef}
            className={styles.scroll}
            tabIndex={0}
            role="document"
            aria-label={title}
            data-testid="pdf-viewer"
          >
            {/* pages get their size after fitting; the class names are the library's */}
            <div ref={pagesRef} style={{ visibility: linkedSheets ? undefined : 'hidden' }} />
          </div>
        </div>
      </div>
    </>
  );
}
