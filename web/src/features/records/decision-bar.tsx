import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { DispositionKind } from '@symbio/proto/records/vocabulary';
import { useEffect, useState } from 'react';
import { undoLast } from '../../lib/edits/undo.js';
import { keyOf } from '../../lib/ui/keys.js';
import { isLetterKeyOff } from '../../lib/ui/letter-keys.js';
import { notify } from '../../lib/ui/toasts.js';
import { isModalOpen, isTyping } from '../../viewer/sheet/keys.js';
import { BulkDialog } from './bulk-dialog.js';
import { ReasonsDialog } from './reasons-dialog.js';
import { nameText } from './record-text.js';
import type { RecordHit } from './records-api.js';
import { isAdjoining, kindOf, useDecisions } from './use-decisions.js';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  rest: { marginInlineStart: 'auto' },
});

interface DecisionBarProps {
  projectId: string;
  /** Records that the table shows. */
  hits: readonly RecordHit[];
  selected: RecordHit | undefined;
  onSelect: (id: string) => void;
}

/** Decides the selected record, or all undecided ones of the table. Each button has a key. */
export function DecisionBar({ projectId, hits, selected, onSelect }: DecisionBarProps) {
  const styles = useStyles();
  const { decide, turnAdjoining } = useDecisions();
  const [asked, setAsked] = useState<'reasons' | 'bulk' | null>(null);
  const undecided = hits.filter((hit) => kindOf(hit) === 'undecided');

  const move = (step: number): void => {
    const at = selected ? hits.findIndex(({ id }) => id === selected.id) : -1;
    const next = hits[Math.min(Math.max(at + step, 0), hits.length - 1)];
    if (next) onSelect(next.id);
  };
  const set = async (disposition: DispositionKind): Promise<void> => {
    if (!selected) return;
    const refusal = await decide(selected, { disposition, reason_codes: [], reason: '' });
    if (refusal !== null) notify({ type: 'error', title: 'The record was not decided', description: refusal });
  };
  const commands: Readonly<Record<string, () => void>> = {
    j: () => move(1),
    k: () => move(-1),
    u: () => void undoLast(),
    ...(selected && {
      r: () => void set('relevant'),
      n: () => setAsked('reasons'),
      f: () => void set('file_review'),
      a: () => void turnAdjoining(selected),
    }),
  };
  // each render has other commands
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { ctrlKey, altKey, metaKey, shiftKey, target } = event;
      if (event.defaultPrevented || event.repeat || ctrlKey || altKey || metaKey || shiftKey) return;
      if (isTyping(target) || isModalOpen() || isLetterKeyOff(event)) return;
      const key = keyOf(event);
      const command = Object.hasOwn(commands, key) ? commands[key] : undefined;
      if (!command) return;
      event.preventDefault();
      command();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });

  return (
    <div className={styles.bar} role="toolbar" aria-label="Decision">
      <Button size="small" disabled={!selected} title="R" onClick={() => void set('relevant')}>
        Relevant
      </Button>
      <Button size="small" disabled={!selected} title="N" onClick={() => setAsked('reasons')}>
        Not relevant...
      </Button>
      <Button size="small" disabled={!selected} title="F" onClick={() => void set('file_review')}>
        File review
      </Button>
      <Button size="small" disabled={!selected} title="A" onClick={() => selected && void turnAdjoining(selected)}>
        {selected && isAdjoining(selected) ? 'Not adjoining' : 'Adjoining'}
      </Button>
      <Button
        size="small"
        appearance="subtle"
        className={styles.rest}
        disabled={undecided.length === 0}
        onClick={() => setAsked('bulk')}
      >
        {`Decide shown (${undecided.length.toLocaleString('en-US')})...`}
      </Button>
      {asked === 'reasons' && selected ? (
        <ReasonsDialog
          title={`Not relevant: ${nameText(selected)}`}
          confirmLabel="Not relevant"
          onConfirm={async (reasons) => {
            const refusal = await decide(selected, { disposition: 'not_relevant', ...reasons });
            if (refusal === null) setAsked(null);
            return refusal;
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked === 'bulk' ? <BulkDialog projectId={projectId} hits={undecided} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}
