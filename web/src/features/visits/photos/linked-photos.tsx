import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { countText } from '../../../lib/ui/formats.js';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  link: { overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** Undefined unless http(s). */
function hostOf(photo: string): string | undefined {
  if (!/^https?:\/\//i.test(photo) || !URL.canParse(photo)) return undefined;
  return new URL(photo).host;
}

/** Images of other origins are links, because the page loads nothing external. */
export function LinkedPhotos({ photos }: { photos: readonly string[] }) {
  const styles = useStyles();
  const linked = photos.flatMap((photo) => {
    const host = hostOf(photo);
    return host === undefined ? [] : [{ photo, host }];
  });
  const rest = photos.length - linked.length;
  if (photos.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Photos stored elsewhere">
      {linked.map(({ photo, host }, index) => (
        <li key={`${index}-${photo}`}>
          <Link href={photo} target="_blank" rel="noopener noreferrer" className={styles.link}>
            Photo at {host}
          </Link>
        </li>
      ))}
      {rest > 0 ? (
        <li className={styles.quiet}>{`${countText(rest, 'photo')} stored in an archive that Symbio cannot open`}</li>
      ) : null}
    </ul>
  );
}
