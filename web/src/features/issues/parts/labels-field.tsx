import { Combobox, Field, makeStyles, Option, Tag, TagGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { useListLabelsQuery } from '../api.js';

const useStyles = makeStyles({
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginBottom: '6px' },
  combobox: { minWidth: 0, width: '100%' },
});

/** Most labels that are offered at once. */
const OFFERED = 8;

interface LabelsFieldProps {
  label?: string;
  value: readonly string[];
  onChange: (labels: string[]) => void;
  hint?: string;
  validationMessage?: string;
  /** False where only labels that are there can be chosen. */
  mayCreate?: boolean;
}

/** Labels of an issue: those in use are offered, and others can be typed; Enter or a comma ends one. */
export function LabelsField(props: LabelsFieldProps) {
  const { label = 'Labels', value, onChange, hint, validationMessage, mayCreate = true } = props;
  const styles = useStyles();
  const { data = [] } = useListLabelsQuery();
  const [words, setWords] = useState('');
  const typed = words.trim();
  const isSame = (other: string): boolean => other.toLowerCase() === typed.toLowerCase();
  const offered = data
    .filter((each) => !value.includes(each.label) && each.label.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, OFFERED);
  const isNew = mayCreate && typed !== '' && !value.some(isSame) && !data.some((each) => isSame(each.label));

  const add = (texts: readonly string[]): void => {
    setWords('');
    const added = texts.map((text) => text.trim()).filter((text) => text !== '');
    const next = [...new Set([...value, ...added])];
    if (next.length !== value.length) onChange(next);
  };
  return (
    <Field label={label} hint={hint} validationMessage={validationMessage}>
      {(field) => (
        <div>
          {value.length > 0 ? (
            <TagGroup
              className={styles.tags}
              aria-label={`Chosen ${label.toLowerCase()}`}
              onDismiss={(_, data) => onChange(value.filter((each) => each !== data.value))}
            >
              {value.map((each) => (
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
            placeholder={mayCreate ? 'Type or choose a label' : 'Choose a label'}
            value={words}
            selectedOptions={[]}
            onChange={(event) => {
              const parts = event.target.value.split(',');
              if (parts.length > 1 && mayCreate) add(parts);
              else setWords(event.target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || typed === '') return;
              // not what submits the form around it
              event.preventDefault();
              if (event.currentTarget.getAttribute('aria-activedescendant')) return;
              if (mayCreate) add([typed]);
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
                {mayCreate ? 'Type a label' : 'No label found'}
              </Option>
            ) : null}
          </Combobox>
        </div>
      )}
    </Field>
  );
}
