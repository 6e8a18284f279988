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
import { PlayRegular } from '@fluentui/react-icons';
import { useMemo, type ComponentType } from 'react';
import { ErrorState } from '../../../components/error-state.js';
import { MAP_CATEGORIES, type ProjectDocument } from '../../../evidence/documents-api.js';
import { useGetPlacedSheetsQuery } from '../../../evidence/georeferences-api.js';
import { useGetOpenedPagesQuery } from '../../../evidence/page-openings-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { useProject } from '../../../lib/project/project-context.js';
import { processingText } from '../document-status.js';
import { DocumentSearch } from './document-search.js';
import { PageMenu } from './page-menu.js';
import { PagesList } from './pages-list.js';
import type { usePages } from './use-pages.js';
import type { CurrentPage } from './use-current-page.js';

const NARROW = '@media (max-width: 900px)';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    [NARROW]: { display: 'none', maxHeight: '40dvh' },
  },
  open: { [NARROW]: { display: 'flex' } },
  // narrow windows hide the list but keep the search visible
  folded: { [NARROW]: { display: 'none' } },
  rest: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalS} 0 ${tokens.spacingHorizontalL}`,
  },
  allPages: { marginInlineStart: 'auto', whiteSpace: 'nowrap' },
  empty: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: tokens.spacingHorizontalL },
  note: { margin: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}` },
});

interface PagesPanelProps {
  document: ProjectDocument;
  read: ReturnType<typeof usePages>;
  shown: CurrentPage;
  isProcessing: boolean;
  showsPdf: boolean;
  isOpen: boolean;
  onSelect: (page: DocumentPage) => void;
  onStep: (direction: -1 | 1) => void;
  onReprocess: (page: DocumentPage) => void;
  onCorrectKind?: (() => void) | undefined;
  onSetYears?: (() => void) | undefined;
  onProcess: () => void;
  Presence?: ComponentType<{ pageId: string }>;
}

export function PagesPanel(props: PagesPanelProps) {
  const { read, shown, showsPdf, isOpen, onStep, onReprocess, onCorrectKind } = props;
  const styles = useStyles();
  const { canEdit } = useProject();
  const { pages, isLoading } = read;
  const { selected, words, found } = shown;
  const isFolded = !isOpen && pages.length > 0;
  return (
    <div
      className={mergeClasses(
        styles.root,
        // opening briefly while loading would move the sheet below
        (isOpen || (pages.length === 0 && !isLoading) || words !== '') && styles.open,
      )}
    >
      <div className={mergeClasses(styles.head, isFolded && styles.folded)}>
        <Text as="h2" weight="semibold">
          Pages
        </Text>
        {pages.length > 0 && (
          <Switch
            className={styles.allPages}
            label="All pages"
            checked={shown.allPages}
            onChange={(_, { checked }) => shown.setAllPages(checked)}
          />
        )}
        {canEdit && selected && !showsPdf && (
          <PageMenu
            page={selected}
            onReprocess={onReprocess}
            onCorrectKind={onCorrectKind}
            onSetYears={props.onSetYears}
          />
        )}
      </div>
      {pages.length > 0 && (
        <DocumentSearch
          words={words}
          pages={found.count}
          place={shown.placed}
          places={found.places.length}
          failure={found.failure}
          onSearch={shown.lookFor}
          onStep={onStep}
        />
      )}
      <div className={mergeClasses(styles.rest, isFolded && styles.folded)}>
        <ListOrReason {...props} />
      </div>
    </div>
  );
}

function ListOrReason({ document, read, shown, isProcessing, showsPdf, ...props }: PagesPanelProps) {
  const styles = useStyles();
  const { canEdit } = useProject();
  const { pages, isLoading, isError, error, refetch } = read;
  const { listed, selected } = shown;
  const { data: sheets } = useGetPlacedSheetsQuery(
    { projectId: document.project_id, documentId: document.id },
    { skip: !MAP_CATEGORIES.includes(document.category) },
  );
  const placed = useMemo(() => sheets && new Map(sheets.map((sheet) => [sheet.page_id, sheet])), [sheets]);
  const { data: openings } = useGetOpenedPagesQuery(
    { projectId: document.project_id, documentId: document.id },
    { skip: !canEdit },
  );
  const opened = useMemo(() => openings && new Set(openings), [openings]);
  const progress = processingText(document);
  return (
    <>
      {document.processing_error && !isProcessing && (
        <MessageBar className={styles.note} intent="error" layout="multiline">
          <MessageBarBody>{document.processing_error}</MessageBarBody>
        </MessageBar>
      )}
      {isProcessing && pages.length > 0 && (
        <Spinner className={styles.note} size="extra-tiny" label={progress} labelPosition="after" />
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
          onSelect={props.onSelect}
          onReprocess={canEdit ? props.onReprocess : undefined}
          Presence={props.Presence}
          placed={placed}
          opened={opened}
        />
      ) : isProcessing ? (
        <Spinner size="small" label={progress} />
      ) : pages.length > 0 ? (
        <p className={styles.empty}>
          No page matches the kind of this document. Turn on “All pages” to see the others.
        </p>
      ) : (
        <div className={styles.empty}>
          <Text>No document pages found. Process the document to extract pages and images.</Text>
          {canEdit && (
            <Button appearance="primary" icon={<PlayRegular />} onClick={props.onProcess}>
              Process Document
            </Button>
          )}
        </div>
      )}
    </>
  );
}
