import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Select,
  tokens,
  type FieldProps,
  type InputProps,
} from '@fluentui/react-components';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { PROJECT_STATUS_LABELS } from '@symbio/proto/labels';
import { PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import { useFormLeaving } from '../../components/form-dialog.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { type Project } from '../../lib/project/project-context.js';
import { notify } from '../../lib/ui/toasts.js';
import { useOrganizations } from '../../lib/session/organizations.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { useCheckAddressQuery, useCreateProjectMutation, useUpdateProjectMutation } from './api.js';
import { ClientField } from './client-field.js';
import { OrganizationSelect } from './organization-select.js';
import {
  changeOf,
  fieldsOf,
  formOf,
  validateProject,
  type ProjectForm,
  type ProjectFormErrors,
} from './project-form.js';

const useStyles = makeStyles({
  surface: { maxWidth: '720px' },
  // tall form: the fields scroll, title and buttons stay
  content: {
    maxHeight: 'min(100vh - 220px, 640px)',
    overflowY: 'auto',
    padding: '10px 6px 8px 2px',
    marginRight: '-6px',
  },
  group: { border: 0, margin: '0 0 20px', padding: 0, minWidth: 0 },
  legend: {
    padding: 0,
    marginBottom: '10px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gap: '14px 16px',
    alignItems: 'start',
    '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  span6: { gridColumn: 'span 6', '@media (max-width: 600px)': { gridColumn: 'auto' } },
  span4: { gridColumn: 'span 4', '@media (max-width: 600px)': { gridColumn: 'auto' } },
  span3: { gridColumn: 'span 3', '@media (max-width: 600px)': { gridColumn: 'auto' } },
  span2: { gridColumn: 'span 2', '@media (max-width: 600px)': { gridColumn: 'auto' } },
  alert: { marginBottom: '16px' },
  use: { minWidth: 'auto', padding: '0 4px', height: 'auto' },
});

type TextName = Exclude<keyof ProjectForm, 'status'>;

interface TextField {
  name: TextName;
  label: string;
  span: 2 | 3 | 4 | 6;
  required?: boolean;
  type?: InputProps['type'];
  autoComplete?: string;
  hint?: string;
}

const PROPERTY_FIELDS: readonly TextField[] = [
  { name: 'property_address', label: 'Property address', span: 6, required: true, autoComplete: 'off' },
  { name: 'property_city', label: 'Property city', span: 2, required: true },
  { name: 'property_state', label: 'State', span: 2, required: true },
  { name: 'property_zip', label: 'ZIP code', span: 2, required: true },
  { name: 'property_neighborhood', label: 'Property neighborhood', span: 2 },
  { name: 'property_block', label: 'Property block', span: 2 },
  { name: 'property_number', label: 'Property number', span: 2 },
  {
    name: 'property_coordinate',
    label: 'Property coordinates',
    span: 6,
    hint: 'Such as 40.7866, -73.9453. Without them, the middle of the ZIP code is used.',
  },
];

const ADDRESS: ReadonlySet<TextName> = new Set(['property_city', 'property_state', 'property_zip']);

const CLIENT_FIELDS: readonly TextField[] = [
  { name: 'client_contact', label: 'Client contact', span: 3 },
  { name: 'client_phone', label: 'Client phone', span: 3, type: 'tel' },
  { name: 'client_email', label: 'Client email', span: 3, type: 'email' },
];

const addressOf = ({ property_state: state, property_zip: zip, property_city: city }: ProjectForm) => ({
  state: state.trim(),
  zip: zip.trim(),
  city: city.trim(),
});

export interface ProjectDialogProps {
  project?: Project;
  onClose: () => void;
  /** Instead of opening the new project. */
  onCreated?: (id: string) => void;
}

/** PROJ-23, PROJ-25 to PROJ-37. Mount only while open. */
export function ProjectDialog({ project: opened, onClose, onCreated }: ProjectDialogProps) {
  // snapshot: a comparison with later remote changes would revert them
  const [project] = useState(opened);
  const styles = useStyles();
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(formElement);
  const [form, setForm] = useState(() => formOf(project));
  const [errors, setErrors] = useState<ProjectFormErrors>({});
  const [failure, setFailure] = useState<{ alert: string; reason: string }>();
  const [create, creation] = useCreateProjectMutation();
  const [update, changing] = useUpdateProjectMutation();
  const creationId = useCreationId();
  const organizations = useOrganizations() ?? [];
  const [organizationId, setOrganizationId] = useState('');
  const saving = creation.isLoading || changing.isLoading;
  const [untouched] = useState(form);
  const isDirty =
    organizationId !== '' ||
    Object.entries(form).some(([name, value]) => value !== untouched[name as keyof ProjectForm]);
  const leaving = useFormLeaving({ isDirty, isBusy: saving, onClose });
  const navigate = useNavigate();

  // checked when the fields are left, not with every letter
  const [left, setLeft] = useState(() => addressOf(form));
  const { currentData: address } = useCheckAddressQuery(left, { skip: left.state === '' && left.zip === '' });
  const isChecked = (name: 'property_state' | 'property_zip' | 'property_city'): boolean => {
    const now = addressOf(form);
    return name === 'property_city' ? now.city === left.city : now.state === left.state && now.zip === left.zip;
  };

  const set = (name: keyof ProjectForm, value: string): void => {
    setForm((before) => ({ ...before, [name]: value }));
    setErrors((before) => withoutMessage(before, name));
  };

  /** Resolves to the id of a new project. */
  const save = async (): Promise<string | undefined> => {
    if (!project) {
      const fields = fieldsOf(form);
      const id = creationId({ ...fields, organizationId });
      await create({ id, fields, organizationId }).unwrap();
      notify({ type: 'success', title: 'Project created', description: form.title.trim() });
      return id;
    }
    const change = changeOf(form, project);
    if (Object.keys(change).length === 0) return undefined;
    await update({ id: project.id, change }).unwrap();
    const before = changeOf(formOf(project), { ...project, ...change });
    offerUndo(
      { title: 'Project changed', description: form.title.trim() },
      {
        what: `changes to project “${project.title}”`,
        undo: () => update({ id: project.id, change: before }).unwrap(),
      },
    );
    return undefined;
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving) return;
    const found = validateProject(form);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      focusFirstInvalid();
      return;
    }
    try {
      const created = await save();
      onClose();
      if (created === undefined) return;
      if (onCreated) onCreated(created);
      else void navigate(`/projects/${created}`);
    } catch (error) {
      const { fields, message, status } = apiErrorOf(error);
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in form));
      setErrors(known);
      setFailure({
        alert: `Failed to ${project ? 'update' : 'create'} project. Please try again.`,
        // only 4xx messages help the user
        reason: status >= 400 && status < 500 && Object.keys(known).length === 0 ? message : '',
      });
      focusFirstInvalid();
    }
  };

  const validationOf = (name: TextName): Pick<FieldProps, 'validationState' | 'validationMessage'> => {
    const error = errors[name];
    if (error) return { validationState: 'error', validationMessage: error };
    if (!address || (name !== 'property_state' && name !== 'property_zip' && name !== 'property_city')) return {};
    if (!isChecked(name)) return {};
    const problem = address.problems[name];
    if (problem) return { validationState: 'error', validationMessage: problem };
    const warning = address.warnings[name];
    if (warning) return { validationState: 'warning', validationMessage: warning };
    const { suggested_city: city } = address;
    if (name !== 'property_city' || !city || saving) return {};
    return {
      validationState: 'warning',
      validationMessage: (
        <>
          Did you mean {city}?{' '}
          <Button
            size="small"
            appearance="transparent"
            className={styles.use}
            onClick={() => {
              set('property_city', city);
              setLeft((before) => ({ ...before, city }));
            }}
          >
            Use it
          </Button>
        </>
      ),
    };
  };

  const spans = { 2: styles.span2, 3: styles.span3, 4: styles.span4, 6: styles.span6 };
  const textField = ({ name, label, span, required, type = 'text', autoComplete = 'off', hint }: TextField) => (
    <Field key={name} label={label} required={required} hint={hint} {...validationOf(name)} className={spans[span]}>
      <Input
        name={name}
        type={type}
        autoComplete={autoComplete}
        value={form[name]}
        // not `disabled`, which would lose focus
        readOnly={saving}
        onChange={(_, data) => set(name, data.value)}
        onBlur={ADDRESS.has(name) ? () => setLeft(addressOf(form)) : undefined}
      />
    </Field>
  );

  const idle = project ? 'Update Project' : 'Create Project';
  const busy = project ? 'Updating...' : 'Creating...';

  return (
    <Dialog open modalType={saving ? 'alert' : 'modal'} onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{project ? 'Edit Project' : 'Create New Project'}</DialogTitle>
          <DialogContent className={styles.content}>
            {failure ? (
              <MessageBar intent="error" layout="multiline" role="alert" className={styles.alert}>
                <MessageBarBody>
                  {failure.alert}
                  {failure.reason ? <div>{failure.reason}</div> : null}
                </MessageBarBody>
              </MessageBar>
            ) : null}
            <form id={formId} ref={formElement} onSubmit={submit} noValidate>
              <fieldset className={styles.group}>
                <legend className={styles.legend}>Project</legend>
                <div className={styles.grid}>
                  {textField({ name: 'title', label: 'Title', span: project ? 6 : 4, required: true })}
                  {textField({
                    name: 'due_date',
                    label: 'Due date',
                    span: project ? 3 : 2,
                    required: true,
                    type: 'date',
                  })}
                  {project ? (
                    <Field label="Status" className={styles.span3}>
                      <Select
                        name="status"
                        value={form.status}
                        disabled={saving}
                        onChange={(_, data) => set('status', data.value)}
                      >
                        {PROJECT_STATUSES.map((status) => (
                          <option key={status} value={status}>
                            {PROJECT_STATUS_LABELS[status]}
                          </option>
                        ))}
                      </Select>
                    </Field>
                  ) : null}
                  {!project && organizations.length > 0 ? (
                    <Field
                      label="Organization"
                      hint="Its administrators see the project at once."
                      className={styles.span6}
                    >
                      <OrganizationSelect
                        value={organizationId}
                        organizations={organizations}
                        disabled={saving}
                        onChange={setOrganizationId}
                      />
                    </Field>
                  ) : null}
                </div>
              </fieldset>
              <fieldset className={styles.group}>
                <legend className={styles.legend}>Property</legend>
                <div className={styles.grid}>{PROPERTY_FIELDS.map(textField)}</div>
              </fieldset>
              <fieldset className={styles.group}>
                <legend className={styles.legend}>Client</legend>
                <div className={styles.grid}>
                  <ClientField
                    value={form.client_company}
                    onChange={(company) => set('client_company', company)}
                    readOnly={saving}
                    validationMessage={errors.client_company}
                    className={styles.span3}
                  />
                  {CLIENT_FIELDS.map(textField)}
                </div>
              </fieldset>
            </form>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={saving}>
              Cancel
            </Button>
            <Button type="submit" form={formId} appearance="primary" disabledFocusable={saving}>
              {saving ? busy : idle}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
