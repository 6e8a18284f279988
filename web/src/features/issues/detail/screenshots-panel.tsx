import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { ErrorState } from '../../../components/error-state.js';
import { RowFocus } from '../../../components/row-focus.js';
import { Sheet } from '../../../components/sheet.js';
import { CallError, changeRefusal, networkError } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import {
  PICTURES_POLL_MS,
  useAddScreenshotsMutation,
  useListScreenshotsQuery,
  useRemoveScreenshotMutation,
} from '../conversation-api.js';
import { ScreenshotGrid } from '../parts/screenshot-grid.js';
import { usePanelStyles } from './detail-styles.js';
import type { ThumbnailPicture } from '../parts/thumbnail.js';

const useStyles = makeStyles({ added: { marginTop: '16px' } });

/** For undo; undefined on failure. */
async function fileOf({ url, file_name: name }: ThumbnailPicture): Promise<File | undefined> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) return undefined;
    const blob = await answer.blob();
    return new File([blob], name, { type: blob.type });
  } catch {
    // file server unavailable: the caller asks for confirmation instead
    return undefined;
  }
}

interface ScreenshotsPanelProps {
  issueId: string;
  children?: ReactNode;
}

/** ISSUE-15, ISSUE-16 */
export function ScreenshotsPanel({ issueId, children }: ScreenshotsPanelProps) {
  const styles = useStyles();
  const panel = usePanelStyles();
  const { currentData, error, isFetching, refetch } = useListScreenshotsQuery(issueId, {
    pollingInterval: PICTURES_POLL_MS,
    refetchOnFocus: true,
  });
  const [remove] = useRemoveScreenshotMutation();
  const [add] = useAddScreenshotsMutation();
  const [asked, setAsked] = useState<ThumbnailPicture | null>(null);
  const addAgain = async (again: { id: string; file: File }): Promise<void> => {
    const [outcome] = await add({ issueId, pictures: [again] }).unwrap();
    if (outcome?.error) throw new CallError({ ...networkError(), message: outcome.error });
  };
  const take = async (picture: ThumbnailPicture): Promise<void> => {
    const file = await fileOf(picture);
    // confirm only if undo is impossible
    if (file) await takeOut(picture, file);
    else setAsked(picture);
  };
  const takeOut = async (picture: ThumbnailPicture, file?: File): Promise<void> => {
    const { file_name: name } = picture;
    const { error: refusal } = await remove({ id: picture.id, issueId });
    if (refusal)
      notify({ type: 'error', title: 'Failed to remove the screenshot', description: changeRefusal(refusal) });
    else if (file) {
      // a fixed id keeps repeated undo idempotent after a lost response
      const again = { id: uuidV7(), file };
      offerUndo(
        { title: 'Screenshot removed', description: name },
        { what: `removal of the screenshot ${name}`, undo: () => addAgain(again) },
      );
    }
  };
  return (
    <Sheet title="Screenshots">
      <RowFocus />
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
        // height of the text most issues show here
        <Skeleton aria-label="Loading screenshots">
          <SkeletonItem size={20} style={{ width: 132 }} />
        </Skeleton>
      )}
      {asked ? (
        <ConfirmDialog
          open
          title="Remove screenshot"
          confirmLabel="Remove"
          destroys
          onConfirm={() => {
            setAsked(null);
            void takeOut(asked);
          }}
          onCancel={() => setAsked(null)}
        >
          <p>{`Remove the screenshot ${asked.file_name}? This action cannot be undone.`}</p>
        </ConfirmDialog>
      ) : null}
      {children ? <div className={styles.added}>{children}</div> : null}
    </Sheet>
  );
}
