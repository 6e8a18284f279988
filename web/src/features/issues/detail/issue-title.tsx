import { Field, Input, makeStyles } from '@fluentui/react-components';
import { PageHeader } from '../../../components/page-header.js';
import type { ReactNode } from 'react';
import type { Issue } from '../issue-records.js';
import { FieldEditor, Pencil } from './field-editor.js';
import { useFieldEdit } from './use-field-edit.js';

const useStyles = makeStyles({
  editor: { marginBottom: '20px', maxWidth: '960px' },
});

const titleOf = ({ title }: Issue): string => title;

export function IssueTitle({ issue, actions }: { issue: Issue; actions: ReactNode }) {
  const styles = useStyles();
  const edit = useFieldEdit<string>({
    issue,
    name: 'title',
    valueOf: titleOf,
    toChange: (title) => ({ title: title.trim() }),
    check: (title) => (title.trim() === '' ? 'Title is required' : undefined),
  });
  return (
    <>
      <PageHeader
        eyebrow={issue.key}
        title={issue.title}
        actions={
          <>
            {edit.isEditing ? null : <Pencil edit={edit} what="title" />}
            {actions}
          </>
        }
      />
      {edit.isEditing ? (
        <FieldEditor edit={edit} what="title" wordsOf={titleOf} enterSaves className={styles.editor}>
          <Field label="Title" required validationMessage={edit.problem}>
            <Input value={edit.draft} onChange={(_, data) => edit.setDraft(data.value)} />
          </Field>
        </FieldEditor>
      ) : null}
    </>
  );
}
