import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import type { ProjectChoice } from '../lib/project-search.js';
import { ProjectPicker } from './project-picker.js';

/** Which projects something is for: all that there may be, or chosen ones. */
export interface ProjectScope {
  isLimited: boolean;
  /** Counts while it is limited; kept when it is not, for somebody who changes their mind twice. */
  chosen: ProjectChoice[];
}

export const EVERY_PROJECT: ProjectScope = { isLimited: false, chosen: [] };

/** Ids of the chosen projects; none where it is for every project. */
export const projectIdsOf = ({ isLimited, chosen }: ProjectScope): string[] =>
  isLimited ? chosen.map(({ id }) => id) : [];

/** What is wrong with a scope before it is sent, by field. */
export const problemsOfScope = ({ isLimited, chosen }: ProjectScope): { project_ids?: string } =>
  isLimited && chosen.length === 0 ? { project_ids: 'Choose at least one project' } : {};

/** Asks which projects something is for; the projects are searched for once somebody wants to choose. */
export function ProjectScopeField({
  everyProject,
  scope,
  onChange,
  validationMessage,
}: {
  /** What "all" means here: `Every project you can open`. */
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
