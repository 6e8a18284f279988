import { makeStyles, tokens } from '@fluentui/react-components';
import { ImageOffRegular } from '@fluentui/react-icons';
import { useState } from 'react';
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

export type Picture = Pick<Screenshot, 'id' | 'url' | 'thumbnail_url' | 'file_name'>;

export function Thumbnail({ picture, alt }: { picture: Picture; alt: string }) {
  const styles = useStyles();
  const [broken, setBroken] = useState<string>();
  const address = picture.thumbnail_url ?? picture.url;
  if (broken === address) {
    return (
      <span className={styles.gone} role="img" aria-label={`${alt} (could not be loaded)`}>
        <ImageOffRegular aria-hidden="true" />
      </span>
    );
  }
  return <img className={styles.picture} src={address} alt={alt} loading="lazy" onError={() => setBroken(address)} />;
}
