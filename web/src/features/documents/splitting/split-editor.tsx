import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, tokens } from '@fluentui/react-components';
import {
  ArrowRedoRegular,
  ArrowUndoRegular,
  ChevronLeftRegular,
  ChevronRightRegular,
  CutRegular,
  KeyboardRegular,
  MergeRegular,
} from '@fluentui/react-icons';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { ErrorState } from '../../../components/error-state.js';
import { KeyboardHelpDialog, type KeyGroup } from '../../../components/keyboard-help-dialog.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { countText } from '../../../lib/ui/formats.js';
import { errorMessage } from '../../../lib/http/errors.js';
import { keyOf } from '../../../lib/ui/keys.js';
import { isLetterKeyOff } from '../../../lib/ui/letter-keys.js';
import { isModalOpen, isTyping } from '../../../viewer/sheet/keys.js';
import { DrawingQueue, Thumbnail } from '../../../viewer/pdf/thumbnails.js';
import { usePdf } from '../../../viewer/pdf/use-pdf.js';
import { useSignedFile } from '../viewer/use-signed-file.js';
import { beginsAt, describe, mergeWithPrevious, moveBeginning, partAt, splitBefore } from './cuts.js';
import { Filmstrip } from './filmstrip.js';
import { SplitDocuments } from './split-documents.js';
import { useConfirmSplitMutation, type DocumentSplit } from './splits-api.js';
import { useSplitEdits } from './use-split-edits.js';

const PREVIEW_WIDTH = 360;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  end: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginInlineStart: 'auto' },
  place: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  loading: { padding: tokens.spacingVerticalXXL },
  below: { display: 'flex', flexGrow: 1, minHeight: 0 },
  preview: {
    flexShrink: 0,
    width: `${PREVIEW_WIDTH}px`,
    padding: tokens.spacingHorizontalM,
    overflowY: 'auto',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 1100px)': { display: 'none' },
  },
});

const KEYS: readonly KeyGroup[] = [
  {
    title: 'Pages',
    lines: [
      { keys: ['←', '→'], what: 'Previous or next page; ten with Shift' },
      { keys: ['N', 'P'], what: 'Next or previous document' },
      { keys: ['Enter', 'Space'], what: 'Begin a document at the page, or merge it with the one before' },
      { keys: ['Alt', '←', '→'], what: 'Move where the document begins' },
      { keys: ['Delete'], what: 'Merge the document with the one before' },
    ],
  },
  {
    title: 'Split',
    lines: [
      { keys: ['Ctrl', 'Z'], what: 'Undo' },
      { keys: ['Ctrl', 'Shift', 'Z'], what: 'Redo' },
      { keys: ['Ctrl', 'Enter'], what: 'Confirm' },
      { keys: ['?'], what: 'This list' },
    ],
  },
];

const noExtra = (): Promise<undefined> => Promise.resolve(undefined);

/** Changes of a proposed split, and its confirmation. */
export function SplitEditor({ document, split }: { document: ProjectDocument; split: DocumentSplit }) {
  const styles = useStyles();
  const edits = useSplitEdits(split);
  const { parts, change, undo, redo, settled } = edits;
  const { page_count: pageCount } = split;
  const file = useSignedFile(document);
  const { loaded, isStalled, retry } = usePdf(file, noExtra);
  const [current, setCurrent] = useState(1);
  const [queue] = useState(() => new DrawingQueue());
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [confirm] = useConfirmSplitMutation();
  const [isConfirming, setConfirming] = useState(false);
  const [refusal, setRefusal] = useState('');
  const chosen = partAt(parts, current);
  const isBeginning = beginsAt(parts, current);

  const merge = useCallback((index: number) => change(mergeWithPrevious(parts, index)), [change, parts]);
  const move = (index: number, page: number) => {
    const next = moveBeginning(parts, index, page);
    change(next);
    setCurrent(next[index]?.from_page ?? current);
  };
  const toggle = () => (isBeginning ? merge(chosen) : change(splitBefore(parts, current)));
  const step = (direction: -1 | 1) => {
    const to = direction === 1 || parts[chosen]?.from_page === current ? chosen + direction : chosen;
    const part = parts[to];
    if (part) setCurrent(part.from_page);
  };
  const confirmAll = async () => {
    setRefusal('');
    setConfirming(true);
    try {
      if (await settled()) await confirm({ documentId: split.document_id, id: split.id }).unwrap();
    } catch (error) {
      setRefusal(errorMessage(error, 'Failed to split the document'));
    } finally {
      setConfirming(false);
    }
  };

  const isTooFew = parts.length < 2;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isModalOpen() || isConfirming) return;
    const key = keyOf(event);
    const hasCommand = event.ctrlKey || event.metaKey;
    if (hasCommand && key === 'Enter' && !isTooFew) {
      // a field saves its text when it loses the focus
      if (window.document.activeElement instanceof HTMLElement) window.document.activeElement.blur();
      void confirmAll();
    } else if (isTyping(event.target) || isLetterKeyOff(event)) return;
    else if (hasCommand && key === 'z') (event.shiftKey ? redo : undo)?.();
    else if (hasCommand && key === 'y') redo?.();
    else if (hasCommand || event.altKey) return;
    else if (key === 'n' || key === 'p') step(key === 'n' ? 1 : -1);
    else if (key === '?') setHelpOpen(true);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.document.addEventListener('keydown', listen);
    return () => window.document.removeEventListener('keydown', listen);
  }, []);

  return (
    <div className={styles.root} aria-busy={isConfirming}>
      <div className={styles.bar} role="toolbar" aria-label="Split">
        <Button
          size="small"
          icon={<ChevronLeftRegular />}
          aria-label="Previous document"
          disabled={current === 1}
          onClick={() => step(-1)}
        />
        <span className={styles.place} role="status">{`Page ${current} of ${pageCount}`}</span>
        <Button
          size="small"
          icon={<ChevronRightRegular />}
          aria-label="Next document"
          disabled={chosen === parts.length - 1}
          onClick={() => step(1)}
        />
        <Button
          size="small"
          icon={isBeginning ? <MergeRegular /> : <CutRegular />}
          disabled={current === 1 || isConfirming}
          onClick={toggle}
        >
          {isBeginning ? 'Merge with the document before' : `Split before page ${current}`}
        </Button>
        <Button
          size="small"
          icon={<ArrowUndoRegular />}
          aria-label="Undo"
          disabled={!undo || isConfirming}
          onClick={undo}
        />
        <Button
          size="small"
          icon={<ArrowRedoRegular />}
          aria-label="Redo"
          disabled={!redo || isConfirming}
          onClick={redo}
        />
        <Button size="small" icon={<KeyboardRegular />} aria-label="Keyboard" onClick={() => setHelpOpen(true)} />
        <div className={styles.end}>
          <Button
            appearance="primary"
            disabled={isTooFew || isConfirming}
            icon={isConfirming ? <Spinner size="tiny" /> : undefined}
            onClick={() => void confirmAll()}
          >
            {isConfirming ? 'Making documents...' : `Confirm ${countText(parts.length, 'document')}`}
          </Button>
        </div>
      </div>
      {refusal && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{refusal}</MessageBarBody>
        </MessageBar>
      )}
      {isTooFew && (
        <MessageBar>
          <MessageBarBody>Only one document was found. Choose a page and split before it.</MessageBarBody>
        </MessageBar>
      )}
      {isStalled && (
        <MessageBar intent="warning">
          <MessageBarBody>Part of this file can’t be reached at the moment. Trying again...</MessageBarBody>
        </MessageBar>
      )}
      {loaded.kind === 'failed' ? (
        <ErrorState title="Failed to load PDF" onRetry={retry}>
          {loaded.reason}
        </ErrorState>
      ) : loaded.kind === 'loading' ? (
        <Spinner className={styles.loading} label="Loading PDF..." />
      ) : (
        <Filmstrip
          pdf={loaded.pdf}
          firstPage={loaded.firstPage}
          parts={parts}
          pageCount={pageCount}
          current={current}
          onCurrent={setCurrent}
          onToggle={toggle}
          onMove={move}
          onPreview={edits.preview}
          onMerge={merge}
        />
      )}
      <div className={styles.below}>
        <SplitDocuments
          parts={parts}
          chosen={chosen}
          onChoose={setCurrent}
          onDescribe={(index, changes) => change(describe(parts, index, changes))}
          onMerge={merge}
        />
        {loaded.kind === 'ready' && (
          <div className={styles.preview} role="img" aria-label={`Page ${current}`}>
            <Thumbnail
              key={current}
              pdf={loaded.pdf}
              number={current}
              firstPage={loaded.firstPage}
              width={PREVIEW_WIDTH - 26}
              rotation={0}
              isDrawn
              isKept={false}
              queue={queue}
            />
          </div>
        )}
      </div>
      {isHelpOpen && <KeyboardHelpDialog groups={KEYS} onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
