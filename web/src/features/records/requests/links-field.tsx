import { Combobox, Field, makeStyles, Option, Tag, TagGroup } from '@fluentui/react-components';
import { useState } from 'react';

const useStyles = makeStyles({
  combobox: { minWidth: 0, width: '100%' },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginBottom: '4px' },
});

const MAX_OFFERED = 30;

interface LinksFieldProps {
  label: string;
  hint?: string;
  placeholder: string;
  validationMessage: string | undefined;
  /** Names by id. */
  names: ReadonlyMap<string, string>;
  value: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Several records or documents, found by name. */
export function LinksField({ label, hint, placeholder, validationMessage, names, value, onChange }: LinksFieldProps) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const sought = words.trim().toLowerCase();
  const offered = [...names]
    .filter(([id, name]) => !value.includes(id) && name.toLowerCase().includes(sought))
    .slice(0, MAX_OFFERED);
  return (
    <Field label={label} hint={hint} validationMessage={validationMessage}>
      {(field) => (
        <div>
          {value.length > 0 ? (
            <TagGroup
              className={styles.tags}
              aria-label={`Chosen ${label.toLowerCase()}`}
              onDismiss={(_, data) => onChange(value.filter((id) => id !== data.value))}
            >
              {value.map((id) => (
                <Tag
                  key={id}
                  value={id}
                  size="small"
                  dismissible
                  dismissIcon={{ 'aria-label': `Remove ${names.get(id) ?? 'the unknown one'}` }}
                >
                  {names.get(id) ?? 'No longer found'}
                </Tag>
              ))}
            </TagGroup>
          ) : null}
          <Combobox
            {...field}
            className={styles.combobox}
            freeform
            placeholder={placeholder}
            value={words}
            selectedOptions={[]}
            onChange={(event) => setWords(event.target.value)}
            onBlur={() => setWords('')}
            onOptionSelect={(_, data) => {
              if (data.optionValue) onChange([...value, data.optionValue]);
              setWords('');
            }}
          >
            {offered.map(([id, name]) => (
              <Option key={id} value={id} text={name}>
                {name}
              </Option>
            ))}
            {offered.length === 0 ? (
              <Option key="none" value="" text="" disabled>
                Nothing found
              </Option>
            ) : null}
          </Combobox>
        </div>
      )}
    </Field>
  );
}
