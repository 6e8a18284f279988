import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../lib/use-debounced.js';
import { useSearchUsersQuery, type FoundUser } from '../lib/users.js';

const useStyles = makeStyles({
  combobox: { minWidth: 0, width: '100%' },
});

/** Most that a search answers (CONST-19). */
const MOST_FOUND = 10;

/** What a found user is called where the name is not known. */
export const userLabel = ({ id, name, email }: FoundUser): string => name?.trim() || email || id;

export interface UserPickerProps {
  label: string;
  chosen: FoundUser | undefined;
  /** Called for every letter, too: nobody is chosen then, and `words` is what stands in the field. */
  onChoose: (user: FoundUser | undefined, words: string) => void;
  /** Ids of users that are not offered. */
  without?: ReadonlySet<string>;
  /** Says why none of the users that were found is offered; they all are in `without`. */
  whyWithout?: (found: readonly FoundUser[]) => string;
  hint?: string;
  validationMessage?: string;
  className?: string;
}

/** Finds a user by name while it is typed (CONST-19, CONST-20). Give it a new `key` to begin afresh. */
export function UserPicker(props: UserPickerProps) {
  const { label, chosen, onChoose, without, whyWithout, hint, validationMessage, className } = props;
  const styles = useStyles();
  const [words, setWords] = useState(chosen ? userLabel(chosen) : '');
  const [open, setOpen] = useState(false);
  const sought = useDebounced(words.trim(), SEARCH_DEBOUNCE_MS);
  const {
    currentData: found,
    isFetching,
    error,
  } = useSearchUsersQuery(sought, { skip: sought === '' || chosen !== undefined });
  // whoever is chosen is in the list that is opened once more
  const candidates = chosen ? [chosen] : (found ?? []).filter((user) => !without?.has(user.id));
  const nobody = error
    ? 'Failed to search users'
    : sought === ''
      ? 'Type a name'
      : isFetching
        ? 'Searching...'
        : found && found.length >= MOST_FOUND
          ? // all of them are left out here, and the search tells of no more at a time
            'There may be others: type more of the name'
          : found && found.length > 0 && whyWithout
            ? whyWithout(found)
            : 'No other user has this name';
  return (
    <Field label={label} hint={hint} validationMessage={validationMessage} className={className}>
      <Combobox
        className={styles.combobox}
        freeform
        clearable
        open={open}
        onOpenChange={(_, data) => setOpen(data.open)}
        placeholder="Search by name"
        value={words}
        selectedOptions={chosen ? [chosen.id] : []}
        onChange={(event) => {
          setWords(event.target.value);
          onChoose(undefined, event.target.value);
          setOpen(true);
        }}
        onOptionSelect={(_, data) => {
          const text = data.optionText ?? '';
          onChoose(
            candidates.find((user) => user.id === data.optionValue),
            text,
          );
          setWords(text);
        }}
      >
        {candidates.length === 0 ? (
          <Option key="none" value="" text="" disabled>
            {nobody}
          </Option>
        ) : (
          candidates.map((user) => (
            <Option key={user.id} value={user.id} text={userLabel(user)}>
              {user.email && user.name ? `${user.name} (${user.email})` : userLabel(user)}
            </Option>
          ))
        )}
      </Combobox>
    </Field>
  );
}
