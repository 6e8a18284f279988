import {
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import {
  CameraRegular,
  DismissRegular,
  ErrorCircleRegular,
  ImageAddRegular,
  ImageRegular,
} from '@fluentui/react-icons';
import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { ACCEPTED_PHOTOS, isInProgress, storageNote, type PhotoQueue, type QueuedPhoto } from './photo-queue.js';
import { COARSE, PHONE } from './photo-styles.js';
import { countText } from '../../../lib/ui/formats.js';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  // both reachable by the thumb of either hand
  button: { [COARSE]: { minHeight: '48px' }, [PHONE]: { flexGrow: 1, minHeight: '48px' } },
  // only touch devices have a suitable camera
  camera: { display: 'none', [COARSE]: { display: 'inline-flex' } },
  input: { display: 'none' },
  list: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'grid', gridTemplateColumns: '56px minmax(0, 1fr) auto', gap: '12px', alignItems: 'center' },
  frame: {
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '42px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground3,
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  state: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  error: { fontSize: tokens.fontSizeBase200, color: tokens.colorStatusDangerForeground1 },
  note: { marginBottom: '8px' },
  acts: { display: 'flex', gap: '4px' },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    marginBottom: '8px',
  },
});

interface PickPhotosProps {
  onPick: (files: File[]) => void;
  /** Appended to the accessible button names. */
  of: string;
  appearance?: 'primary' | 'secondary';
}

/** From a phone's camera or gallery. */
export function PickPhotos({ onPick, of, appearance = 'secondary' }: PickPhotosProps) {
  const styles = useStyles();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(event.target.files ?? [])];
    // allows choosing the same file again
    event.target.value = '';
    if (chosen.length > 0) onPick(chosen);
  };
  return (
    <div className={styles.buttons}>
      <input
        ref={camera}
        className={styles.input}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={`Camera, ${of}`}
        onChange={pick}
      />
      <input
        ref={files}
        className={styles.input}
        type="file"
        accept={ACCEPTED_PHOTOS}
        multiple
        aria-label={`Choose photographs, ${of}`}
        onChange={pick}
      />
      <Button
        className={mergeClasses(styles.button, styles.camera)}
        appearance={appearance}
        icon={<CameraRegular />}
        onClick={() => camera.current?.click()}
      >
        Take photo
      </Button>
      <Button className={styles.button} icon={<ImageAddRegular />} onClick={() => files.current?.click()}>
        Add photos
      </Button>
    </div>
  );
}

function stateText({ state, sent }: QueuedPhoto): string {
  if (state === 'waiting') return 'Waiting';
  if (state === 'drawing') return 'Preparing...';
  return `Sending, ${Math.floor(sent * 100)}%`;
}

function Preview({ photo }: { photo: QueuedPhoto }) {
  const styles = useStyles();
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={styles.frame}>
      {photo.preview && !isBroken ? (
        // shows an icon if the browser cannot decode HEIC
        <img className={styles.picture} src={photo.preview} alt="" onError={() => setBroken(true)} />
      ) : photo.state === 'refused' ? (
        <ErrorCircleRegular aria-hidden="true" />
      ) : (
        <ImageRegular aria-hidden="true" />
      )}
    </span>
  );
}

interface PendingPhotosProps {
  photos: readonly QueuedPhoto[];
  queue: PhotoQueue;
  /** Below the name. @param index in the queue */
  details?: (photo: QueuedPhoto, index: number) => ReactNode;
}

export function PendingPhotos({ photos, queue, details }: PendingPhotosProps) {
  const styles = useStyles();
  const failed = photos.filter(({ state }) => state === 'failed');
  const inProgress = photos.filter(isInProgress).length;
  const note = storageNote(photos);
  if (photos.length === 0) return null;
  const words = [
    ...(inProgress > 0 ? [`Adding ${countText(inProgress, 'photograph')}`] : []),
    ...(failed.length > 0 ? [`${failed.length} not added yet`] : []),
  ].join(', ');
  return (
    <div>
      <div className={styles.head}>
        <p role="status">{words}</p>
        {failed.length > 1 ? (
          <Button className={styles.button} onClick={() => queue.retry()}>
            Retry all
          </Button>
        ) : null}
      </div>
      {note ? (
        <MessageBar intent="warning" className={styles.note}>
          <MessageBarBody>{note}</MessageBarBody>
        </MessageBar>
      ) : null}
      <ul className={styles.list} aria-label="Photographs being added">
        {photos.map((photo, index) => (
          <li key={photo.id} className={styles.item}>
            <Preview photo={photo} />
            <div>
              <div className={styles.name}>{photo.file.name}</div>
              {photo.error ? (
                <p className={styles.error}>{photo.error}</p>
              ) : (
                <>
                  <p className={styles.state}>{stateText(photo)}</p>
                  <ProgressBar
                    aria-label={`Progress of ${photo.file.name}`}
                    value={photo.state === 'drawing' ? undefined : photo.sent}
                  />
                </>
              )}
              {details?.(photo, index)}
            </div>
            <div className={styles.acts}>
              {photo.state === 'failed' ? (
                <Button className={styles.button} onClick={() => queue.retry(photo.id)}>
                  Retry
                </Button>
              ) : null}
              {photo.state === 'sending' || photo.state === 'drawing' ? null : (
                <Button
                  className={styles.button}
                  appearance="subtle"
                  icon={<DismissRegular />}
                  aria-label={`Remove ${photo.file.name}`}
                  onClick={() => queue.remove(photo.id)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
