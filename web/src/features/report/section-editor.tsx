import {
  Badge,
  Button,
  Checkbox,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Textarea,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { SectionKey } from '@symbio/proto/reports/vocabulary';
import { useUnsaved } from '../../lib/edits/unsaved.js';
import { useProject } from '../../lib/project/project-context.js';
import { useSaveSectionMutation, type Report } from './report-api.js';

const useStyles = makeStyles({
  area: { width: '100%', '& textarea': { minHeight: '160px', maxHeight: 'none' } },
  form: { display: 'flex', flexDirection: 'column', gap: '8px', marginTop: '8px' },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
});

export const sectionIn = (report: Report | undefined, key: SectionKey) =>
  report?.sections.find((section) => section.key === key);

/** Id of the element of a part. */
export const anchorOf = (key: string): string => `part-${key}`;

const stateOf = (text: string, isChecked: boolean) => (text === '' ? 'Empty' : isChecked ? 'Checked' : 'Draft');

interface Draft {
  text: string;
  isChecked: boolean;
  /** Of the text that it began with. */
  updatedAt: string | null;
}

interface SectionEditorProps {
  name: string;
  sectionKey: SectionKey;
  report: Report | undefined;
}

/** State of a part of the report, and its text. */
export function SectionEditor({ name, sectionKey, report }: SectionEditorProps) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const stored = sectionIn(report, sectionKey);
  const [draft, setDraft] = useState<Draft>();
  const [save, { isLoading }] = useSaveSectionMutation();
  const { text = '', is_checked: isChecked = false } = stored ?? {};
  const state = stateOf(text, isChecked);
  useUnsaved(draft !== undefined && (draft.text !== text || draft.isChecked !== isChecked));
  const isOutdated =
    draft !== undefined && draft.updatedAt !== (stored?.updated_at ?? null) && draft.text !== text && !isLoading;

  const submit = async (): Promise<void> => {
    if (!draft) return;
    const change = { text: draft.text, is_checked: draft.isChecked, updated_at: draft.updatedAt };
    const answer = await save({ projectId: project.id, key: sectionKey, ...change });
    if (!answer.error) setDraft(undefined);
  };

  return (
    <>
      <div className={styles.actions}>
        <Badge appearance="outline" color={state === 'Checked' ? 'success' : 'informative'}>
          {state}
        </Badge>
        {canEdit && !draft && (
          <Button
            size="small"
            appearance="subtle"
            aria-label={`Edit ${name}`}
            onClick={() => setDraft({ text, isChecked, updatedAt: stored?.updated_at ?? null })}
          >
            Edit
          </Button>
        )}
      </div>
      {draft && (
        <div className={styles.form}>
          {isOutdated && (
            <MessageBar intent="warning" layout="multiline" role="alert">
              <MessageBarBody>
                This text was changed elsewhere since you began. Copy yours, then cancel to see the other one.
              </MessageBarBody>
            </MessageBar>
          )}
          <Field label={name}>
            <Textarea
              className={styles.area}
              resize="vertical"
              value={draft.text}
              onChange={(_, data) => setDraft({ ...draft, text: data.value })}
            />
          </Field>
          <div className={styles.actions}>
            <Checkbox
              label="Checked"
              checked={draft.isChecked}
              onChange={(_, data) => setDraft({ ...draft, isChecked: data.checked === true })}
            />
            <Button appearance="primary" disabled={isLoading || isOutdated} onClick={() => void submit()}>
              Save
            </Button>
            <Button onClick={() => setDraft(undefined)}>Cancel</Button>
          </div>
        </div>
      )}
    </>
  );
}
