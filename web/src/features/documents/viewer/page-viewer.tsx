import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PanelLeftExpandRegular } from '@fluentui/react-icons';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isProcessing as isDocumentProcessing } from '../../../evidence/documents-api.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { usePersonalChoice } from '../../../lib/ui/personal-choice.js';
import { useProject } from '../../../lib/project/project-context.js';
import { DocumentNotices } from '../document-notices.js';
import { YearsDialog } from './about-sheet/years-dialog.js';
import { BlindNotice } from './blind-notice.js';
import { AnnotatedSheet } from './annotated-sheet.js';
import { DocumentHead } from './document-head.js';
import { DocumentPdf } from './document-pdf.js';
import { MissingSheet, NoPages } from './missing-sheet.js';
import { PageKindsDialog } from './page-kinds/page-kinds-dialog.js';
import { PageDetails } from './page-details.js';
import { PagesPanel } from './pages-panel.js';
import { usePages, usePreload } from './use-pages.js';
import { useReprocessPage, useProcessing } from './use-processing.js';
import { useCurrentPage } from './use-current-page.js';
import { useSignedFile } from './use-signed-file.js';
import { isReviewOf } from './extensions.js';
import type { ViewerExtensions } from './extensions.js';

const NARROW = '@media (max-width: 900px)';
const WIDE = '@media (min-width: 901px)';

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
  folded: { [WIDE]: { display: 'none' } },
  // in place of the folded panel
  unfold: {
    flexShrink: 0,
    padding: '6px 4px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: { display: 'none' },
  },
  notices: { padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}` },
  main: { display: 'flex', flexGrow: 1, minWidth: 0, minHeight: 0 },
  sheet: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
});

interface PageViewerProps {
  document: ProjectDocument;
  extensions: ViewerExtensions;
  /** VIEW-05; absent for maps (VIEW-03). */
  onMetadata?: () => void;
}

/** VIEW-08 to VIEW-24 */
export function PageViewer({ document, extensions, onMetadata }: PageViewerProps) {
  const styles = useStyles();
  const { canEdit } = useProject();
  const [address] = useSearchParams();
  const [isPdfChosen, setShowsPdf] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const [isCorrecting, setCorrecting] = useState(false);
  const [isSettingYears, setSettingYears] = useState(false);
  const { start, isStarting } = useProcessing(document);
  const reprocess = useReprocessPage(document.id);
  const file = useSignedFile(document);
  const isProcessing = isStarting || isDocumentProcessing(document);
  const read = usePages(document.id, isProcessing);
  const { pages, isLoading, isError } = read;
  const shown = useCurrentPage(document, pages, isProcessing);
  const { selected } = shown;
  const mainRef = useRef<HTMLDivElement>(null);
  usePreload(shown.listed, mainRef);

  const folding = useFolding();
  const isReviewing = isReviewOf(address);
  const showsPdf = isPdfChosen && !isReviewing;
  const select = (page: DocumentPage) => {
    setShowsPdf(false);
    setListOpen(false);
    shown.select(page);
  };
  const turn = (step: -1 | 1) => {
    const next = shown.neighbour(step);
    if (next) select(next);
  };
  // older servers do not accept corrections
  const mayCorrect = canEdit && selected?.page_type_correction !== undefined;
  // a server without title blocks accepts no years
  const maySetYears = canEdit && pages.length > 1 && selected?.title_block !== undefined;
  const setYears = () => setSettingYears(true);
  const correctKind = () => {
    // keep the page open even if its new kind is filtered out
    shown.pin();
    setCorrecting(true);
  };

  return (
    <div className={styles.root}>
      {folding.isFolded && (
        <div className={styles.unfold}>
          <Button
            ref={folding.unfoldRef}
            size="small"
            appearance="subtle"
            icon={<PanelLeftExpandRegular />}
            aria-label="Show the pages"
            title="Show the pages"
            onClick={() => folding.fold(false)}
          />
        </div>
      )}
      <aside className={mergeClasses(styles.side, folding.isFolded && styles.folded)} aria-label="Document">
        <DocumentHead
          document={document}
          page={selected}
          showsPdf={showsPdf}
          isReviewing={isReviewing}
          isListOpen={isListOpen}
          onPdf={setShowsPdf}
          onMetadata={onMetadata}
          onListOpen={setListOpen}
          onFold={() => folding.fold(true)}
          foldRef={folding.foldRef}
          extensions={extensions}
        />
        <DocumentNotices className={styles.notices} document={document} canEdit={canEdit} />
        <PagesPanel
          document={document}
          read={read}
          shown={shown}
          isProcessing={isProcessing}
          showsPdf={showsPdf}
          isOpen={isListOpen}
          onSelect={select}
          onStep={(direction) => {
            if (shown.stepToPlace(direction)) setShowsPdf(false);
          }}
          onReprocess={reprocess}
          onCorrectKind={mayCorrect ? correctKind : undefined}
          onSetYears={maySetYears ? setYears : undefined}
          onProcess={() => void start('ingest')}
          Presence={extensions.PagePresence}
        />
      </aside>
      {isCorrecting && selected && (
        <PageKindsDialog pages={pages} page={selected} onClose={() => setCorrecting(false)} />
      )}
      {isSettingYears && <YearsDialog pages={pages} listed={shown.listed} onClose={() => setSettingYears(false)} />}
      {/* a new element for other content: on phones the list's message opens above and would move the old one */}
      <div
        key={showsPdf || pages.length > 0 ? 'content' : isLoading ? 'loading' : 'empty'}
        ref={mainRef}
        className={styles.main}
      >
        {showsPdf ? (
          <DocumentPdf source={file} document={document} />
        ) : pages.length === 0 ? (
          <NoPages isLoading={isLoading} isError={isError} isProcessing={isProcessing} />
        ) : (
          <div className={styles.sheet}>
            {selected && <BlindNotice pageId={selected.id} />}
            <AnnotatedSheet
              document={document}
              page={selected}
              hits={shown.found.boxesOf(selected?.id)}
              place={shown.steppedTo}
              requestedAnnotation={shown.requestedAnnotation}
              onTurnPage={turn}
              extensions={extensions}
              about={
                selected && (
                  <PageDetails
                    key={selected.id}
                    page={selected}
                    mayEdit={canEdit}
                    onCorrectKind={mayCorrect ? correctKind : undefined}
                    onSetYears={maySetYears ? setYears : undefined}
                  />
                )
              }
            >
              <MissingSheet
                page={selected}
                isProcessing={isProcessing}
                onProcess={canEdit ? () => void start('images') : undefined}
                onReprocess={canEdit ? reprocess : undefined}
              />
            </AnnotatedSheet>
          </div>
        )}
      </div>
    </div>
  );
}

/** Pages panel, open or folded as the person left it; focus follows its button. */
function useFolding() {
  const [choice, choose] = usePersonalChoice('pages-panel', ['open', 'folded']);
  const isFolded = choice === 'folded';
  const foldRef = useRef<HTMLButtonElement>(null);
  const unfoldRef = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    (isFolded ? unfoldRef : foldRef).current?.focus();
  }, [isFolded]);
  const fold = (folds: boolean): void => {
    wasPressed.current = true;
    choose(folds ? 'folded' : 'open');
  };
  return { isFolded, fold, foldRef, unfoldRef };
}
