import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import type { ProjectChoice } from '../lib/project/project-search.js';
import { ProjectPicker } from './project-picker.js';

export interface ProjectScope {
  isLimited: boolean;
  /** Kept for switching back. */
  chosen: ProjectChoice[];
}

export const EVERY_PROJECT: ProjectScope = { isLimited: false, chosen: [] };

/** Empty for all. */
export const projectIdsOf = ({ isLimited, chosen }: ProjectScope): string[] =>
  isLimited ? chosen.map(({ id }) => id) : [];

export const problemsOfScope = ({ isLimited, chosen }: ProjectScope): { project_ids?: string } =>
  isLimited && chosen.length === 0 ? { project_ids: 'Choose at least one project' } : {};

/** Projects are searched on demand. */
export function ProjectScopeField({
  everyProject,
  scope,
  onChange,
  validationMessage,
}: {
  /** Label of "all": `Every project you can open`. */
  everyProject: string;
  scope: ProjectScope;
  onChange: (scope: ProjectScope) => void;
  validationMessage?: string;
}) {
  return (
    <>
      <Field label="Projects">
        <RadioGroup
          value={scope.isLimited ? 'some' : 'all'}
          onChange={(_, data) => onChange({ ...scope, isLimited: data.value === 'some' })}
        >
          <Radio value="all" label={everyProject} />
          <Radio value="some" label="Only the projects chosen here" />
        </RadioGroup>
      </Field>
      {scope.isLimited ? (
        <ProjectPicker
          chosen={scope.chosen}
          onChoose={(chosen) => onChange({ ...scope, chosen })}
          validationMessage={validationMessage}
        />
      ) : null}
    </>
  );
}
