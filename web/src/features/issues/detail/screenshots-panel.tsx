import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.js';
import { Sheet } from '../../../components/sheet.js';
import { changeRefusal } from '../../../lib/errors.js';
import { notify } from '../../../lib/toasts.js';
import { PICTURES_POLL_MS, useListScreenshotsQuery, useRemoveScreenshotMutation } from '../conversation-api.js';
import { ScreenshotGrid } from '../parts/screenshot-grid.js';
import { usePanelStyles } from './detail-styles.js';
import type { Picture } from '../parts/thumbnail.js';

const useStyles = makeStyles({ added: { marginTop: '16px' } });

interface ScreenshotsPanelProps {
  issueId: string;
  /** What adds screenshots; it stands below them. */
  children?: ReactNode;
}

/** The screenshots of an issue (ISSUE-15, ISSUE-16). */
export function ScreenshotsPanel({ issueId, children }: ScreenshotsPanelProps) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const { currentData, error, isFetching, refetch } = useListScreenshotsQuery(issueId, {
    pollingInterval: PICTURES_POLL_MS,
    refetchOnFocus: true,
  });
  const [remove] = useRemoveScreenshotMutation();
  const take = async (picture: Picture): Promise<void> => {
    if (!window.confirm(`Remove the screenshot ${picture.file_name}? This action cannot be undone.`)) return;
    const { error: refusal } = await remove({ id: picture.id, issueId });
    if (!refusal) return;
    notify({ type: 'error', title: 'Failed to remove the screenshot', description: changeRefusal(refusal) });
  };
  return (
    <Sheet title="Screenshots">
      {currentData ? (
        currentData.length === 0 ? (
          <p className={panel.quiet}>No screenshots available</p>
        ) : (
          <ScreenshotGrid pictures={currentData} onRemove={(picture) => void take(picture)} />
        )
      ) : error && !isFetching ? (
        <ErrorState
          title={`Failed to load screenshots: ${error.message}`}
          retryLabel="Try Again"
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton aria-label="Loading screenshots">
          <SkeletonItem size={96} style={{ width: 132 }} />
        </Skeleton>
      )}
      {children ? <div className={styles.added}>{children}</div> : null}
    </Sheet>
  );
}
