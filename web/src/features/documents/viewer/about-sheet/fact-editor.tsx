import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import type { KeyboardEvent } from 'react';
import { FACT_TERMS, factText, type PageFact } from '../page-facts.js';
import type { SheetFactName } from './title-block-records.js';
import type { FactEdit } from './use-fact-edit.js';
import { isKey } from '../../../../lib/ui/keys.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  // long label, aligned with the other buttons
  reset: { textAlign: 'start', justifyContent: 'flex-start', paddingInline: 0, minWidth: 0, maxWidth: '100%' },
});

const HINTS: Readonly<Record<SheetFactName, string>> = {
  year: 'Leave empty if unknown.',
  sheet_number: 'Leave empty if unknown.',
  volume: 'Leave empty if unknown.',
  city: 'Leave empty if unknown.',
  scale: 'For example 1 in = 50 ft or 1:24,000. Leave empty if unknown.',
  north: 'Degrees clockwise from the top of the sheet; 0 is up. Leave empty if unknown.',
  provider: 'Leave empty if unknown.',
};

interface FactEditorProps {
  row: PageFact;
  edit: FactEdit;
}

/** Enter saves, Escape cancels. */
export function FactEditor({ row, edit }: FactEditorProps) {
  const styles = useStyles();
  const { fact } = row;
  if (!fact) return null;
  const read = row.stored?.read ?? null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isKey(event, 'Escape')) return;
    // only the editor closes
    event.preventDefault();
    event.stopPropagation();
    edit.cancel();
  };
  return (
    <form
      className={styles.form}
      aria-label={`Correct: ${FACT_TERMS[fact]}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (!edit.isSaving) edit.save();
      }}
    >
      <Field
        size="small"
        hint={edit.problem === null ? HINTS[fact] : undefined}
        validationState={edit.problem === null ? 'none' : 'error'}
        validationMessage={edit.problem ?? undefined}
      >
        <Input
          size="small"
          aria-label={FACT_TERMS[fact]}
          autoFocus
          inputMode={fact === 'year' || fact === 'north' ? 'numeric' : 'text'}
          value={edit.text}
          onChange={(_, { value }) => edit.setText(value)}
        />
      </Field>
      {edit.theirs !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>Another user has changed it. It is {edit.theirs} now.</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={edit.keepMine}>
              Save mine
            </Button>
            <Button size="small" onClick={edit.cancel}>
              Keep theirs
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="small" appearance="primary" disabled={edit.isSaving}>
          {edit.isSaving ? 'Saving...' : 'Save'}
        </Button>
        <Button size="small" onClick={edit.cancel}>
          Cancel
        </Button>
        {row.stored?.corrected && (
          <Button
            className={styles.reset}
            size="small"
            appearance="transparent"
            disabled={edit.isSaving}
            onClick={edit.reset}
          >
            Reset to the recognized value ({read === null ? 'nothing' : factText(fact, read.value)})
          </Button>
        )}
      </div>
    </form>
  );
}
