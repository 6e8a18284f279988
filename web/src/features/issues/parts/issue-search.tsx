import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../lib/ui/use-debounced.js';
import { useFindIssuesQuery } from '../api.js';
import type { IssueSummary } from '../issue-records.js';

const useStyles = makeStyles({ combobox: { minWidth: 0, width: '100%' } });

interface IssueSearchProps {
  label: string;
  without?: ReadonlySet<string>;
  onChoose: (issue: IssueSummary) => void;
  validationMessage?: string;
}

/** By number, title or words. A new `key` resets it. */
export function IssueSearch({ label, without, onChoose, validationMessage }: IssueSearchProps) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const sought = useDebounced(words.trim(), SEARCH_DEBOUNCE_MS);
  const { currentData: found, isFetching, error } = useFindIssuesQuery(sought, { skip: sought === '' });
  const candidates = sought === '' ? [] : (found ?? []).filter(({ id }) => !without?.has(id));
  const nothing = error
    ? 'Failed to search issues'
    : sought === ''
      ? 'Type a number or words'
      : isFetching
        ? 'Searching...'
        : 'No issue found';
  return (
    <Field label={label} validationMessage={validationMessage}>
      <Combobox
        className={styles.combobox}
        freeform
        placeholder="SYM-12, or words of the title"
        value={words}
        selectedOptions={[]}
        onChange={(event) => setWords(event.target.value)}
        onOptionSelect={(_, data) => {
          const chosen = candidates.find(({ id }) => id === data.optionValue);
          if (chosen) onChoose(chosen);
          setWords('');
        }}
      >
        {candidates.length === 0 ? (
          <Option key="none" value="" text="" disabled>
            {nothing}
          </Option>
        ) : (
          candidates.map((issue) => (
            <Option key={issue.id} value={issue.id} text={`${issue.key} ${issue.title}`}>
              {`${issue.key} ${issue.title}`}
            </Option>
          ))
        )}
      </Combobox>
    </Field>
  );
}
