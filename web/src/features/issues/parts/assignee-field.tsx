import { Button, makeStyles } from '@fluentui/react-components';
import { UserPicker, userLabel } from '../../../components/user-picker.js';
import { useMe } from '../../../lib/session/me.js';
import type { FoundUser } from '../../../lib/session/user-search.js';
import { useEffect, useRef, useState } from 'react';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4px' },
  picker: { width: '100%' },
});

export interface Assignee {
  assignee: string | null;
  assignee_name: string;
}

export const UNASSIGNED: Assignee = { assignee: null, assignee_name: '' };

const assigneeOf = (user: FoundUser | undefined): Assignee =>
  user ? { assignee: user.id, assignee_name: userLabel(user) } : UNASSIGNED;

const UNKNOWN_PERSON = 'Choose a person from the list, or clear the field to unassign.';

interface AssigneeFieldProps {
  label?: string;
  value: Assignee;
  /** `isValid` is false while the text matches no person. */
  onChange: (value: Assignee, isValid: boolean) => void;
  validationMessage?: string;
}

/** Search by name (OP-37), oneself by one click, unassigned if empty. */
export function AssigneeField({ label = 'Assignee', value, onChange, validationMessage }: AssigneeFieldProps) {
  const styles = useStyles();
  const me = useMe();
  const [isValid, setIsValid] = useState(true);
  // the picker owns its text, so an external change needs a new instance
  const [round, setRound] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the focused button was removed
    if (round > 0) root.current?.querySelector('input')?.focus();
  }, [round]);
  const isMine = me !== undefined && value.assignee === me.id;
  return (
    <div ref={root} className={styles.root}>
      <UserPicker
        key={round}
        className={styles.picker}
        label={label}
        chosen={value.assignee ? { id: value.assignee, name: value.assignee_name } : undefined}
        onChoose={(user, words) => {
          const named = user !== undefined || words.trim() === '';
          setIsValid(named);
          onChange(assigneeOf(user), named);
        }}
        validationMessage={isValid ? validationMessage : UNKNOWN_PERSON}
      />
      {me && !isMine ? (
        <Button
          size="small"
          appearance="transparent"
          onClick={() => {
            setIsValid(true);
            setRound(round + 1);
            onChange(assigneeOf(me), true);
          }}
        >
          Choose me
        </Button>
      ) : null}
    </div>
  );
}
