import { Button, Spinner } from '@fluentui/react-components';
import { useListScreenshotsQuery } from '../conversation-api.js';
import { PicturePicker, PicturePreviews } from '../parts/picture-picker.js';
import { usePastedPictures, useSelectedPictures, type SelectedPicture } from '../parts/selected-pictures.js';
import { usePictureUpload } from '../parts/picture-upload.js';
import { usePanelStyles } from './detail-styles.js';

/** Refused screenshots stay with the reason. */
export function ScreenshotUpload({ issueId }: { issueId: string }) {
  const styles = usePanelStyles();
  const { data: there = [] } = useListScreenshotsQuery(issueId);
  const { pictures, refused, add, remove, settle } = useSelectedPictures(there.length);
  const [upload, isUploading] = usePictureUpload();
  const send = async (chosen: readonly SelectedPicture[]): Promise<void> => settle(await upload(issueId, chosen));
  const pick = (files: File[]): void => void send(add(files));
  usePastedPictures(pick, { isOn: !isUploading });
  return (
    <div className={styles.stack}>
      <PicturePicker onPick={pick} disabled={isUploading} />
      <PicturePreviews pictures={pictures} refused={refused} onRemove={remove} isBusy={isUploading} />
      {isUploading ? <Spinner size="tiny" label="Adding screenshots..." labelPosition="after" /> : null}
      {pictures.some(({ problem }) => problem !== undefined) ? (
        // keeps focus while retrying
        <Button style={{ alignSelf: 'flex-start' }} disabledFocusable={isUploading} onClick={() => void send(pictures)}>
          Try Again
        </Button>
      ) : null}
    </div>
  );
}
