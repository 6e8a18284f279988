import { makeStyles, tokens } from '@fluentui/react-components';
import { ImageOffRegular } from '@fluentui/react-icons';
import { photoName, takenText, type VisitPhoto } from './photo-records.js';
import { PHONE } from './photo-styles.js';
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
  open: {
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
  caption: {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    marginTop: '6px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
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

export function PhotoGallery({ photos, onOpen }: { photos: readonly VisitPhoto[]; onOpen: (id: string) => void }) {
  const styles = useStyles();
  return (
    <ul className={styles.grid} aria-label="Photographs">
      {photos.map((photo, index) => {
        const taken = takenText(photo.taken_at);
        return (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.open}
              aria-label={`Open photograph ${index + 1} of ${photos.length}: ${photoName(photo)}`}
              onClick={() => onOpen(photo.id)}
            >
              <Frame photo={photo} />
            </button>
            {photo.caption ? <p className={styles.caption}>{photo.caption}</p> : null}
            {taken ? <p className={styles.taken}>{taken}</p> : null}
          </li>
        );
      })}
    </ul>
  );
}
