import { Button, makeStyles, SearchBox, Spinner, tokens } from '@fluentui/react-components';
import { ImageOffRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ErrorState } from '../../components/error-state.js';
import { Sheet } from '../../components/sheet.js';
import { errorMessage } from '../../lib/errors.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { MarkedSnippet } from './marked-snippet.js';
import { useSearchPagesQuery } from '../../evidence/page-search-api.js';
import type { PageHit } from '../../evidence/page-search-api.js';
import { hitAddress, isSearchable } from '../../evidence/search-words.js';

/** Hits shown at once; more come on demand. */
const HITS_SHOWN = 10;

/** The search starts this long after the last key, in milliseconds (CONST-20). */
const SEARCH_DEBOUNCE_MS = 300;

const useStyles = makeStyles({
  root: { marginBottom: tokens.spacingVerticalXXL },
  box: { width: '100%', maxWidth: '480px' },
  status: { margin: `${tokens.spacingVerticalM} 0 0`, color: tokens.colorNeutralForeground2 },
  list: { listStyleType: 'none', margin: `${tokens.spacingVerticalS} 0 0`, padding: 0 },
  hit: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  frame: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '48px',
    height: '60px',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground4,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  label: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  snippet: { overflowWrap: 'anywhere' },
});

/** Looks for words on all pages of the project; a hit opens the viewer at the words. */
export function PageSearchPanel({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const [shown, setShown] = useState(HITS_SHOWN);
  const words = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const isAsked = isSearchable(words);
  const { currentData, isFetching, isError, error, refetch } = useSearchPagesQuery(
    { projectId, words, page: 1, perPage: shown },
    { skip: !isAsked },
  );
  return (
    <Sheet
      className={styles.root}
      title="Search the pages"
      note="Finds words on every sheet and report of the project."
    >
      <SearchBox
        className={styles.box}
        placeholder={'Words on the pages, for example "gas holder"'}
        aria-label="Search the pages"
        value={text}
        onChange={(_, { value }) => {
          setText(value);
          setShown(HITS_SHOWN);
        }}
      />
      <div role="status">
        {isAsked && isFetching && !currentData && (
          <Spinner className={styles.status} size="tiny" label="Searching..." />
        )}
        {isAsked && currentData && <p className={styles.status}>{countText(currentData.count)}</p>}
      </div>
      {isAsked && isError && (
        <ErrorState title="The pages could not be searched" onRetry={() => void refetch()}>
          {errorMessage(error, 'Please try again.')}
        </ErrorState>
      )}
      {isAsked && currentData && currentData.data.length > 0 && (
        <ul className={styles.list} aria-label="Pages found">
          {currentData.data.map((hit) => (
            <li key={hit.page_id}>
              <Hit projectId={projectId} hit={hit} words={words} />
            </li>
          ))}
        </ul>
      )}
      {isAsked && currentData && currentData.count > currentData.data.length && shown < MOST_SHOWN && (
        <Button appearance="subtle" onClick={() => setShown(Math.min(MOST_SHOWN, shown + HITS_SHOWN * 2))}>
          Show more
        </Button>
      )}
    </Sheet>
  );
}

/** The gateway's largest page of a list (CONST-05). */
const MOST_SHOWN = 100;

function Hit({ projectId, hit, words }: { projectId: string; hit: PageHit; words: string }) {
  const styles = useStyles();
  return (
    <Link className={styles.hit} to={hitAddress(projectId, hit, words)} data-testid={`page-hit-${hit.page_id}`}>
      <span className={styles.frame}>
        {hit.thumbnail_url ? (
          <img className={styles.picture} src={hit.thumbnail_url} alt="" loading="lazy" draggable={false} />
        ) : (
          <ImageOffRegular aria-hidden="true" />
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{hit.document_title}</span>
        <span className={styles.label}>{hit.label}</span>
        <span className={styles.snippet}>
          <MarkedSnippet snippet={hit.snippet} words={words} />
        </span>
      </span>
    </Link>
  );
}

function countText(count: number): string {
  if (count === 0) return 'No page has these words. Pages that are still being read are found later.';
  return count === 1 ? '1 page found' : `${count} pages found`;
}
