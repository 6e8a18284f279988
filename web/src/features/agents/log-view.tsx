import { Button, makeStyles, mergeClasses, SearchBox, Switch, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, ChevronDownRegular, ChevronUpRegular, CopyRegular } from '@fluentui/react-icons';
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { saveFile } from '../../lib/files/save-file.js';
import { notify } from '../../lib/ui/toasts.js';
import { findHits, piecesOf, type LogHit } from './log-search.js';
import { isKey } from '../../lib/ui/keys.js';

/** CSS pixels from the end within which the view follows the log. */
const TAIL_PX = 12;

const BLOCK_LINES = 50;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minHeight: 0, flexGrow: 1 },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px' },
  search: { flexGrow: 1, flexBasis: '180px', maxWidth: '320px', '@media (max-width: 600px)': { maxWidth: 'none' } },
  hits: {
    minWidth: '64px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    whiteSpace: 'nowrap',
  },
  end: { display: 'flex', alignItems: 'center', gap: '4px', marginLeft: 'auto' },
  text: {
    flexGrow: 1,
    minHeight: '160px',
    margin: 0,
    padding: '8px 0',
    overflow: 'auto',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // `content-visibility` keeps all lines searchable and selectable, but only paints those near the viewport
  block: { contentVisibility: 'auto', containIntrinsicSize: `auto ${BLOCK_LINES * 18}px` },
  line: {
    display: 'grid',
    gridTemplateColumns: '48px minmax(0, 1fr)',
    padding: '0 12px 0 0',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  number: {
    paddingRight: '12px',
    textAlign: 'right',
    color: tokens.colorNeutralForeground3,
    userSelect: 'none',
  },
  words: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  hit: { color: '#1c2528', backgroundColor: '#f7dc8b', borderRadius: '2px' },
  current: { color: '#ffffff', backgroundColor: '#a53e12' },
});

interface LogLineProps {
  text: string;
  number: number;
  hits: readonly LogHit[];
  length: number;
  first: number;
  current: number | null;
}

/** Memoized by text, because long logs grow line by line. */
const LogLine = memo(function LogLine({ text, number, hits, length, first, current }: LogLineProps) {
  const styles = useStyles();
  return (
    <div className={styles.line}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <span className={styles.words}>
        {hits.length === 0
          ? text
          : piecesOf(text, hits, length, first).map(({ text: piece, hit }, index) =>
              hit === null ? (
                piece
              ) : (
                <mark
                  key={index}
                  className={mergeClasses(styles.hit, hit === current && styles.current)}
                  aria-current={hit === current ? 'true' : undefined}
                >
                  {piece}
                </mark>
              ),
            )}
      </span>
    </div>
  );
});

const NO_HITS: readonly LogHit[] = [];

interface LogViewProps {
  lines: readonly string[];
  name: string;
  isGrowing: boolean;
}

/** JOB-16 */
export function LogView({ lines, name, isGrowing }: LogViewProps) {
  const styles = useStyles();
  const textRef = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const [follows, setFollows] = useState(isGrowing);
  const hits = useMemo(() => findHits(lines, words), [lines, words]);
  const current = hits.length === 0 ? null : Math.min(chosen, hits.length - 1);

  const byLine = useMemo(() => {
    const found = new Map<number, { hits: LogHit[]; first: number }>();
    for (const [index, hit] of hits.entries()) {
      const before = found.get(hit.line);
      if (before) before.hits.push(hit);
      else found.set(hit.line, { hits: [hit], first: index });
    }
    return found;
  }, [hits]);

  useEffect(() => {
    const text = textRef.current;
    if (text && follows) text.scrollTop = text.scrollHeight;
  }, [follows, lines]);
  useEffect(() => {
    textRef.current?.querySelector('mark[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current, words]);

  const step = (by: 1 | -1): void => {
    if (current === null) return;
    setFollows(false);
    setChosen((current + by + hits.length) % hits.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isKey(event, 'Enter')) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(lines.join('\n'));
      notify({ type: 'success', title: 'Log copied' });
    } catch {
      notify({
        type: 'error',
        title: 'The log could not be copied',
        description: 'Select its lines and copy them, or download it.',
      });
    }
  };

  return (
    <div className={styles.root}>
      <div className={styles.bar} role="search">
        <SearchBox
          className={styles.search}
          size="small"
          aria-label="Search the log"
          placeholder="Search the log"
          value={words}
          onKeyDown={onKeyDown}
          onChange={(_, { value }) => {
            setWords(value);
            setChosen(0);
            if (value !== '') setFollows(false);
          }}
        />
        {words === '' ? null : (
          <>
            <span className={styles.hits} role="status">
              {current === null ? 'No hits' : `${current + 1} of ${hits.length}`}
            </span>
            <Button
              size="small"
              appearance="subtle"
              icon={<ChevronUpRegular />}
              aria-label="Previous hit"
              disabled={current === null}
              onClick={() => step(-1)}
            />
            <Button
              size="small"
              appearance="subtle"
              icon={<ChevronDownRegular />}
              aria-label="Next hit"
              disabled={current === null}
              onClick={() => step(1)}
            />
          </>
        )}
        <span className={styles.end}>
          {isGrowing ? (
            <Switch label="Follow" checked={follows} onChange={(_, { checked }) => setFollows(checked)} />
          ) : null}
          <Button
            size="small"
            appearance="subtle"
            icon={<CopyRegular />}
            aria-label="Copy the log"
            onClick={() => void copy()}
          />
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowDownloadRegular />}
            aria-label="Download the log"
            onClick={() => saveFile(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }), name)}
          />
        </span>
      </div>
      <div
        ref={textRef}
        className={styles.text}
        role="region"
        aria-label="Log"
        tabIndex={0}
        onScroll={({ currentTarget: text }) => {
          // scrolling up stops following, scrolling to the end resumes it
          if (isGrowing) setFollows(text.scrollHeight - text.scrollTop - text.clientHeight <= TAIL_PX);
        }}
      >
        {Array.from({ length: Math.ceil(lines.length / BLOCK_LINES) }, (_, block) => (
          <div key={block} className={styles.block}>
            {lines.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES).map((text, place) => {
              const index = block * BLOCK_LINES + place;
              const found = byLine.get(index);
              const last = found ? found.first + found.hits.length : 0;
              const isHere = found !== undefined && current !== null && current >= found.first && current < last;
              return (
                <LogLine
                  key={index}
                  text={text}
                  number={index + 1}
                  hits={found?.hits ?? NO_HITS}
                  length={words.length}
                  first={found?.first ?? 0}
                  current={isHere ? current : null}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
