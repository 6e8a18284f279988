import { Button, makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { StepButtons } from '../../../components/step-buttons.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../lib/ui/use-debounced.js';
import { isModalOpen, isTyping } from '../../../viewer/sheet/keys.js';
import { isLetterKeyOff, useLetterKeysOn } from '../../../lib/ui/letter-keys.js';
import type { DocumentHits } from './document-hits.js';
import { isKey, keyOf } from '../../../lib/ui/keys.js';
import { countText } from '../../../lib/ui/formats.js';

const useStyles = makeStyles({
  root: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}` },
  box: { width: '100%' },
  found: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS, minHeight: '28px' },
  count: {
    flexGrow: 1,
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

interface DocumentSearchProps {
  words: string;
  pages: number | null;
  place: number | null;
  places: number;
  failure: DocumentHits['failure'];
  onSearch: (words: string) => void;
  onStep: (direction: 1 | -1) => void;
}

/** "/" focuses it; Enter and F3 go to the next hit, with Shift to the previous one. */
export function DocumentSearch({ words, pages, place, places, failure, onSearch, onStep }: DocumentSearchProps) {
  const styles = useStyles();
  const hasKey = useLetterKeysOn();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(words);
  const settled = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);

  /** Last search from here: its arrival in the URL must not overwrite letters typed since. */
  const [sent, setSent] = useState(words);
  // follow external URL changes, such as Back
  const [shownWords, setShownWords] = useState(words);
  if (shownWords !== words) {
    setShownWords(words);
    if (words !== text.trim() && words !== sent) setText(words);
  }

  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  const asked = useRef(words);
  useEffect(() => {
    if (settled === asked.current) return;
    asked.current = settled;
    setSent(settled);
    search.current(settled);
  }, [settled]);

  const canStep = words !== '' && places > 0;
  const steps = useRef({ canStep, onStep });
  useEffect(() => {
    steps.current = { canStep, onStep };
  });
  const onInputKeyDown = (event: ReactKeyboardEvent) => {
    if (!isKey(event, 'Enter') || !canStep || settled !== words) return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (keyOf(event) === 'F3' && steps.current.canStep && !event.defaultPrevented && !isModalOpen()) {
        event.preventDefault();
        steps.current.onStep(event.shiftKey ? -1 : 1);
        return;
      }
      if (
        keyOf(event) !== '/' ||
        isLetterKeyOff(event) ||
        event.defaultPrevented ||
        isTyping(event.target) ||
        isModalOpen()
      )
        return;
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
        placeholder={hasKey ? 'Find words ( / )' : 'Find words'}
        aria-label="Find words in this document"
        value={text}
        onChange={(_, { value }) => setText(value)}
        onKeyDown={onInputKeyDown}
      />
      {words !== '' && pages !== null && (
        <div className={styles.found}>
          <p className={styles.count} role="status" data-testid="document-hits">
            {foundText(pages, place, places)}
          </p>
          <StepButtons previous="Previous place (Shift+F3)" next="Next place (F3)" canStep={canStep} onStep={onStep} />
        </div>
      )}
      {words !== '' && failure && (
        <div className={styles.found}>
          <p className={styles.count} role="alert">
            {`The document could not be searched. ${errorMessage(failure.error, '')}`}
          </p>
          <Button size="small" onClick={failure.onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}

/** "3 of 17 on 4 pages" */
export function foundText(pages: number, place: number | null, places: number): string {
  if (pages === 0) return 'On no page';
  const on = `on ${countText(pages, 'page')}`;
  if (places === 0) return `Found ${on}`;
  return place === null ? `${places} ${on}` : `${place + 1} of ${places} ${on}`;
}
