import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ScreenshotCarousel } from './screenshot-carousel.js';
import { Thumbnail, type ThumbnailPicture } from './thumbnail.js';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: { position: 'relative', minWidth: 0 },
  open: {
    display: 'block',
    width: '100%',
    aspectRatio: '4 / 3',
    padding: 0,
    overflow: 'hidden',
    cursor: 'zoom-in',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  remove: { position: 'absolute', top: '6px', right: '6px' },
});

interface ScreenshotGridProps {
  pictures: readonly ThumbnailPicture[];
  /** Absent if pictures cannot be removed. */
  onRemove?: (picture: ThumbnailPicture) => void;
}

/** Each opens the carousel (ISSUE-15). */
export function ScreenshotGrid({ pictures, onRemove }: ScreenshotGridProps) {
  const styles = useStyles();
  const [openId, setOpenId] = useState<string>();
  const isOpen = pictures.some(({ id }) => id === openId);
  return (
    <>
      <ul className={styles.grid} aria-label="Screenshots">
        {pictures.map((picture, index) => (
          <li key={picture.id} className={styles.item}>
            <button
              type="button"
              className={styles.open}
              aria-label={`Open screenshot ${index + 1} of ${pictures.length}: ${picture.file_name}`}
              onClick={() => setOpenId(picture.id)}
            >
              <Thumbnail picture={picture} alt="" />
            </button>
            {onRemove ? (
              <Button
                className={styles.remove}
                size="small"
                data-row-action="remove"
                icon={<DeleteRegular />}
                aria-label={`Remove screenshot ${picture.file_name}`}
                onClick={() => onRemove(picture)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen && openId !== undefined ? (
        <ScreenshotCarousel
          pictures={pictures}
          shownId={openId}
          onShow={setOpenId}
          onClose={() => setOpenId(undefined)}
        />
      ) : null}
    </>
  );
}
