import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.js';
import { isModalOpen, isTyping } from '../../../viewer/sheet/keys.js';

/** The search starts this long after the last key, in milliseconds (CONST-20). */
const SEARCH_DEBOUNCE_MS = 300;

const useStyles = makeStyles({
  root: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}` },
  box: { width: '100%' },
  count: {
    margin: `${tokens.spacingVerticalXS} 0 0`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
});

interface DocumentSearchProps {
  /** What the address looks for. */
  words: string;
  /** Pages found; null while nothing is looked for or known. */
  count: number | null;
  onSearch: (words: string) => void;
}

/** Looks for words in the document that is open. The key "/" leads here. */
export function DocumentSearch({ words, count, onSearch }: DocumentSearchProps) {
  const styles = useStyles();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(words);
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);

  // an address that changes from elsewhere (the browser's Back) is shown
  const [shownWords, setShownWords] = useState(words);
  if (shownWords !== words) {
    setShownWords(words);
    if (words !== text.trim()) setText(words);
  }

  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  const asked = useRef(words);
  useEffect(() => {
    if (settled === asked.current) return;
    asked.current = settled;
    search.current(settled);
  }, [settled]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || isTyping(event.target) || isModalOpen()) return;
      event.preventDefault();
      inputRef.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div className={styles.root}>
      <SearchBox
        ref={inputRef}
        className={styles.box}
        size="small"
        placeholder="Find words ( / )"
        aria-label="Find words in this document"
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      {words !== '' && count !== null && (
        <p className={styles.count} role="status">
          {count === 0 ? 'On no page' : count === 1 ? 'On 1 page' : `On ${count} pages`}
        </p>
      )}
    </div>
  );
}
