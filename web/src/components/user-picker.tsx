import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { isEmail } from '../lib/ui/forms.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../lib/ui/use-debounced.js';
import { useSearchUsersQuery, type FoundUser } from '../lib/session/user-search.js';

const useStyles = makeStyles({
  combobox: { minWidth: 0, width: '100%' },
});

/** CONST-19 */
const MAX_FOUND = 10;

/** With fallbacks. */
export const userLabel = ({ id, name, email }: FoundUser): string => name?.trim() || email || id;

export interface UserPickerProps {
  label: string;
  chosen: FoundUser | undefined;
  /** Also called on typing, without a user. */
  onChoose: (user: FoundUser | undefined, words: string) => void;
  without?: ReadonlySet<string>;
  /** Called if all found users are excluded. */
  whyWithout?: (found: readonly FoundUser[]) => string;
  /** Offers to invite an email address without account. */
  offersInvitation?: boolean;
  placeholder?: string;
  hint?: string;
  validationMessage?: string;
  className?: string;
}

/** By name (CONST-19, CONST-20). Change its `key` to reset it. */
export function UserPicker(props: UserPickerProps) {
  const { label, chosen, onChoose, without, whyWithout, hint, validationMessage, className } = props;
  const { offersInvitation = false, placeholder = 'Search by name' } = props;
  const styles = useStyles();
  const [words, setWords] = useState(chosen ? userLabel(chosen) : '');
  const [open, setOpen] = useState(false);
  const sought = useDebounced(words.trim(), SEARCH_DEBOUNCE_MS);
  const {
    currentData: found,
    isFetching,
    error,
  } = useSearchUsersQuery(sought, { skip: sought === '' || chosen !== undefined });
  // reopening the list shows the selected user
  const candidates = chosen ? [chosen] : (found ?? []).filter((user) => !without?.has(user.id));
  const isUnknownAddress = offersInvitation && isEmail(sought) && found?.length === 0;
  const emptyMessage = error
    ? 'Failed to search users'
    : sought === ''
      ? 'Type a name'
      : isFetching
        ? 'Searching...'
        : found && found.length >= MAX_FOUND
          ? // all are excluded, and the search returns no more
            'More users may match: type more of the name'
          : found && found.length > 0 && whyWithout
            ? whyWithout(found)
            : isUnknownAddress
              ? 'Nobody here has this address. Invite by email'
              : 'No other user has this name';
  return (
    <Field label={label} hint={hint} validationMessage={validationMessage} className={className}>
      <Combobox
        className={styles.combobox}
        freeform
        clearable
        open={open}
        onOpenChange={(_, data) => setOpen(data.open)}
        placeholder={placeholder}
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
          <Option key="none" value="" text={isUnknownAddress ? words : ''} disabled={!isUnknownAddress || isFetching}>
            {emptyMessage}
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
