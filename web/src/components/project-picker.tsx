import { makeStyles, InteractionTag, InteractionTagPrimary, InteractionTagSecondary } from '@fluentui/react-components';
import type { ProjectChoice } from '../lib/project/project-search.js';
import { ProjectField } from './project-field.js';

const useStyles = makeStyles({
  chosen: { display: 'flex', flexWrap: 'wrap', gap: '6px', marginTop: '8px' },
});

interface ProjectPickerProps {
  chosen: ProjectChoice[];
  onChoose: (projects: ProjectChoice[]) => void;
  validationMessage?: string | undefined;
}

/** Several projects; selected ones have a remove button. */
export function ProjectPicker({ chosen, onChoose, validationMessage }: ProjectPickerProps) {
  const styles = useStyles();
  const without = (gone: string) => chosen.filter(({ id }) => id !== gone);
  return (
    <div>
      <ProjectField
        label="Chosen projects"
        placeholder="Search projects"
        multiselect
        chosen={chosen}
        validationMessage={validationMessage}
        onSelect={(project) => {
          if (!project) return;
          const others = without(project.id);
          onChoose(others.length < chosen.length ? others : [...chosen, project]);
        }}
      />
      {chosen.length > 0 ? (
        <div className={styles.chosen}>
          {chosen.map(({ id, title }) => (
            <InteractionTag key={id} size="small">
              <InteractionTagPrimary hasSecondaryAction>{title}</InteractionTagPrimary>
              <InteractionTagSecondary aria-label={`Remove ${title}`} onClick={() => onChoose(without(id))} />
            </InteractionTag>
          ))}
        </div>
      ) : null}
    </div>
  );
}
