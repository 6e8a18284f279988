import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { Sheet } from '../../components/sheet.js';
import { useUnsaved } from '../../lib/edits/unsaved.js';
import { useProject } from '../../lib/project/project-context.js';
import { useSaveSectionMutation, type Report } from './report-api.js';
import { sectionIn } from './section-editor.js';

const useStyles = makeStyles({
  area: { width: '100%', '& textarea': { minHeight: '320px', maxHeight: 'none' } },
  save: { marginTop: '12px' },
});

/** Remarks of the project, which no report shows (D-62). */
export function Remarks({ report }: { report: Report | undefined }) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const stored = sectionIn(report, 'remarks');
  const [typed, setTyped] = useState<string>();
  const [save, { isLoading }] = useSaveSectionMutation();
  const text = typed ?? stored?.text ?? '';
  useUnsaved(text !== (stored?.text ?? ''));

  const submit = async (): Promise<void> => {
    const change = { text, is_checked: false, updated_at: stored?.updated_at ?? null };
    const answer = await save({ projectId: project.id, key: 'remarks', ...change });
    if (!answer.error) setTyped(undefined);
  };

  return (
    <Sheet title="Draft" note="A place for notes while you work. They are not part of the report.">
      <Field label="Report text">
        <Textarea
          className={styles.area}
          resize="vertical"
          value={text}
          readOnly={!canEdit}
          placeholder="Notes for the report"
          onChange={(_, data) => setTyped(data.value)}
        />
      </Field>
      {typed !== undefined && (
        <Button className={styles.save} appearance="primary" disabled={isLoading} onClick={() => void submit()}>
          Save
        </Button>
      )}
    </Sheet>
  );
}
