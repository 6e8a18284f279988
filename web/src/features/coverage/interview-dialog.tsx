import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { INTERVIEW_METHOD_LABELS, INTERVIEW_ROLE_LABELS } from '@symbio/proto/labels';
import { MAX_INTERVIEW_PERSON, MAX_INTERVIEW_TEXT } from '@symbio/proto/limits';
import { INTERVIEW_METHODS, INTERVIEW_ROLES } from '@symbio/proto/project/vocabulary';
import { useState } from 'react';
import { useCreationId } from '../../lib/http/creation-id.js';
import {
  useCreateInterviewMutation,
  useUpdateInterviewMutation,
  type Interview,
  type InterviewValues,
} from './interviews-api.js';
import { FieldRow, RecordDialog } from '../../components/record-dialog.js';

const NEW: InterviewValues = { role: 'owner', person: '', date: '', method: 'telephone', answered: true, text: '' };

interface InterviewDialogProps {
  projectId: string;
  /** Undefined: a new one. */
  interview: Interview | undefined;
  onClose: () => void;
}

/** Records or changes an interview or an attempt. */
export function InterviewDialog({ projectId, interview, onClose }: InterviewDialogProps) {
  // another person's change must not replace the input
  const [seen] = useState(interview);
  const [before] = useState<InterviewValues>(() => {
    const { role, person, date, method, answered, text } = interview ?? NEW;
    return { role, person, date, method, answered, text };
  });
  const [values, setValues] = useState(before);
  const creationId = useCreationId();
  const [create, creation] = useCreateInterviewMutation();
  const [update, changing] = useUpdateInterviewMutation();
  const isLoading = creation.isLoading || changing.isLoading;
  const error = creation.error ?? changing.error;
  const set = (change: Partial<InterviewValues>) => setValues((old) => ({ ...old, ...change }));
  const isMissing = values.person.trim() === '' || values.date === '' || (values.answered && values.text.trim() === '');

  const save = async () => {
    const saved = seen
      ? await update({ id: seen.id, values, updatedAt: seen.updated_at })
      : await create({ projectId, id: creationId(values), values });
    if (!saved.error) onClose();
  };

  return (
    <RecordDialog
      title={seen ? 'Edit interview' : 'New interview'}
      isDirty={values !== before}
      isMissing={isMissing}
      {...{ isLoading, error, onClose }}
      onSave={() => void save()}
    >
      <FieldRow>
        <Field label="Role">
          <Select
            value={values.role}
            onChange={(_, { value }) => set({ role: INTERVIEW_ROLES.find((one) => one === value) ?? values.role })}
          >
            {INTERVIEW_ROLES.map((role) => (
              <option key={role} value={role}>
                {INTERVIEW_ROLE_LABELS[role]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Person or office" required>
          <Input
            maxLength={MAX_INTERVIEW_PERSON}
            value={values.person}
            onChange={(_, { value }) => set({ person: value })}
          />
        </Field>
        <Field label="Date" required>
          <Input type="date" value={values.date} onChange={(_, { value }) => set({ date: value })} />
        </Field>
        <Field label="Method">
          <Select
            value={values.method}
            onChange={(_, { value }) =>
              set({ method: INTERVIEW_METHODS.find((one) => one === value) ?? values.method })
            }
          >
            {INTERVIEW_METHODS.map((method) => (
              <option key={method} value={method}>
                {INTERVIEW_METHOD_LABELS[method]}
              </option>
            ))}
          </Select>
        </Field>
      </FieldRow>
      <Checkbox
        label="Answered"
        checked={values.answered}
        onChange={(_, { checked }) => set({ answered: checked === true })}
      />
      <Field label={values.answered ? 'What was said' : 'Note'} required={values.answered}>
        <Textarea
          rows={6}
          maxLength={MAX_INTERVIEW_TEXT}
          value={values.text}
          onChange={(_, { value }) => set({ text: value })}
        />
      </Field>
    </RecordDialog>
  );
}
