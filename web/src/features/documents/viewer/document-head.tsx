import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { DocumentPdfRegular, InfoRegular, NavigationRegular, TimelineRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { CategoryLabel } from '../category-label.js';
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
    [NARROW]: { flexBasis: '100%' },
    // redundant with the breadcrumb; phones need the space
    [PHONE]: CLIPPED,
  },
  category: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200, [NARROW]: CLIPPED },
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
  extensions: ViewerExtensions;
}

export function DocumentHead({ document, page, showsPdf, isReviewing, isListOpen, ...props }: DocumentHeadProps) {
  const { onPdf, onMetadata, onListOpen, extensions } = props;
  const { Presence, ReviewButton } = extensions;
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <div className={styles.root}>
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
          onClick={() => onPdf(!showsPdf)}
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
