import { Combobox, Field, makeStyles, Option, Tag, TagGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { useListLabelsQuery } from '../api.js';
import { isKey } from '../../../lib/ui/keys.js';

const useStyles = makeStyles({
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginBottom: '6px' },
  combobox: { minWidth: 0, width: '100%' },
});

const OFFERED = 8;

interface LabelsFieldProps {
  label?: string;
  value: readonly string[];
  onChange: (labels: string[]) => void;
  hint?: string;
  validationMessage?: string;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Enter or a comma completes a label. Incomplete input is part of the value, in case the form is saved, but not drawn
 * as a label: drawing it on blur would move the button being clicked.
 */
export function LabelsField(props: LabelsFieldProps) {
  const { label = 'Labels', value, onChange, hint, validationMessage } = props;
  const styles = useStyles();
  const { data = [], isError } = useListLabelsQuery();
  const [letters, setLetters] = useState('');
  /** Label of the incomplete input; undefined if empty or already chosen. */
  const [pending, setPending] = useState<string>();
  // removed from the value elsewhere, so ignore the input
  const isRevoked = pending !== undefined && !value.includes(pending);
  const words = isRevoked ? '' : letters;
  const typed = words.trim();
  const chosen = pending === undefined ? value : value.filter((each) => each !== pending);
  const offered = data
    .filter((each) => !chosen.includes(each.label) && each.label.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, OFFERED);
  const isNew =
    typed !== '' && !chosen.some((each) => isSame(each, typed)) && !data.some((each) => isSame(each.label, typed));

  const change = (next: readonly string[]): void => {
    if (next.length !== value.length || next.some((each) => !value.includes(each))) onChange([...next]);
  };
  const type = (text: string): void => {
    const trimmed = text.trim();
    // an existing label keeps its spelling
    const named = data.find((each) => isSame(each.label, trimmed))?.label ?? trimmed;
    const next = named === '' || chosen.some((each) => isSame(each, named)) ? undefined : named;
    setLetters(text);
    setPending(next);
    change(next === undefined ? chosen : [...chosen, next]);
  };
  const add = (texts: readonly string[]): void => {
    setLetters('');
    setPending(undefined);
    const added = texts.map((text) => text.trim()).filter((text) => text !== '');
    change([...new Set([...chosen, ...added])]);
  };
  return (
    <Field label={label} hint={hint} validationMessage={validationMessage}>
      {(field) => (
        <div>
          {chosen.length > 0 ? (
            <TagGroup
              className={styles.tags}
              aria-label={`Chosen ${label.toLowerCase()}`}
              onDismiss={(_, data) => onChange(value.filter((each) => each !== data.value))}
            >
              {chosen.map((each) => (
                <Tag
                  key={each}
                  value={each}
                  size="small"
                  shape="circular"
                  dismissible
                  dismissIcon={{ 'aria-label': `Remove ${each}` }}
                >
                  {each}
                </Tag>
              ))}
            </TagGroup>
          ) : null}
          <Combobox
            {...field}
            className={styles.combobox}
            freeform
            placeholder="Type or choose a label"
            value={words}
            selectedOptions={[]}
            onChange={(event) => {
              const parts = event.target.value.split(',');
              if (parts.length > 1) add(parts);
              else type(event.target.value);
            }}
            onKeyDown={(event) => {
              if (!isKey(event, 'Enter') || typed === '') return;
              // do not submit the surrounding form
              event.preventDefault();
              if (event.currentTarget.getAttribute('aria-activedescendant')) return;
              add([typed]);
            }}
            onOptionSelect={(_, data) => {
              if (data.optionValue) add([data.optionValue]);
            }}
          >
            {offered.map((each) => (
              <Option key={each.label} value={each.label} text={each.label}>
                {`${each.label} (${each.count})`}
              </Option>
            ))}
            {isNew ? <Option key="new" value={typed} text={typed}>{`Add “${typed}”`}</Option> : null}
            {offered.length === 0 && !isNew ? (
              <Option key="none" value="" text="" disabled>
                {isError ? 'Failed to fetch labels' : 'Type a label'}
              </Option>
            ) : null}
          </Combobox>
        </div>
      )}
    </Field>
  );
}
