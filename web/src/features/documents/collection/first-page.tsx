import { makeStyles, tokens } from '@fluentui/react-components';
import { DocumentRegular, LockClosedRegular } from '@fluentui/react-icons';
import type { ProjectDocument } from '../../../evidence/documents-api.js';

const useStyles = makeStyles({
  // the same size with and without a picture: rows do not move when it arrives
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '44px',
    height: '52px',
    overflow: 'hidden',
    fontSize: '20px',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover', objectPosition: 'top' },
});

/** The title beside it says what it is. */
export function FirstPage({ document }: { document: Pick<ProjectDocument, 'thumbnail_url' | 'needs_password'> }) {
  const styles = useStyles();
  return (
    <span className={styles.root} aria-hidden="true">
      {document.thumbnail_url ? (
        <img src={document.thumbnail_url} alt="" loading="lazy" className={styles.picture} />
      ) : document.needs_password ? (
        <LockClosedRegular />
      ) : (
        <DocumentRegular />
      )}
    </span>
  );
}
