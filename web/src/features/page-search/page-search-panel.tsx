import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { isSearchable } from '../../evidence/search-words.js';
import { Sheet } from '../../components/sheet.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/ui/use-debounced.js';
import { PageSearchResults } from './page-search-results.js';
import { useHitKeys } from './use-hit-keys.js';

const useStyles = makeStyles({
  results: { marginBottom: tokens.spacingVerticalM },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
});

interface PageSearchPanelProps {
  projectId: string;
  /** As typed. */
  text: string;
  /** Box that they are typed in, which searches names, too. */
  box: ReactNode;
}

export function PageSearchPanel({ projectId, text, box }: PageSearchPanelProps) {
  const styles = useStyles();
  const words = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
  const keys = useHitKeys();
  return (
    <section aria-label="Search" {...keys}>
      {box}
      {isSearchable(words) && (
        <Sheet className={styles.results} aria-label="Words on pages">
          <h2 className={styles.heading}>Words on pages</h2>
          <PageSearchResults projectId={projectId} words={words} />
        </Sheet>
      )}
    </section>
  );
}
