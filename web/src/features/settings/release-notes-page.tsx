import { Badge, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageHeader } from '../../components/page-header.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { CLIENT_VERSION } from '../../lib/ui/product.js';
import { anchorOf, RELEASE_NOTES, type ReleaseNote } from './release-notes.js';

const useStyles = makeStyles({
  list: { position: 'relative', paddingLeft: '28px' },
  // lets the last version scroll right below the header
  roomBelow: { paddingBottom: 'max(0px, calc(100dvh - 320px))' },
  version: {
    position: 'relative',
    scrollMarginTop: '80px',
    paddingBottom: '32px',
    borderLeft: `1px solid ${tokens.colorNeutralStroke1}`,
    marginLeft: '-21px',
    paddingLeft: '28px',
    ':last-child': { borderLeftColor: 'transparent', paddingBottom: 0 },
    '::before': {
      content: '""',
      position: 'absolute',
      left: '-6px',
      top: '8px',
      width: '11px',
      height: '11px',
      borderRadius: '50%',
      backgroundColor: 'var(--symbio-desk)',
      border: `2px solid ${tokens.colorNeutralStroke1}`,
      boxSizing: 'border-box',
    },
  },
  current: { '::before': { backgroundColor: 'var(--symbio-flag)', border: '2px solid var(--symbio-flag)' } },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '10px' },
  number: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  anchor: {
    color: 'inherit',
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  date: { color: tokens.colorNeutralForeground3 },
  summary: { marginTop: '4px', color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase400 },
  section: { marginTop: '14px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  changes: {
    margin: '10px 0 0',
    paddingLeft: '18px',
    color: tokens.colorNeutralForeground2,
    lineHeight: tokens.lineHeightBase400,
    maxWidth: '76ch',
  },
});

function Version({ note }: { note: ReleaseNote }) {
  const styles = useStyles();
  const current = note.version === CLIENT_VERSION;
  const anchor = anchorOf(note.version);
  return (
    <article
      id={anchor}
      className={current ? `${styles.version} ${styles.current}` : styles.version}
      aria-label={`Version ${note.version}`}
    >
      <div className={styles.head}>
        <h2 className={styles.number}>
          <a href={`#${anchor}`} className={styles.anchor}>
            {note.version}
          </a>
        </h2>
        <Badge appearance={current ? 'filled' : 'outline'} color={current ? 'brand' : 'informative'}>
          {current ? 'Current' : 'Previous'}
        </Badge>
        {note.date ? <span className={styles.date}>{note.date}</span> : null}
      </div>
      <p className={styles.summary}>{note.summary}</p>
      {note.sections.map(({ title = '', changes }) => (
        <section key={title} aria-label={title || undefined}>
          {title === '' ? null : <h3 className={styles.section}>{title}</h3>}
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

/** SET-15 to SET-27 */
export function ReleaseNotesPage() {
  const styles = useStyles();
  const { hash } = useLocation();
  useDocumentTitle('Release Notes');
  useEffect(() => {
    // rendered after the browser's own anchor scrolling
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
  return (
    <>
      <PageHeader title="Release Notes" subtitle="What is new in Symbio, version by version." />
      <div className={mergeClasses(styles.list, hash !== '' && styles.roomBelow)}>
        {RELEASE_NOTES.map((note) => (
          <Version key={note.version} note={note} />
        ))}
      </div>
    </>
  );
}
