import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { Sheet } from '../../components/sheet.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/use-debounced.js';
import { PageSearchResults } from './page-search-results.js';
import { useHitKeys } from './use-hit-keys.js';

const useStyles = makeStyles({
  root: { marginBottom: tokens.spacingVerticalXXL },
  box: { width: '100%', maxWidth: '480px' },
});

/** Looks for words on all pages of the project; a hit opens the viewer at the words. */
export function PageSearchPanel({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const words = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const keys = useHitKeys();
  return (
    <Sheet
      className={styles.root}
      title="Search the pages"
      note="Finds words on every sheet and report of the project, also misread ones."
    >
      <div {...keys}>
        <SearchBox
          className={styles.box}
          placeholder={'Words on the pages, for example "gas holder"'}
          aria-label="Search the pages"
          value={text}
          onChange={(_, { value }) => setText(value)}
        />
        <PageSearchResults projectId={projectId} words={words} />
      </div>
    </Sheet>
  );
}
