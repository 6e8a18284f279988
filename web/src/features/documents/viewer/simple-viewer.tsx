import {
  Button,
  makeStyles,
  mergeClasses,
  Tab,
  Text,
  tokens,
  renderTabList_unstable,
  useTabList_unstable,
  useTabListContextValues_unstable,
  useTabListStyles_unstable,
} from '@fluentui/react-components';
import { HighlightRegular } from '@fluentui/react-icons';
import type { TabListProps } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fileSize, medium } from '../../../lib/ui/formats.js';
import { DocumentNotices } from '../document-notices.js';
import { DocumentCategory } from '../category-label.js';
import { useProject } from '../../../lib/project/project-context.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { DerivedFrom } from '../splitting/derived-from.js';
import { SplitNotice } from '../splitting/made-documents.js';
import { SplitButton } from '../splitting/split-offer.js';
import { DocumentPdf } from './document-pdf.js';
import { usePageInUrl } from './page-in-url.js';
import { useSignedFile } from './use-signed-file.js';

const NARROW = '@media (max-width: 800px)';

const useStyles = makeStyles({
  root: { display: 'flex', flexGrow: 1, minHeight: 0, [NARROW]: { flexDirection: 'column' } },
  side: {
    flexShrink: 0,
    width: '260px',
    overflowY: 'auto',
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground1,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: {
      width: 'auto',
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
      overflowY: 'visible',
      borderRight: 'none',
    },
  },
  title: {
    overflowWrap: 'anywhere',
    display: 'block',
    marginBottom: tokens.spacingVerticalM,
    [NARROW]: { marginBottom: tokens.spacingVerticalXXS },
  },
  // two short lines on phones, where the page needs the height
  sideFacts: {
    [NARROW]: {
      display: 'grid',
      gridTemplateRows: 'auto auto',
      gridAutoFlow: 'column',
      justifyContent: 'start',
      columnGap: tokens.spacingHorizontalXL,
      fontSize: tokens.fontSizeBase200,
      '& dd': { marginBottom: 0 },
    },
  },
  source: { display: 'block', fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  main: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  actions: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    marginInlineStart: 'auto',
    marginInlineEnd: tokens.spacingHorizontalM,
  },
  pdf: { display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0, '&[hidden]': { display: 'none' } },
  metadata: { padding: tokens.spacingHorizontalXXL, overflowY: 'auto' },
  facts: { margin: 0, '& dd': { marginBottom: tokens.spacingVerticalM } },
  wideFacts: {
    display: 'grid',
    gridTemplateColumns: 'minmax(120px, max-content) 1fr',
    columnGap: tokens.spacingHorizontalXXL,
    alignItems: 'baseline',
  },
  term: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  value: { margin: 0, overflowWrap: 'anywhere' },
});

interface SimpleViewerProps {
  document: ProjectDocument;
  opensMetadata?: boolean;
  /** The file's text lacks the search words: it may be a scan. */
  onNothingFound?: () => void;
  /** Opens the pages, where they can be marked; absent without page images. */
  onPages?: (() => void) | undefined;
}

/** VIEW-04 to VIEW-06 */
export function SimpleViewer({ document, opensMetadata = false, onNothingFound, onPages }: SimpleViewerProps) {
  const styles = useStyles();
  const [tab, setTab] = useState<'pdf' | 'metadata'>(opensMetadata ? 'metadata' : 'pdf');
  const file = useSignedFile(document);
  const [address] = useSearchParams();
  const words = address.get('q') ?? '';
  const { page, isReached, follow } = usePageInUrl();
  const { canEdit } = useProject();
  const start = useMemo(() => ({ page, isReached, words }), [page, isReached, words]);
  return (
    <div className={styles.root}>
      <aside className={styles.side} aria-label="Document">
        <Text as="h1" weight="semibold" size={400} className={styles.title}>
          {document.title}
        </Text>
        <dl className={mergeClasses(styles.facts, styles.sideFacts)}>
          <Fact term="Size">{fileSize(document.file_size)}</Fact>
          <Fact term="Type">{document.mime_type}</Fact>
          <Fact term="Uploaded">{medium(document.created_at)}</Fact>
        </dl>
        <DerivedFrom document={document} className={styles.source} />
        <DocumentNotices document={document} canEdit={canEdit} />
      </aside>
      <div className={styles.main}>
        <SplitNotice document={document} />
        <div className={styles.bar}>
          <Tabs selectedValue={tab} onTabSelect={(_, { value }) => setTab(value === 'metadata' ? 'metadata' : 'pdf')}>
            <Tab value="pdf">PDF Viewer</Tab>
            <Tab value="metadata">Metadata</Tab>
          </Tabs>
          <div className={styles.actions}>
            <SplitButton document={document} />
            {onPages && (
              <Button size="small" icon={<HighlightRegular />} onClick={onPages}>
                {canEdit ? 'Mark pages' : 'Pages'}
              </Button>
            )}
          </div>
        </div>
        {/* stays mounted behind the metadata, to keep its position */}
        <div className={styles.pdf} role="tabpanel" aria-label="PDF Viewer" hidden={tab !== 'pdf'}>
          <DocumentPdf
            source={file}
            document={document}
            isShown={tab === 'pdf'}
            start={start}
            onPage={follow}
            onNothingFound={onNothingFound}
          />
        </div>
        {tab === 'metadata' && (
          <div className={styles.metadata} role="tabpanel" aria-label="Metadata">
            <dl className={mergeClasses(styles.facts, styles.wideFacts)}>
              <Fact term="File name">{document.file_name}</Fact>
              <Fact term="Category">
                <DocumentCategory document={document} />
              </Fact>
              <Fact term="MIME type">{document.mime_type}</Fact>
              <Fact term="File size">{`${(document.file_size / 1024).toFixed(2)} KB`}</Fact>
              <Fact term="Uploaded date">{medium(document.created_at)}</Fact>
              <Fact term="Project ID">{document.project_id}</Fact>
              {document.original && (
                <>
                  <Fact term="Original file">
                    <a
                      href={document.original.file_url}
                      download={document.original.file_name}
                    >{`Download ${document.original.file_name}`}</a>
                  </Fact>
                  <Fact term="Original type">{document.original.mime_type}</Fact>
                  <Fact term="Original SHA-256">{document.original.sha256}</Fact>
                </>
              )}
            </dl>
          </div>
        )}
      </div>
    </div>
  );
}

/**
 * Without Fluent's hidden bold copy of each label, which find-in-page would match twice. The property for this reaches
 * the DOM and triggers a React warning.
 */
function Tabs(props: TabListProps) {
  const ref = useRef<HTMLElement>(null);
  const state = useTabList_unstable(props, ref);
  const context = useTabListContextValues_unstable({ ...state, reserveSelectedTabSpace: false });
  useTabListStyles_unstable(state);
  return renderTabList_unstable(state, context);
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>{children}</dd>
    </>
  );
}
