import { makeStyles, tokens } from '@fluentui/react-components';
import { ImageOffRegular } from '@fluentui/react-icons';
import { Picture } from '../../../components/picture.js';
import type { Screenshot } from '../issue-records.js';

const useStyles = makeStyles({
  picture: { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  gone: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    height: '100%',
    fontSize: '24px',
    color: tokens.colorNeutralForeground3,
  },
});

export type ThumbnailPicture = Pick<Screenshot, 'id' | 'url' | 'thumbnail_url' | 'file_name'>;

export function Thumbnail({ picture, alt }: { picture: ThumbnailPicture; alt: string }) {
  const styles = useStyles();
  return (
    <Picture
      className={styles.picture}
      src={picture.thumbnail_url ?? picture.url}
      alt={alt}
      loading="lazy"
      fallback={
        <span className={styles.gone} role="img" aria-label={`${alt} (could not be loaded)`}>
          <ImageOffRegular aria-hidden="true" />
        </span>
      }
    />
  );
}
