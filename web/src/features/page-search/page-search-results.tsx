import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { ErrorState } from '../../components/error-state.js';
import type { Page } from '../../lib/http/api.js';
import { errorMessage } from '../../lib/http/errors.js';
import { countText } from '../../lib/ui/formats.js';
import { MAX_HITS, useSearchPagesQuery } from '../../evidence/page-search-api.js';
import type { PageHit } from '../../evidence/page-search-api.js';
import { isSearchable } from '../../evidence/search-words.js';
import { PageHitLink } from './page-hit-link.js';

const HITS_SHOWN = 10;

const useStyles = makeStyles({
  status: { margin: `${tokens.spacingVerticalM} 0 0`, color: tokens.colorNeutralForeground2 },
  documents: { listStyleType: 'none', margin: 0, padding: 0 },
  document: { marginTop: tokens.spacingVerticalM },
  title: { display: 'block', margin: 0, overflowWrap: 'anywhere' },
  list: { listStyleType: 'none', margin: `${tokens.spacingVerticalXS} 0 0`, padding: 0 },
});

interface PageSearchResultsProps {
  projectId: string;
  /** Too short ones show nothing. */
  words: string;
  onFollow?: () => void;
}

/** By document, best first. */
export function PageSearchResults({ projectId, words, onFollow }: PageSearchResultsProps) {
  const styles = useStyles();
  const [more, setMore] = useState({ words, shown: HITS_SHOWN });
  const shown = more.words === words ? more.shown : HITS_SHOWN;
  const isAsked = isSearchable(words);
  const { currentData, isFetching, isError, error, refetch } = useSearchPagesQuery(
    { projectId, words, page: 1, perPage: shown },
    { skip: !isAsked },
  );
  // keep current hits while more load: the list would collapse and lose focus
  const [before, setBefore] = useState<{ of: string; found: Page<PageHit> }>();
  const of = `${projectId} ${words}`;
  if (currentData && before?.found !== currentData) setBefore({ of, found: currentData });
  const found = currentData ?? (before?.of === of ? before.found : undefined);
  const hits = found?.data ?? [];
  const isLoadingMore = isFetching && !currentData;
  return (
    <>
      <div role="status">
        {isAsked && isLoadingMore && !found && <Spinner className={styles.status} size="tiny" label="Searching..." />}
        {isAsked && found && <p className={styles.status}>{foundText(found.count)}</p>}
      </div>
      {isAsked && isError && (
        <ErrorState title="The pages could not be searched" onRetry={() => void refetch()}>
          {errorMessage(error, 'Please try again.')}
        </ErrorState>
      )}
      {isAsked && hits.length > 0 && (
        <ul className={styles.documents} aria-label="Pages found">
          {byDocument(hits).map(([id, of]) => (
            <li key={id} className={styles.document}>
              <Text as="h3" weight="semibold" className={styles.title}>
                {of[0]?.document_title}
              </Text>
              <ul className={styles.list}>
                {of.map((hit) => (
                  <li key={hit.page_id}>
                    <PageHitLink projectId={projectId} hit={hit} words={words} onFollow={onFollow} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {isAsked && found && found.count > hits.length && (shown < MAX_HITS || !currentData) && (
        <Button
          appearance="subtle"
          disabledFocusable={isLoadingMore}
          onClick={() => setMore({ words, shown: Math.min(MAX_HITS, shown + HITS_SHOWN * 2) })}
        >
          {isLoadingMore ? 'Loading more...' : 'Show more'}
        </Button>
      )}
    </>
  );
}

/** Ordered by their best page. */
function byDocument(hits: readonly PageHit[]): [string, PageHit[]][] {
  const documents = new Map<string, PageHit[]>();
  for (const hit of hits) documents.set(hit.document_id, [...(documents.get(hit.document_id) ?? []), hit]);
  return [...documents];
}

function foundText(count: number): string {
  if (count === 0) return 'No page contains these words. Pages that are still being processed are found later.';
  return `${countText(count, 'page')} found`;
}
