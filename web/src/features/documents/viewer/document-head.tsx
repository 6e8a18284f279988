import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import {
  DocumentPdfRegular,
  InfoRegular,
  NavigationRegular,
  PanelLeftContractRegular,
  TimelineRegular,
} from '@fluentui/react-icons';
import type { Ref } from 'react';
import { useNavigate } from 'react-router-dom';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { CategoryLabel } from '../category-label.js';
import { ShareButton } from '../sharing/share-button.js';
import { DerivedFrom } from '../splitting/derived-from.js';
import { SplitNotice } from '../splitting/made-documents.js';
import { SplitButton } from '../splitting/split-offer.js';
import type { ViewerExtensions } from './extensions.js';

const NARROW = '@media (max-width: 900px)';
const PHONE = '@media (max-width: 600px)';
/** For a scrollable row: labels are not cut off. */
const UNCUT = { flexShrink: 0, whiteSpace: 'nowrap' } as const;
const CLIPPED = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    position: 'relative',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    [NARROW]: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', padding: tokens.spacingHorizontalS },
    [PHONE]: {
      flexWrap: 'nowrap',
      overflowX: 'auto',
      scrollbarWidth: 'none',
      padding: '2px 8px',
      '& > *': UNCUT,
    },
  },
  // in a row: the count of pending proposals arrives later and must not move anything
  views: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXS}`,
    [PHONE]: { display: 'contents', '& > *': UNCUT },
  },
  // hidden on phones, where the accessible name remains
  wordy: { [PHONE]: { display: 'none' } },
  title: {
    overflowWrap: 'anywhere',
    paddingInlineEnd: '28px',
    [NARROW]: { flexBasis: '100%' },
    // redundant with the breadcrumb; phones need the space
    [PHONE]: CLIPPED,
  },
  fold: { position: 'absolute', top: '12px', insetInlineEnd: '8px', [NARROW]: { display: 'none' } },
  category: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200, [NARROW]: CLIPPED },
  source: { fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  pagesToggle: { display: 'none', [NARROW]: { display: 'inline-flex' }, [PHONE]: { order: -1 } },
});

interface DocumentHeadProps {
  document: ProjectDocument;
  page: DocumentPage | null;
  showsPdf: boolean;
  isReviewing: boolean;
  /** Where the list is collapsible. */
  isListOpen: boolean;
  onPdf: (shows: boolean) => void;
  /** Absent for documents without metadata. */
  onMetadata?: () => void;
  onListOpen: (isOpen: boolean) => void;
  /** Hides the panel in wide windows. */
  onFold: () => void;
  foldRef: Ref<HTMLButtonElement>;
  extensions: ViewerExtensions;
}

export function DocumentHead({ document, page, showsPdf, isReviewing, isListOpen, ...props }: DocumentHeadProps) {
  const { onPdf, onMetadata, onListOpen, onFold, foldRef, extensions } = props;
  const { Presence, ReviewButton } = extensions;
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <div className={styles.root}>
      <Button
        ref={foldRef}
        className={styles.fold}
        size="small"
        appearance="subtle"
        icon={<PanelLeftContractRegular />}
        aria-label="Hide the pages"
        title="Hide the pages"
        onClick={onFold}
      />
      <Text as="h1" weight="semibold" size={400} className={styles.title}>
        {document.title}
      </Text>
      <span className={styles.category}>
        <CategoryLabel value={document.category} />
      </span>
      <DerivedFrom document={document} className={styles.source} />
      <SplitNotice document={document} />
      <div className={styles.views}>
        <Button
          size="small"
          appearance={showsPdf ? 'primary' : 'secondary'}
          icon={<DocumentPdfRegular />}
          aria-pressed={showsPdf}
          disabled={isReviewing}
          onClick={() => onPdf(!showsPdf)}
        >
          PDF Viewer
        </Button>
        {onMetadata && (
          <Button size="small" icon={<InfoRegular />} disabled={isReviewing} onClick={onMetadata}>
            Metadata
          </Button>
        )}
        <SplitButton document={document} />
        <ShareButton document={document} />
        {ReviewButton && <ReviewButton />}
      </div>
      {page?.status === 'ready' && !showsPdf && !isReviewing && sheetKindOf(document.category) && (
        <Button
          size="small"
          icon={<TimelineRegular />}
          aria-label="Compare with another year"
          onClick={() => void navigate(`/projects/${document.project_id}/time-machine?a=${page.id}`)}
        >
          <span>
            Compare<span className={styles.wordy}> with another year</span>
          </span>
        </Button>
      )}
      {Presence && <Presence documentId={document.id} pageId={page?.id ?? null} />}
      <Button
        size="small"
        className={styles.pagesToggle}
        icon={<NavigationRegular />}
        aria-expanded={isListOpen}
        onClick={() => onListOpen(!isListOpen)}
      >
        Pages
      </Button>
    </div>
  );
}
