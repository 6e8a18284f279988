import { Button, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { isKey, keyOf } from '../../lib/ui/keys.js';
import { suggestionsAt, withMention, type NamedPerson } from './mentions.js';

const MAX_COMMENT = 5000;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  people: {
    display: 'flex',
    flexDirection: 'column',
    listStyleType: 'none',
    margin: 0,
    padding: '2px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  person: {
    padding: `4px ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusSmall,
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
  problem: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200 },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
});

interface CommentBoxProps {
  label: string;
  value: string;
  people: readonly NamedPerson[];
  problem: string | undefined;
  isBusy: boolean;
  submitLabel: string;
  focused?: boolean;
  onChange: (value: string) => void;
  onSubmit: () => void;
  onCancel?: () => void;
}

/** Text in which `@` suggests the people of the project. Ctrl+Enter submits. */
export function CommentBox(props: CommentBoxProps) {
  const { label, value, people, problem, isBusy, submitLabel, focused = false, onChange, onSubmit, onCancel } = props;
  const styles = useStyles();
  const listId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const suggested = caret === null ? null : suggestionsAt(value, caret, people);
  const index = suggested ? Math.min(active, suggested.people.length - 1) : 0;

  const choose = (person: NamedPerson | undefined): void => {
    if (!suggested || !person || caret === null) return;
    const next = withMention(value, caret, suggested.start, person.name);
    onChange(next.text);
    setCaret(null);
    setActive(0);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) onSubmit();
    else if (suggested && (isKey(event, 'Enter') || keyOf(event) === 'Tab')) choose(suggested.people[index]);
    else if (suggested && keyOf(event) === 'ArrowDown') setActive((index + 1) % suggested.people.length);
    else if (suggested && keyOf(event) === 'ArrowUp')
      setActive((index + suggested.people.length - 1) % suggested.people.length);
    else if (isKey(event, 'Escape') && suggested) setCaret(null);
    else if (isKey(event, 'Escape') && onCancel) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.root}>
      <Textarea
        ref={box}
        aria-label={label}
        aria-controls={suggested ? listId : undefined}
        aria-activedescendant={suggested ? `${listId}-${index}` : undefined}
        textarea={{ rows: value.includes('\n') || value.length > 80 ? 4 : 2, maxLength: MAX_COMMENT }}
        resize="vertical"
        placeholder="Write a comment, @ mentions a person"
        value={value}
        readOnly={isBusy}
        autoFocus={focused}
        onChange={(event, data) => {
          onChange(data.value);
          setCaret(event.target.selectionStart);
          setActive(0);
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
      />
      {suggested && (
        <ul id={listId} className={styles.people} role="listbox" aria-label="People of this project">
          {suggested.people.map((person, at) => (
            <li
              key={person.id}
              id={`${listId}-${at}`}
              role="option"
              aria-selected={at === index}
              className={at === index ? `${styles.person} ${styles.active}` : styles.person}
              // before the field loses focus
              onMouseDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              {person.name}
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <div role="alert" className={styles.problem}>
          {problem}
        </div>
      )}
      {(value.trim() !== '' || onCancel) && (
        <div className={styles.buttons}>
          <Button size="small" appearance="primary" disabled={value.trim() === '' || isBusy} onClick={onSubmit}>
            {submitLabel}
          </Button>
          {onCancel && (
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
