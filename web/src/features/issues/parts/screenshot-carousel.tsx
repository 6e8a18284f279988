import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  Link,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular, DismissRegular } from '@fluentui/react-icons';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { FocusReturn } from '../../../components/focus-return.js';
import { Picture } from '../../../components/picture.js';
import { Thumbnail, type ThumbnailPicture } from './thumbnail.js';
import { keyOf } from '../../../lib/ui/keys.js';

const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  surface: { width: 'min(1200px, calc(100vw - 32px))', maxWidth: 'none', [PHONE]: { padding: '16px' } },
  content: { display: 'flex', flexDirection: 'column', gap: '12px', overflow: 'visible' },
  position: { fontVariantNumeric: 'tabular-nums' },
  stage: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', alignItems: 'center', gap: '8px' },
  frame: {
    gridColumn: 2,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: 'min(62vh, 720px)',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    [PHONE]: { height: '48vh' },
  },
  picture: { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' },
  under: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '4px 16px' },
  name: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  strip: { display: 'flex', gap: '8px', overflowX: 'auto', padding: '4px', margin: 0, listStyleType: 'none' },
  thumbnail: {
    flexShrink: 0,
    width: '72px',
    height: '54px',
    padding: 0,
    overflow: 'hidden',
    cursor: 'pointer',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  current: { boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}` },
});

interface ScreenshotCarouselProps {
  pictures: readonly ThumbnailPicture[];
  shownId: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Arrow keys, Home and End (ISSUE-15). */
export function ScreenshotCarousel({ pictures, shownId, onShow, onClose }: ScreenshotCarouselProps) {
  const styles = useStyles();
  const strip = useRef<HTMLUListElement>(null);
  const index = Math.max(
    0,
    pictures.findIndex(({ id }) => id === shownId),
  );
  const shown = pictures[index];
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [index]);
  if (!shown) return null;

  const go = (to: number): void => {
    const next = pictures[(to + pictures.length) % pictures.length];
    if (next) onShow(next.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: pictures.length - 1 }[keyOf(event)];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  const several = pictures.length > 1;
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} aria-label="Screenshots" onKeyDown={onKeyDown}>
        <FocusReturn />
        <DialogBody>
          <DialogTitle
            action={
              <DialogTrigger action="close">
                <Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} />
              </DialogTrigger>
            }
          >
            <span className={styles.position} aria-live="polite">
              {index + 1} of {pictures.length}
            </span>
          </DialogTitle>
          <DialogContent className={styles.content}>
            <div className={styles.stage}>
              {several ? (
                <Button
                  appearance="subtle"
                  size="large"
                  icon={<ChevronLeftRegular />}
                  aria-label="Previous screenshot"
                  onClick={() => go(index - 1)}
                />
              ) : null}
              <div className={styles.frame}>
                <Picture
                  className={styles.picture}
                  src={shown.url}
                  alt={shown.file_name}
                  fallback={<p>This picture could not be loaded.</p>}
                />
              </div>
              {several ? (
                <Button
                  appearance="subtle"
                  size="large"
                  icon={<ChevronRightRegular />}
                  aria-label="Next screenshot"
                  onClick={() => go(index + 1)}
                />
              ) : null}
            </div>
            <div className={styles.under}>
              <span className={styles.name}>{shown.file_name}</span>
              <Link href={shown.url} target="_blank" rel="noopener">
                Open in a new tab
              </Link>
            </div>
            {several ? (
              <ul className={styles.strip} ref={strip} aria-label="All screenshots">
                {pictures.map((picture, at) => (
                  <li key={picture.id}>
                    <button
                      type="button"
                      className={mergeClasses(styles.thumbnail, at === index && styles.current)}
                      aria-label={`Screenshot ${at + 1}: ${picture.file_name}`}
                      aria-current={at === index ? 'true' : undefined}
                      onClick={() => go(at)}
                    >
                      <Thumbnail picture={picture} alt="" />
                    </button>
                  </li>
                ))}
              </ul>
            ) : null}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
