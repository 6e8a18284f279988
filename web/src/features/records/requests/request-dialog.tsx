import { Combobox, Field, Input, makeStyles, Option, Select, Textarea } from '@fluentui/react-components';
import { AGENCY_KINDS, type AgencyKind } from '@symbio/proto/records/vocabulary';
import { useState } from 'react';
import { offerUndo } from '../../../lib/edits/undo.js';
import { useCreationId } from '../../../lib/http/creation-id.js';
import { useProject } from '../../../lib/project/project-context.js';
import { notify } from '../../../lib/ui/toasts.js';
import { FormShell } from './form-shell.js';
import { LinksField } from './links-field.js';
import { fieldsOf, NEW_REQUEST, type RequestFields } from './request-form.js';
import { KINDS, METHODS } from './request-text.js';
import {
  useCreateAgencyRequestMutation,
  useListAgenciesQuery,
  useUpdateAgencyRequestMutation,
  type AgencyRequest,
} from './requests-api.js';
import { useRecordNames } from './use-record-names.js';

const useStyles = makeStyles({
  wide: { gridColumn: '1 / -1' },
  combobox: { minWidth: 0, width: '100%' },
});

interface RequestDialogProps {
  /** Absent: a new request. */
  request?: AgencyRequest;
  /** Values of a new request. */
  given?: Partial<RequestFields>;
  onSaved?: (request: AgencyRequest) => void;
  onClose: () => void;
}

/** Records a request to an agency. Mount only while open. */
export function RequestDialog({ request: current, given, onSaved, onClose }: RequestDialogProps) {
  const styles = useStyles();
  const { project } = useProject();
  const records = useRecordNames(project.id);
  // of the time the dialog was opened: a concurrent change is refused
  const [request] = useState(current);
  const [untouched] = useState<RequestFields>(() => (request ? fieldsOf(request) : { ...NEW_REQUEST, ...given }));
  const [values, setValues] = useState(untouched);
  const creationId = useCreationId();
  const [create] = useCreateAgencyRequestMutation();
  const [update] = useUpdateAgencyRequestMutation();
  const isDirty = values !== untouched;
  const set = (changes: Partial<RequestFields>) => setValues((before) => ({ ...before, ...changes }));

  async function save(): Promise<void> {
    const saved = request
      ? await update({ id: request.id, fields: values, revision: request.revision }).unwrap()
      : await create({ id: creationId(values), projectId: project.id, fields: values }).unwrap();
    const { agency_name: description, id, revision } = saved;
    if (request)
      offerUndo(
        { title: 'Request changed', description },
        {
          what: `changes to the request to ${description}`,
          undo: () => update({ id, fields: untouched, revision }).unwrap(),
        },
      );
    else notify({ type: 'success', title: 'Request recorded', description });
    onSaved?.(saved);
  }

  const line = (label: string, name: 'agency_email' | 'agency_portal' | 'reference' | 'subject', error?: string) => (
    <Field label={label} validationMessage={error}>
      <Input value={values[name]} maxLength={300} onChange={(_, { value }) => set({ [name]: value })} />
    </Field>
  );
  const day = (label: string, name: 'sent_on' | 'promised_on' | 'follow_up_on', error?: string, hint?: string) => (
    <Field label={label} hint={hint} validationMessage={error}>
      <Input type="date" value={values[name] ?? ''} onChange={(_, { value }) => set({ [name]: value || null })} />
    </Field>
  );
  return (
    <FormShell
      title={request ? 'Edit request' : 'New request'}
      confirmLabel="Save"
      isDirty={isDirty}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <AgencyField values={values} error={errors['agency_name']} onChange={set} />
          <Field label="Kind">
            <Select value={values.agency_kind} onChange={(_, { value }) => set({ agency_kind: value as AgencyKind })}>
              {AGENCY_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {KINDS[kind]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Address" className={styles.wide} validationMessage={errors['agency_address']}>
            <Textarea
              rows={2}
              resize="vertical"
              maxLength={4_000}
              value={values.agency_address}
              onChange={(_, { value }) => set({ agency_address: value })}
            />
          </Field>
          {line('Email', 'agency_email', errors['agency_email'])}
          {line('Portal', 'agency_portal', errors['agency_portal'])}
          <div className={styles.wide}>{line('Subject', 'subject', errors['subject'])}</div>
          <div className={styles.wide}>
            <LinksField
              label="Records"
              hint="The letter names them. It always asks about the property."
              placeholder="Find a record"
              validationMessage={errors['hit_ids']}
              names={records}
              value={values.hit_ids}
              onChange={(ids) => set({ hit_ids: ids })}
            />
          </div>
          {day('Sent on', 'sent_on', errors['sent_on'])}
          <Field label="Method" validationMessage={errors['method']}>
            <Select value={values.method} onChange={(_, { value }) => set({ method: value })}>
              <option value="">Not given</option>
              {[...new Set([...METHODS, ...(untouched.method ? [untouched.method] : [])])].map((method) => (
                <option key={method} value={method}>
                  {method}
                </option>
              ))}
            </Select>
          </Field>
          {line('Reference', 'reference', errors['reference'])}
          {day('Promised for', 'promised_on', errors['promised_on'])}
          {day(
            'Follow up on',
            'follow_up_on',
            errors['follow_up_on'],
            'Without it, 10 working days after the last contact.',
          )}
          <Field label="Note" className={styles.wide} validationMessage={errors['note']}>
            <Textarea
              rows={2}
              resize="vertical"
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

interface AgencyFieldProps {
  values: RequestFields;
  error: string | undefined;
  onChange: (changes: Partial<RequestFields>) => void;
}

/** Any text; choosing an agency of earlier requests fills in its address. */
function AgencyField({ values, error, onChange }: AgencyFieldProps) {
  const styles = useStyles();
  const { project } = useProject();
  const { data: agencies = [] } = useListAgenciesQuery(project.id);
  const [isOpen, setOpen] = useState(false);
  const sought = values.agency_name.trim().toLowerCase();
  const offered = agencies.filter(({ name }) => name.toLowerCase().includes(sought));
  return (
    <Field label="Agency" required validationMessage={error}>
      <Combobox
        className={styles.combobox}
        freeform
        autoComplete="off"
        expandIcon={null}
        maxLength={300}
        open={isOpen && offered.length > 0}
        onOpenChange={(_, data) => setOpen(data.open)}
        value={values.agency_name}
        selectedOptions={[]}
        onChange={(event) => {
          onChange({ agency_name: event.target.value });
          setOpen(true);
        }}
        onOptionSelect={(_, data) => {
          const agency = offered.find(({ name }) => name === data.optionValue);
          if (!agency) return;
          const { name, kind, address, email, portal } = agency;
          onChange({
            ...{ agency_name: name, agency_kind: kind, agency_address: address },
            ...{ agency_email: email, agency_portal: portal },
          });
        }}
      >
        {offered.map(({ name }) => (
          <Option key={name} value={name} text={name}>
            {name}
          </Option>
        ))}
      </Combobox>
    </Field>
  );
}
