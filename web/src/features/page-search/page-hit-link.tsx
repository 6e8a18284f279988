import { makeStyles, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import type { PageHit } from '../../evidence/page-search-api.js';
import { hitAddress } from '../../evidence/search-words.js';
import { MarkedSnippet } from './marked-snippet.js';
import { HitPicture } from './hit-picture.js';

const useStyles = makeStyles({
  hit: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  label: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  snippet: { overflowWrap: 'anywhere' },
});

interface PageHitLinkProps {
  projectId: string;
  hit: PageHit;
  words: string;
  /** For lists that are not grouped by document. */
  withDocument?: boolean;
  onFollow?: (() => void) | undefined;
}

/** Opens the viewer at the page's words. */
export function PageHitLink({ projectId, hit, words, withDocument = false, onFollow }: PageHitLinkProps) {
  const styles = useStyles();
  return (
    <Link
      className={styles.hit}
      to={hitAddress(projectId, hit, words)}
      data-testid={`page-hit-${hit.page_id}`}
      data-search-hit=""
      onClick={onFollow}
    >
      <HitPicture hit={hit} />
      <span className={styles.words}>
        <span className={styles.label}>
          {withDocument ? `${hit.document_title} · ` : ''}
          {labelOf(hit)}
        </span>
        <span className={styles.snippet}>
          <MarkedSnippet parts={hit.snippet_parts} />
        </span>
      </span>
    </Link>
  );
}

/** With the kind of match if not exact. */
function labelOf({ label, page_number: number, match, places }: PageHit): string {
  const page = label.includes(`Page ${number}`) ? label : `${label}, page ${number}`;
  const count = places.length > 1 ? [`${places.length} places`] : [];
  const how = match === 'near' ? ['likely misread'] : match === 'part' ? ['words run together or apart'] : [];
  return [page, ...count, ...how].join(' · ');
}
