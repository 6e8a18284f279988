import { Button, Input, makeStyles, mergeClasses, ToggleButton, tokens, Tooltip } from '@fluentui/react-components';
import { DismissRegular, SearchRegular } from '@fluentui/react-icons';
import type { KeyboardEvent, Ref } from 'react';
import { StepButtons } from '../../components/step-buttons.js';
import type { PdfHits, PdfQuery } from './pages.js';
import { isKey } from '../../lib/ui/keys.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    flexShrink: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  input: { flexGrow: 1, flexBasis: '160px', minWidth: '120px', maxWidth: '360px' },
  option: { minWidth: 'auto', whiteSpace: 'nowrap', fontWeight: tokens.fontWeightRegular },
  count: {
    minWidth: '6em',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  none: { color: tokens.colorStatusDangerForeground1 },
  close: { marginInlineStart: 'auto' },
});

interface PdfFindBarProps {
  query: PdfQuery;
  /** null before the first search */
  hits: PdfHits | null;
  inputRef: Ref<HTMLInputElement>;
  onChange: (query: PdfQuery) => void;
  onAgain: (direction: 1 | -1) => void;
  onClose: () => void;
}

/** Enter: next match; Shift+Enter: previous; Escape: close. */
export function PdfFindBar({ query, hits, inputRef, onChange, onAgain, onClose }: PdfFindBarProps) {
  const styles = useStyles();
  const isNone = query.text !== '' && hits?.state === 'none';
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isKey(event, 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const onInputKeyDown = (event: KeyboardEvent) => {
    if (!isKey(event, 'Enter')) return;
    event.preventDefault();
    onAgain(event.shiftKey ? -1 : 1);
  };
  const canStep = hits !== null && hits.total > 0;
  return (
    <div className={styles.root} role="search" aria-label="Find in the document" onKeyDown={onKeyDown}>
      <Input
        ref={inputRef}
        className={styles.input}
        size="small"
        contentBefore={<SearchRegular />}
        aria-label="Find in the document"
        placeholder="Find in the document"
        value={query.text}
        onChange={(_, { value }) => onChange({ ...query, text: value })}
        onKeyDown={onInputKeyDown}
      />
      <StepButtons previous="Previous hit (Shift+Enter)" next="Next hit (Enter)" canStep={canStep} onStep={onAgain} />
      <ToggleButton
        size="small"
        appearance="outline"
        className={styles.option}
        checked={query.matchCase}
        onClick={() => onChange({ ...query, matchCase: !query.matchCase })}
      >
        Match case
      </ToggleButton>
      <ToggleButton
        size="small"
        appearance="outline"
        className={styles.option}
        checked={query.wholeWords}
        onClick={() => onChange({ ...query, wholeWords: !query.wholeWords })}
      >
        Whole words
      </ToggleButton>
      <span role="status" className={mergeClasses(styles.count, isNone && styles.none)} data-testid="pdf-hits">
        {hitsText(query, hits)}
      </span>
      <Tooltip content="Close (Escape)" relationship="label">
        <Button className={styles.close} size="small" appearance="subtle" icon={<DismissRegular />} onClick={onClose} />
      </Tooltip>
    </div>
  );
}

export function hitsText(query: Pick<PdfQuery, 'text'>, hits: PdfHits | null): string {
  if (query.text.trim() === '') return '';
  if (!hits) return 'Searching...';
  if (hits.total === 0) return hits.state === 'searching' ? 'Searching...' : hits.state === 'none' ? 'Not found' : '';
  const place = hits.current > 0 ? `${hits.current} of ${hits.total}` : `${hits.total}`;
  return hits.areSingleWords ? `${place} (single words)` : place;
}
