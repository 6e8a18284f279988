import { Button, Input, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { CHECKLIST_ANSWER_LABELS, CHECKLIST_ITEM_LABELS } from '@symbio/proto/labels';
import { MAX_CHECKLIST_NOTE } from '@symbio/proto/limits';
import { CHECKLIST_ANSWERS, isChecklistAnswer, type ChecklistItem } from '@symbio/proto/project/vocabulary';
import { useRef } from 'react';
import { isKey } from '../../../lib/ui/keys.js';
import { useUnsaved } from '../../../lib/edits/unsaved.js';
import { COARSE, PHONE } from '../photos/photo-styles.js';
import { CHECKLIST_HINTS, type ChecklistEntry } from './checklist.js';
import { useSavedText } from './saved-text.js';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '4px 24px',
    alignItems: 'center',
    padding: '10px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  label: { fontWeight: tokens.fontWeightSemibold },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  answers: { [PHONE]: { marginInlineStart: '-8px' } },
  answer: { [COARSE]: { minHeight: '44px', alignItems: 'center' } },
  note: { display: 'flex', gap: '8px', gridColumn: '1 / -1' },
  text: { flexGrow: 1 },
});

interface NoteProps {
  label: string;
  note: string;
  onSave: (note: string) => Promise<boolean>;
}

function Note({ label, note, onSave }: NoteProps) {
  const styles = useStyles();
  const { text, setText, flush, isChanged } = useSavedText(note, onSave);
  useUnsaved(isChanged);
  return (
    <Input
      className={styles.text}
      aria-label={`Note on ${label}`}
      placeholder="Where, how much, in what condition"
      value={text}
      maxLength={MAX_CHECKLIST_NOTE}
      onChange={(_, data) => setText(data.value)}
      onBlur={() => void flush()}
      onKeyDown={(event) => {
        if (isKey(event, 'Enter')) void flush();
      }}
    />
  );
}

interface ChecklistItemRowProps {
  item: ChecklistItem;
  entry: ChecklistEntry | undefined;
  /** Resolves to whether it was saved. */
  onSave: (entry: ChecklistEntry) => Promise<boolean>;
}

/** Answers are saved at once; arrow keys move between them. */
export function ChecklistItemRow({ item, entry, onSave }: ChecklistItemRowProps) {
  const styles = useStyles();
  const row = useRef<HTMLDivElement>(null);
  const label = CHECKLIST_ITEM_LABELS[item];
  const { answer = null, note = '' } = entry ?? {};
  return (
    <div ref={row} className={styles.row}>
      <div>
        <div className={styles.label} aria-hidden="true">
          {label}
        </div>
        <div className={styles.hint}>{CHECKLIST_HINTS[item]}</div>
      </div>
      <RadioGroup
        className={styles.answers}
        layout="horizontal"
        aria-label={label}
        value={answer ?? ''}
        onChange={(_, { value }) => {
          if (isChecklistAnswer(value)) void onSave({ item, answer: value, note });
        }}
      >
        {CHECKLIST_ANSWERS.map((each) => (
          <Radio key={each} className={styles.answer} value={each} label={CHECKLIST_ANSWER_LABELS[each]} />
        ))}
      </RadioGroup>
      {entry ? (
        <div className={styles.note}>
          <Note label={label} note={note} onSave={(text) => onSave({ item, answer, note: text })} />
          {answer === null ? null : (
            <Button
              appearance="subtle"
              aria-label={`Clear the answer on ${label}`}
              onClick={() => {
                // the button disappears
                row.current?.querySelector('input')?.focus();
                void onSave({ item, answer: null, note });
              }}
            >
              Clear
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
