import { Button, Dialog, DialogSurface, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  ChevronLeftRegular,
  ChevronRightRegular,
  DeleteRegular,
  DismissRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from '@fluentui/react-icons';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { FocusReturn } from '../../../components/focus-return.js';
import { isLetterKeyOff } from '../../../lib/ui/letter-keys.js';
import { PhotoDetails, type CaptionHandle } from './photo-details.js';
import { photoName, type VisitPhoto } from './photo-records.js';
import { COARSE, PHONE } from './photo-styles.js';
import { WHOLE, zoomed, type Zoom } from '@symbio/sheet/view/picture-zoom';
import { ZoomablePicture } from './zoomable-picture.js';
import { keyOf } from '../../../lib/ui/keys.js';

const useStyles = makeStyles({
  surface: {
    display: 'flex',
    flexDirection: 'column',
    width: 'min(1400px, calc(100vw - 32px))',
    maxWidth: 'none',
    height: 'calc(100dvh - 32px)',
    maxHeight: 'none',
    padding: 0,
    overflow: 'hidden',
    [PHONE]: { width: '100vw', height: '100dvh', borderRadius: 0, border: 'none' },
  },
  bar: { display: 'flex', alignItems: 'center', gap: '4px', padding: '8px 12px' },
  position: { flexGrow: 1, fontVariantNumeric: 'tabular-nums', fontWeight: tokens.fontWeightSemibold },
  button: { [COARSE]: { minWidth: '44px', minHeight: '44px' } },
  stage: { position: 'relative', flexGrow: 1, minHeight: 0, backgroundColor: '#14181a' },
  turn: {
    position: 'absolute',
    top: 'calc(50% - 24px)',
    minWidth: '44px',
    height: '48px',
    backgroundColor: 'rgba(255, 255, 255, 0.88)',
    color: '#14181a',
    ':hover': { backgroundColor: '#fff', color: '#14181a' },
  },
  before: { left: '8px' },
  after: { right: '8px' },
  under: {
    padding: '12px 16px',
    maxHeight: '40%',
    overflowY: 'auto',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingBottom: 'max(12px, env(safe-area-inset-bottom))',
  },
});

interface PhotoViewProps {
  photos: readonly VisitPhoto[];
  shownId: string;
  canEdit: boolean;
  onShow: (id: string) => void;
  /** @param before called before the deletion */
  onRemove: (photo: VisitPhoto, before: () => Promise<void>) => void;
  onClose: () => void;
}

const STEP = 1.5;

/** Arrow keys, Home, End and swipes; + and - zoom. */
export function PhotoView({ photos, shownId, canEdit, onShow, onRemove, onClose }: PhotoViewProps) {
  const styles = useStyles();
  const [{ of, zoom }, setZoom] = useState<{ of: string; zoom: Zoom }>({ of: shownId, zoom: WHOLE });
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const caption = useRef<CaptionHandle>(null);
  const changeZoom = useCallback(
    (change: (zoom: Zoom) => Zoom) =>
      setZoom((before) => ({ of: shownId, zoom: change(before.of === shownId ? before.zoom : WHOLE) })),
    [shownId],
  );
  const index = photos.findIndex(({ id }) => id === shownId);
  const shown = photos[index];
  if (!shown) return null;
  // each photograph opens unzoomed
  const current = of === shownId ? zoom : WHOLE;

  const go = (to: number): void => {
    const next = photos[(to + photos.length) % photos.length];
    if (next) onShow(next.id);
  };
  const enlarge = (factor: number): void => {
    const { width, height } = stage?.getBoundingClientRect() ?? new DOMRect();
    changeZoom((before) => zoomed(before, factor, { x: 0, y: 0 }, { width, height }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // arrow keys in a field do not navigate
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
    if (isField || isLetterKeyOff(event)) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => go(index - 1),
      ArrowRight: () => go(index + 1),
      Home: () => go(0),
      End: () => go(photos.length - 1),
      '+': () => enlarge(STEP),
      '=': () => enlarge(STEP),
      '-': () => enlarge(1 / STEP),
      '0': () => changeZoom(() => WHOLE),
    };
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[keyOf(event)];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const several = photos.length > 1;
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} aria-label="Photographs of the visit" onKeyDown={onKeyDown}>
        <FocusReturn />
        <div className={styles.bar}>
          <span className={styles.position} aria-live="polite">
            {index + 1} of {photos.length}
          </span>
          <Button
            appearance="subtle"
            className={styles.button}
            icon={<ZoomOutRegular />}
            aria-label="Smaller"
            // stays focusable, so keys keep working
            disabledFocusable={current.scale <= 1}
            onClick={() => enlarge(1 / STEP)}
          />
          <Button
            appearance="subtle"
            className={styles.button}
            icon={<ZoomInRegular />}
            aria-label="Larger"
            onClick={() => enlarge(STEP)}
          />
          <Button
            as="a"
            appearance="subtle"
            className={styles.button}
            icon={<ArrowDownloadRegular />}
            aria-label="Open the picture in a new tab"
            href={shown.image_url}
            target="_blank"
            rel="noopener"
          />
          {canEdit ? (
            <Button
              appearance="subtle"
              className={styles.button}
              icon={<DeleteRegular />}
              aria-label="Delete photograph"
              // saves the caption, so undo restores it
              onClick={() => onRemove(shown, async () => caption.current?.saveTyped())}
            />
          ) : null}
          <Button
            appearance="subtle"
            className={styles.button}
            icon={<DismissRegular />}
            aria-label="Close"
            onClick={onClose}
          />
        </div>
        <div className={styles.stage} ref={setStage}>
          <ZoomablePicture
            src={shown.image_url}
            placeholder={shown.thumbnail_url}
            alt={photoName(shown)}
            zoom={current}
            onZoom={changeZoom}
            onTurn={(by) => go(index + by)}
          />
          {several ? (
            <>
              <Button
                className={mergeClasses(styles.turn, styles.before)}
                appearance="subtle"
                icon={<ChevronLeftRegular />}
                aria-label="Previous photograph"
                onClick={() => go(index - 1)}
              />
              <Button
                className={mergeClasses(styles.turn, styles.after)}
                appearance="subtle"
                icon={<ChevronRightRegular />}
                aria-label="Next photograph"
                onClick={() => go(index + 1)}
              />
            </>
          ) : null}
        </div>
        <div className={styles.under}>
          <PhotoDetails photo={shown} canEdit={canEdit} caption={caption} />
        </div>
      </DialogSurface>
    </Dialog>
  );
}
