import { Field, makeStyles, Tab, TabList, Textarea, tokens } from '@fluentui/react-components';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { Markdown } from './markdown.js';

const useStyles = makeStyles({
  tabs: { marginBottom: '6px', marginLeft: '-8px' },
  text: { width: '100%' },
  preview: {
    minHeight: '160px',
    padding: '10px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  nothing: { color: tokens.colorNeutralForeground3 },
});

interface MarkdownFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  required?: boolean;
  validationMessage?: string;
  placeholder?: string;
  rows?: number;
  inputRef?: Ref<HTMLTextAreaElement>;
}

export function MarkdownField(props: MarkdownFieldProps) {
  const { label, value, onChange, onKeyDown, required, validationMessage, placeholder, rows = 10, inputRef } = props;
  const styles = useStyles();
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  // errors are shown on the Write tab
  const isRefused = validationMessage !== undefined;
  const shown = isRefused ? 'write' : tab;
  return (
    <div>
      <TabList
        className={styles.tabs}
        size="small"
        aria-label={`${label}: write or preview`}
        selectedValue={shown}
        onTabSelect={(_, data) => setTab(data.value === 'preview' ? 'preview' : 'write')}
      >
        <Tab value="write">Write</Tab>
        <Tab value="preview" disabled={isRefused}>
          Preview
        </Tab>
      </TabList>
      {shown === 'write' ? (
        <Field
          label={label}
          required={required}
          validationMessage={validationMessage}
          hint={validationMessage ? undefined : 'Markdown: **bold**, # heading, - list, `code`'}
        >
          <Textarea
            ref={inputRef}
            className={styles.text}
            textarea={{ rows }}
            resize="vertical"
            value={value}
            placeholder={placeholder}
            onChange={(_, data) => {
              // typing clears the error, but the tab must not switch back
              setTab('write');
              onChange(data.value);
            }}
            onKeyDown={onKeyDown}
          />
        </Field>
      ) : (
        <div className={styles.preview} role="region" aria-label={`Preview of the ${label.toLowerCase()}`}>
          {value.trim() === '' ? <p className={styles.nothing}>Nothing to show yet</p> : <Markdown>{value}</Markdown>}
        </div>
      )}
    </div>
  );
}
