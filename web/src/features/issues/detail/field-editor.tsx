import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  mergeClasses,
  Spinner,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Issue } from '../issue-records.js';
import type { FieldEdit } from './use-field-edit.js';
import { isKey } from '../../../lib/ui/keys.js';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0, flexGrow: 1 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  theirs: {
    maxHeight: '220px',
    marginTop: '4px',
    padding: '6px 10px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  bar: { alignItems: 'start' },
  body: { paddingTop: '6px', paddingBottom: '6px', whiteSpace: 'normal' },
  actions: { paddingBottom: '8px' },
});

export function Pencil<T>({ edit, what }: { edit: FieldEdit<T>; what: string }) {
  const label = `Edit ${what}`;
  return (
    <Tooltip content={label} relationship="label">
      <Button
        ref={edit.pencil}
        size="small"
        appearance="subtle"
        icon={edit.isSaving ? <Spinner size="extra-tiny" /> : <EditRegular />}
        disabledFocusable={edit.isSaving}
        onClick={edit.begin}
      />
    </Tooltip>
  );
}

interface FieldEditorProps<T> {
  edit: FieldEdit<T>;
  /** Field name in text, e.g. `title`. */
  what: string;
  /** For showing a conflicting value. */
  wordsOf: (issue: Issue) => string;
  maySave?: boolean;
  /** For single-line fields. */
  enterSaves?: boolean;
  className?: string;
  /** Control; displays `edit.problem` itself. */
  children: ReactNode;
}

/** Escape cancels, Ctrl+Enter saves. On a conflict it shows the other user's value and offers both. */
export function FieldEditor<T>(props: FieldEditorProps<T>) {
  const { edit, what, wordsOf, maySave = true, enterSaves = false, className, children } = props;
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.defaultPrevented) return;
    if (isKey(event, 'Escape')) {
      event.preventDefault();
      edit.cancel();
    }
    if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey) && maySave) {
      event.preventDefault();
      edit.save();
    }
  };
  const { theirs } = edit;
  return (
    <form
      ref={form}
      className={mergeClasses(styles.form, className)}
      aria-label={`Edit ${what}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (enterSaves && maySave) edit.save();
      }}
    >
      {children}
      {theirs ? (
        <MessageBar intent="warning" layout="multiline" className={styles.bar} role="alert">
          <MessageBarBody className={styles.body}>
            Another user changed the {what} in the meantime. It is now:
            <div className={styles.theirs}>{wordsOf(theirs)}</div>
          </MessageBarBody>
          <MessageBarActions className={styles.actions}>
            <Button size="small" onClick={edit.keepMine} disabled={!maySave}>
              Keep mine
            </Button>
            <Button size="small" onClick={edit.takeTheirs}>
              Take theirs
            </Button>
          </MessageBarActions>
        </MessageBar>
      ) : (
        <div className={styles.buttons}>
          <Button
            type={enterSaves ? 'submit' : 'button'}
            appearance="primary"
            size="small"
            disabled={!maySave}
            onClick={enterSaves ? undefined : edit.save}
          >
            Save
          </Button>
          <Button size="small" onClick={edit.cancel}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  );
}
