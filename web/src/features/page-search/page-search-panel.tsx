import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { isSearchable } from '../../evidence/search-words.js';
import { Sheet } from '../../components/sheet.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/ui/use-debounced.js';
import { PageSearchResults } from './page-search-results.js';
import { useHitKeys } from './use-hit-keys.js';

const useStyles = makeStyles({
  root: { marginBottom: tokens.spacingVerticalM },
  box: { width: '100%', maxWidth: 'none' },
  results: { marginTop: tokens.spacingVerticalS },
});

/** A hit opens the viewer at the words. */
export function PageSearchPanel({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const words = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const keys = useHitKeys();
  return (
    // a single line: results push the content down only if there are any
    <section className={styles.root} aria-label="Search the pages" {...keys}>
      <SearchBox
        className={styles.box}
        placeholder={'Search the words on all pages, for example "gas holder"'}
        aria-label="Search the pages"
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      {isSearchable(words) && (
        <Sheet className={styles.results}>
          <PageSearchResults projectId={projectId} words={words} />
        </Sheet>
      )}
    </section>
  );
}
