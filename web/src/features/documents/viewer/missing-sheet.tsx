import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { ArrowClockwiseRegular, PlayRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/empty-state.js';
import type { DocumentPage } from '../../../evidence/page-records.js';

const useStyles = makeStyles({
  centre: { margin: 'auto' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: tokens.spacingHorizontalS },
});

interface NoPagesProps {
  isLoading: boolean;
  /** The page list shows the error. */
  isError: boolean;
  isProcessing: boolean;
}

/** VIEW-22 */
export function NoPages({ isLoading, isError, isProcessing }: NoPagesProps) {
  const styles = useStyles();
  return (
    <div className={styles.centre}>
      {isLoading ? (
        <Spinner label="Loading pages..." />
      ) : isError ? null : isProcessing ? (
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
  onProcess?: () => void;
  onReprocess?: (page: DocumentPage) => void;
}

/** VIEW-18, VIEW-19, VIEW-21 */
export function MissingSheet({ page, isProcessing, onProcess, onReprocess }: MissingSheetProps): ReactNode {
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
            {page.status === 'failed' && onReprocess && (
              <Button icon={<ArrowClockwiseRegular />} onClick={() => onReprocess(page)}>
                Process this page again
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

function ProcessingImages() {
  return (
    <MessageBar intent="info" layout="multiline" icon={<Spinner size="tiny" aria-label="Processing" />}>
      <MessageBarBody>
        <MessageBarTitle>Processing Images</MessageBarTitle>
        <br />
        We are processing the document images in the background. Please wait...
      </MessageBarBody>
    </MessageBar>
  );
}
