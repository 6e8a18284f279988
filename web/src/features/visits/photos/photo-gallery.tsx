import { makeStyles, tokens } from '@fluentui/react-components';
import { ImageOffRegular } from '@fluentui/react-icons';
import { PhotoLinks } from './photo-links.js';
import { photoName, takenText, type VisitPhoto } from './photo-records.js';
import { PHONE } from './photo-styles.js';
import { WallCaption } from './wall-caption.js';
import { Picture } from '../../../components/picture.js';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
    gap: '16px 12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    [PHONE]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '12px 8px' },
  },
  item: { minWidth: 0 },
  open: {
    position: 'relative',
    display: 'block',
    width: '100%',
    padding: 0,
    border: 'none',
    background: 'none',
    textAlign: 'start',
    color: 'inherit',
    font: 'inherit',
    cursor: 'zoom-in',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '3px' },
  },
  frame: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    aspectRatio: '4 / 3',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground3,
    fontSize: '24px',
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
  number: {
    position: 'absolute',
    top: '6px',
    left: '6px',
    minWidth: '22px',
    padding: '1px 6px',
    boxSizing: 'border-box',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'rgba(20, 24, 26, 0.86)',
    color: '#fff',
  },
  taken: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

function Frame({ photo }: { photo: VisitPhoto }) {
  const styles = useStyles();
  return (
    <span className={styles.frame}>
      <Picture
        className={styles.picture}
        src={photo.thumbnail_url}
        alt=""
        loading="lazy"
        fallback={<ImageOffRegular aria-label="This picture could not be loaded" />}
      />
    </span>
  );
}

interface PhotoGalleryProps {
  photos: readonly VisitPhoto[];
  canEdit: boolean;
  onOpen: (id: string) => void;
}

/** Numbered wall; the numbers are those of the full-size view. */
export function PhotoGallery({ photos, canEdit, onOpen }: PhotoGalleryProps) {
  const styles = useStyles();
  return (
    <ul className={styles.grid} aria-label="Photographs">
      {photos.map((photo, index) => {
        const taken = takenText(photo.taken_at);
        return (
          <li key={photo.id} className={styles.item}>
            <button
              type="button"
              className={styles.open}
              aria-label={`Open photograph ${index + 1} of ${photos.length}: ${photoName(photo)}`}
              onClick={() => onOpen(photo.id)}
            >
              <Frame photo={photo} />
              <span className={styles.number}>{index + 1}</span>
            </button>
            <WallCaption photo={photo} number={index + 1} canEdit={canEdit} />
            <PhotoLinks photo={photo} number={index + 1} canEdit={canEdit} />
            {taken ? <p className={styles.taken}>{taken}</p> : null}
          </li>
        );
      })}
    </ul>
  );
}
