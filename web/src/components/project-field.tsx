import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { MAX_SEARCH } from '@symbio/proto/limits';
import { useState } from 'react';
import { useSearchProjectsQuery, type ProjectChoice } from '../lib/project/project-search.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../lib/ui/use-debounced.js';

const useStyles = makeStyles({ combobox: { minWidth: 0, width: '100%' } });

export interface ProjectFieldProps {
  label: string;
  placeholder: string;
  chosen: readonly ProjectChoice[];
  /** Several projects: the field is emptied after each choice. */
  multiselect?: boolean;
  validationMessage?: string | undefined;
  /** Undefined on typing and clearing; `words` is the field's text. */
  onSelect: (project: ProjectChoice | undefined, words: string) => void;
}

/** Search by title or number. Change its `key` to reset it. */
export function ProjectField(props: ProjectFieldProps) {
  const { label, placeholder, chosen, multiselect = false, validationMessage, onSelect } = props;
  const styles = useStyles();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const sought = useDebounced(words.trim().slice(0, MAX_SEARCH), SEARCH_DEBOUNCE_MS);
  const { currentData = [], isFetching, error } = useSearchProjectsQuery(sought, { skip: !open && sought === '' });
  // reopening the list of a single choice shows it
  const found = !multiselect && chosen.length > 0 ? chosen : currentData;
  return (
    <Field label={label} required={multiselect} {...(validationMessage && { validationMessage })}>
      <Combobox
        className={styles.combobox}
        freeform
        multiselect={multiselect}
        clearable={!multiselect}
        open={open}
        onOpenChange={(_, data) => setOpen(data.open)}
        placeholder={placeholder}
        value={words}
        selectedOptions={chosen.map(({ id }) => id)}
        onChange={(event) => {
          setWords(event.target.value);
          onSelect(undefined, event.target.value);
          setOpen(true);
        }}
        onOptionSelect={(_, { optionValue, optionText = '' }) => {
          setWords(multiselect ? '' : optionText);
          // an open list would cover a dialog's buttons
          if (multiselect) setOpen(false);
          onSelect(
            found.find(({ id }) => id === optionValue),
            optionText,
          );
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
