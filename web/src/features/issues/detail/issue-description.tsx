import { makeStyles, tokens } from '@fluentui/react-components';
import { Sheet } from '../../../components/sheet.js';
import type { Issue } from '../issue-records.js';
import { MarkdownField } from '../parts/markdown-field.js';
import { Markdown } from '../parts/markdown.js';
import { FieldEditor, Pencil } from './field-editor.js';
import { useFieldEdit } from './use-field-edit.js';

const useStyles = makeStyles({ nothing: { color: tokens.colorNeutralForeground3 } });

const descriptionOf = ({ description }: Issue): string => description;

/** ISSUE-17 */
export function IssueDescription({ issue }: { issue: Issue }) {
  const styles = useStyles();
  const edit = useFieldEdit<string>({
    issue,
    name: 'description',
    valueOf: descriptionOf,
    toChange: (description) => ({ description }),
    check: (description) => (description.trim() === '' ? 'Description is required' : undefined),
  });
  return (
    <Sheet title="Description" actions={edit.isEditing ? null : <Pencil edit={edit} what="description" />}>
      {edit.isEditing ? (
        <FieldEditor edit={edit} what="description" wordsOf={descriptionOf}>
          <MarkdownField
            label="Description"
            required
            value={edit.draft}
            onChange={edit.setDraft}
            validationMessage={edit.problem}
          />
        </FieldEditor>
      ) : issue.description.trim() === '' ? (
        <p className={styles.nothing}>No description</p>
      ) : (
        <Markdown>{issue.description}</Markdown>
      )}
    </Sheet>
  );
}
