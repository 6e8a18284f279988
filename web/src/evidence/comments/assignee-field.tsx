import { Field, makeStyles, Select } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import { useAssignEvidenceMutation, useGetAssignmentsQuery, type CommentSubject } from './comments-api.js';
import type { NamedPerson } from './mentions.js';

const useStyles = makeStyles({
  root: {
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '8px',
    '& label': { whiteSpace: 'nowrap' },
    '& select': { minWidth: 0, textOverflow: 'ellipsis' },
  },
  fact: { display: 'flex', alignItems: 'center', gap: '4px' },
});

interface AssigneeFieldProps {
  projectId: string;
  subject: CommentSubject;
  people: readonly NamedPerson[];
  canEdit: boolean;
}

/** Who is to look at it; readers see the name only. */
export function AssigneeField({ projectId, subject, people, canEdit }: AssigneeFieldProps) {
  const styles = useStyles();
  const { data: assignments } = useGetAssignmentsQuery(projectId);
  const [assign, { isLoading }] = useAssignEvidenceMutation();
  const current = assignments?.find((each) => each.subject.id === subject.id);
  if (!canEdit)
    return current ? (
      <span className={styles.fact}>
        <PersonRegular aria-hidden="true" />
        {`Assigned to ${current.assignee_name ?? 'Unknown'}`}
      </span>
    ) : null;
  const isFormer = current?.assignee_id && !people.some(({ id }) => id === current.assignee_id);
  return (
    <Field label="Assigned to" size="small" orientation="horizontal" className={styles.root}>
      <Select
        size="small"
        value={current?.assignee_id ?? ''}
        disabled={!assignments || isLoading}
        onChange={(_, { value }) => void assign({ subject, assigneeId: value || null })}
      >
        <option value="">No one</option>
        {isFormer && current.assignee_id && <option value={current.assignee_id}>{current.assignee_name}</option>}
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
