import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { MAX_SEARCH } from '@symbio/proto/limits';
import { useState } from 'react';
import { useSearchProjectsQuery, type ProjectChoice } from '../../lib/project/project-search.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../lib/ui/use-debounced.js';

const useStyles = makeStyles({ combobox: { minWidth: 0, width: '100%' } });

interface AuditProjectFieldProps {
  chosen: ProjectChoice | undefined;
  /** Also on typing, without a project; `words` is the field's text. */
  onChoose: (project: ProjectChoice | undefined, words: string) => void;
  validationMessage?: string | undefined;
}

/** By name or number. Change its `key` to reset it. */
export function AuditProjectField({ chosen, onChoose, validationMessage }: AuditProjectFieldProps) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const sought = useDebounced(words.trim().slice(0, MAX_SEARCH), SEARCH_DEBOUNCE_MS);
  const { currentData, isFetching, error } = useSearchProjectsQuery(sought, { skip: !open && sought === '' });
  // reopening the list shows the chosen project
  const found = chosen ? [chosen] : (currentData ?? []);
  return (
    <Field label="Project" validationMessage={validationMessage}>
      <Combobox
        className={styles.combobox}
        freeform
        clearable
        open={open}
        onOpenChange={(_, data) => setOpen(data.open)}
        placeholder="Name, number or id"
        value={words}
        selectedOptions={chosen ? [chosen.id] : []}
        onChange={(event) => {
          setWords(event.target.value);
          onChoose(undefined, event.target.value);
          setOpen(true);
        }}
        onOptionSelect={(_, { optionValue, optionText = '' }) => {
          onChoose(
            found.find(({ id }) => id === optionValue),
            optionText,
          );
          setWords(optionText);
        }}
      >
        {found.length === 0 ? (
          <Option key="none" value="" text="" disabled>
            {error ? 'Failed to fetch projects' : isFetching ? 'Searching...' : 'No projects found'}
          </Option>
        ) : (
          found.map(({ id, number, title }) => (
            <Option key={id} value={id} text={title}>
              {`${title} (${number})`}
            </Option>
          ))
        )}
      </Combobox>
    </Field>
  );
}
