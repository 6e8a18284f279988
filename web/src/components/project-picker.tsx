import {
  Combobox,
  Field,
  makeStyles,
  Option,
  InteractionTag,
  InteractionTagPrimary,
  InteractionTagSecondary,
} from '@fluentui/react-components';
import { MAX_SEARCH } from '@symbio/proto/limits';
import { useState } from 'react';
import { useSearchProjectsQuery, type ProjectChoice } from '../lib/project/project-search.js';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../lib/ui/use-debounced.js';

const useStyles = makeStyles({
  combobox: { minWidth: 0, width: '100%' },
  chosen: { display: 'flex', flexWrap: 'wrap', gap: '6px', marginTop: '8px' },
});

/** By title or number; selected projects have a remove button. */
export function ProjectPicker({
  chosen,
  onChoose,
  validationMessage,
}: {
  chosen: ProjectChoice[];
  onChoose: (projects: ProjectChoice[]) => void;
  validationMessage?: string;
}) {
  const styles = useStyles();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const sought = useDebounced(words.trim().slice(0, MAX_SEARCH), SEARCH_DEBOUNCE_MS);
  const { currentData: found = [], isFetching, error } = useSearchProjectsQuery(sought);
  const ids = new Set(chosen.map(({ id }) => id));
  return (
    <div>
      <Field label="Chosen projects" required validationMessage={validationMessage}>
        <Combobox
          className={styles.combobox}
          freeform
          multiselect
          open={open}
          onOpenChange={(_, data) => setOpen(data.open)}
          placeholder="Search projects"
          value={words}
          selectedOptions={[...ids]}
          onChange={(event) => {
            setWords(event.target.value);
            setOpen(true);
          }}
          onOptionSelect={(_, { optionValue }) => {
            const project = found.find(({ id }) => id === optionValue);
            if (!project) return;
            setWords('');
            // an open list would cover the dialog's buttons
            setOpen(false);
            onChoose(ids.has(project.id) ? chosen.filter(({ id }) => id !== project.id) : [...chosen, project]);
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
      {chosen.length > 0 ? (
        <div className={styles.chosen}>
          {chosen.map(({ id, title }) => (
            <InteractionTag key={id} size="small">
              <InteractionTagPrimary hasSecondaryAction>{title}</InteractionTagPrimary>
              <InteractionTagSecondary
                aria-label={`Remove ${title}`}
                onClick={() => onChoose(chosen.filter((each) => each.id !== id))}
              />
            </InteractionTag>
          ))}
        </div>
      ) : null}
    </div>
  );
}
