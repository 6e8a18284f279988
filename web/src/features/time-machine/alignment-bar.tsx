import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { alignmentTexts } from './alignment.js';
import type { Side } from './alignment.js';

interface AlignmentBarProps {
  count: number;
  /** the side whose point waits for its partner */
  pending: Side | null;
  /** image pixels of B */
  misfitPx: number;
  onUndo: () => void;
  onClear: () => void;
  onDone: () => void;
}

/** What to do next while two sheets are aligned, and how well they fit. */
export function AlignmentBar({ count, pending, misfitPx, onUndo, onClear, onDone }: AlignmentBarProps) {
  const { next, state } = alignmentTexts(count, pending, misfitPx);
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody aria-live="polite">
        {next} {state}{' '}
        <Button size="small" disabled={count === 0 && pending === null} onClick={onUndo}>
          Undo
        </Button>{' '}
        <Button size="small" disabled={count === 0 && pending === null} onClick={onClear}>
          Clear
        </Button>{' '}
        <Button size="small" appearance="primary" onClick={onDone}>
          Done
        </Button>
      </MessageBarBody>
    </MessageBar>
  );
}
