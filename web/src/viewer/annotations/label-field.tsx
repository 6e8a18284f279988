import { Field, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosedRegular } from '@fluentui/react-icons';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { offeredLabels } from '../../evidence/labels-api.js';
import type { LabelUse } from '../../evidence/labels-api.js';
import { DEFAULT_LABEL } from '@symbio/sheet/adapters/symbio';
import { keyOf } from '../../lib/ui/keys.js';

/** Characters. */
const MAX_LABEL = 200;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    maxWidth: '100%',
    minHeight: '24px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    // touch target
    '@media (pointer: coarse)': { minHeight: '40px' },
  },
  active: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    outline: `2px solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: '-1px',
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
});

interface LabelFieldProps {
  name?: string;
  content: string;
  readOnly?: boolean;
  /** Most used first; offered while the field has focus or is empty. */
  presets: readonly LabelUse[];
  /** Just drawn: focuses the field and selects its text. */
  isNaming?: boolean;
  onSave: (content: string) => void;
  /** Called on Enter and Escape: focus returns to the sheet. */
  onDone: () => void;
}

/**
 * Typing filters the suggestions, arrow keys move the highlight, Enter accepts the highlighted label or the typed text.
 */
export function LabelField(props: LabelFieldProps) {
  const { name = 'Label', content, readOnly = false, presets, isNaming = false, onSave, onDone } = props;
  const styles = useStyles();
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const [active, setActive] = useState(-1);
  // unsaved input; also read when a press on the sheet unmounts the panel before the blur event
  const unsaved = useRef<string | null>(null);
  const offered = readOnly ? [] : offeredLabels(presets, draft ?? '').filter((use) => use.content !== content);
  const isOpen = offered.length > 0 && (hasFocus || content === DEFAULT_LABEL);

  const edit = (value: string | null) => {
    unsaved.current = value;
    setDraft(value);
    setActive(-1);
  };
  const save = () => {
    const typed = unsaved.current?.trim();
    edit(null);
    if (typed && typed !== content) onSave(typed);
  };
  const take = (value: string) => {
    edit(null);
    if (value !== content) onSave(value);
    onDone();
  };
  const latestSave = useRef(save);
  useLayoutEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => () => latestSave.current(), []);
  useEffect(() => {
    // a phone keyboard would cover the new shape
    if (!isNaming || window.matchMedia?.('(pointer: coarse)').matches) return;
    inputRef.current?.focus({ preventScroll: true });
    inputRef.current?.select();
  }, [isNaming]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = keyOf(event);
    if ((key === 'ArrowDown' || key === 'ArrowUp') && isOpen) {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : -1;
      // index -1 is the typed text
      setActive((before) => Math.min(Math.max(before + step, -1), offered.length - 1));
    } else if (key === 'Enter') {
      event.preventDefault();
      const chosen = offered[active];
      if (chosen) {
        take(chosen.content);
        return;
      }
      save();
      onDone();
    } else if (key === 'Escape') {
      event.preventDefault();
      edit(null);
      onDone();
    }
  };
  return (
    <div className={styles.root}>
      <Field label={name}>
        <Input
          ref={inputRef}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}labels` : undefined}
          aria-activedescendant={isOpen && active >= 0 ? `${id}label${active}` : undefined}
          autoComplete="off"
          value={draft ?? content}
          readOnly={readOnly}
          maxLength={MAX_LABEL}
          contentBefore={readOnly ? <LockClosedRegular /> : undefined}
          data-untouched={draft === null}
          onChange={(_, { value }) => edit(value)}
          onFocus={() => setFocus(true)}
          onBlur={() => {
            setFocus(false);
            save();
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      {isOpen && (
        <ul id={`${id}labels`} role="listbox" aria-label="Most used in this project" className={styles.list}>
          {offered.map((use, index) => (
            <li
              key={use.content}
              id={`${id}label${index}`}
              role="option"
              aria-selected={index === active}
              className={mergeClasses(styles.option, index === active && styles.active)}
              title={`${use.content}, ${use.count === 1 ? 'used once' : `used ${use.count} times`}`}
              // keeps focus in the field, so the typed text is not saved first
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(use.content)}
            >
              <span className={styles.name}>{use.content}</span>
              <span className={styles.count} aria-hidden="true">
                {use.count}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
