/** Dialogs of the contacts after a request was sent. */
import { Field, Input, makeStyles, Select, Textarea } from '@fluentui/react-components';
import { REQUEST_OUTCOMES, type RequestOutcome } from '@symbio/proto/records/vocabulary';
import { useState } from 'react';
import { offerUndo } from '../../../lib/edits/undo.js';
import { useCreationId } from '../../../lib/http/creation-id.js';
import { useProject } from '../../../lib/project/project-context.js';
import { notify } from '../../../lib/ui/toasts.js';
import { FormShell } from './form-shell.js';
import { LinksField } from './links-field.js';
import { dayOf, fieldsOf } from './request-form.js';
import { OUTCOMES } from './request-text.js';
import { useAddFollowUpMutation, useUpdateAgencyRequestMutation, type AgencyRequest } from './requests-api.js';
import { useDocumentNames } from './use-record-names.js';

const useStyles = makeStyles({ wide: { gridColumn: '1 / -1' } });

interface ContactDialogProps {
  request: AgencyRequest;
  onClose: () => void;
}

export function FollowUpDialog({ request, onClose }: ContactDialogProps) {
  const styles = useStyles();
  const creationId = useCreationId();
  const [add] = useAddFollowUpMutation();
  const [untouched] = useState(() => ({ day: dayOf(new Date()), note: '' }));
  const [values, setValues] = useState(untouched);
  return (
    <FormShell
      title={`Follow-up: ${request.agency_name}`}
      confirmLabel="Record follow-up"
      isDirty={values !== untouched}
      canSave={values.day !== ''}
      onSave={async () => {
        await add({ requestId: request.id, id: creationId(values), ...values }).unwrap();
        notify({ type: 'success', title: 'Follow-up recorded', description: request.agency_name });
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label="Day" validationMessage={errors['day']}>
            <Input
              type="date"
              value={values.day}
              onChange={(_, { value }) => setValues((before) => ({ ...before, day: value }))}
            />
          </Field>
          <Field label="Note" className={styles.wide} validationMessage={errors['note']}>
            <Textarea
              rows={3}
              maxLength={4_000}
              value={values.note}
              onChange={(_, { value }) => setValues((before) => ({ ...before, note: value }))}
            />
          </Field>
        </>
      )}
    </FormShell>
  );
}

export function AnswerDialog({ request: current, onClose }: ContactDialogProps) {
  const styles = useStyles();
  const { project } = useProject();
  const documents = useDocumentNames(project.id);
  // of the time the dialog was opened: a concurrent change is refused
  const [request] = useState(current);
  const [update] = useUpdateAgencyRequestMutation();
  const [before] = useState(() => fieldsOf(request));
  const [untouched] = useState(() => ({
    outcome: before.outcome ?? ('records' satisfies RequestOutcome),
    answered_on: before.answered_on ?? dayOf(new Date()),
    document_ids: before.document_ids,
    note: before.note,
  }));
  const [values, setValues] = useState(untouched);
  const set = (changes: Partial<typeof values>) => setValues((earlier) => ({ ...earlier, ...changes }));

  async function save(): Promise<void> {
    const fields = { ...before, ...values, answered_on: values.answered_on || null };
    const { id, revision } = await update({ id: request.id, fields, revision: request.revision }).unwrap();
    offerUndo(
      { title: OUTCOMES[values.outcome], description: request.agency_name },
      {
        what: `answer of ${request.agency_name}`,
        undo: () => update({ id, fields: before, revision }).unwrap(),
      },
    );
  }

  return (
    <FormShell
      title={`Answer: ${request.agency_name}`}
      confirmLabel="Save"
      isDirty={values !== untouched}
      canSave
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label="Outcome" validationMessage={errors['outcome']}>
            <Select value={values.outcome} onChange={(_, { value }) => set({ outcome: value as RequestOutcome })}>
              {REQUEST_OUTCOMES.map((outcome) => (
                <option key={outcome} value={outcome}>
                  {OUTCOMES[outcome]}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={values.outcome === 'no_answer' ? 'Closed on' : 'Answered on'}
            validationMessage={errors['answered_on']}
          >
            <Input type="date" value={values.answered_on} onChange={(_, { value }) => set({ answered_on: value })} />
          </Field>
          <div className={styles.wide}>
            <LinksField
              label="Documents"
              placeholder="Find a document of the project"
              validationMessage={errors['document_ids']}
              names={documents}
              value={values.document_ids}
              onChange={(ids) => set({ document_ids: ids })}
            />
          </div>
          <Field label="Note" className={styles.wide} validationMessage={errors['note']}>
            <Textarea
              rows={2}
              maxLength={4_000}
              value={values.note}
              onChange={(_, { value }) => set({ note: value })}
            />
          </Field>
        </>
      )}
    </FormShell>
  );
}
