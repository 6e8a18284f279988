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
  Textarea,
} from '@fluentui/react-components';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useFormLeaving } from '../../components/form-dialog.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { useCreationId } from '../../lib/http/creation-id.js';
import { apiErrorOf, unlessNotFound } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';
import { useMe } from '../../lib/session/me.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { useFocusFirstInvalid, withoutMessage } from '../../lib/ui/forms.js';
import { notify } from '../../lib/ui/toasts.js';
import {
  useCreateVisitMutation,
  useListInvestigatorsQuery,
  useRemoveVisitMutation,
  useUpdateVisitMutation,
} from './api.js';
import { PHONE } from './photos/photo-styles.js';
import { fieldsOf, formOf, isSameVisit, validateVisit, type VisitForm, type VisitFormErrors } from './visit-form.js';
import type { SiteVisit } from './visit-status.js';

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  content: {
    maxHeight: 'min(100vh - 220px, 640px)',
    overflowY: 'auto',
    padding: '10px 6px 8px 2px',
    marginRight: '-6px',
  },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '14px 16px',
    alignItems: 'start',
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { gridColumn: '1 / -1' },
  alert: { marginBottom: '16px' },
});

interface InvestigatorFieldProps {
  value: string;
  /** Who the visit names, perhaps no longer a member. */
  recorded: { id: string; name: string } | undefined;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (id: string) => void;
}

function InvestigatorField({ value, recorded, error, isReadOnly, onChange }: InvestigatorFieldProps) {
  const { project } = useProject();
  const me = useMe();
  const { currentData: members } = useListInvestigatorsQuery(project.id);
  const people = new Map((members ?? []).map((member) => [member.user_id, member.name?.trim() || member.email || '']));
  for (const person of [recorded, me && { id: me.id, name: me.name?.trim() || me.email }])
    if (person && !people.has(person.id)) people.set(person.id, person.name);
  const options = [...people].sort(([, a], [, b]) => a.localeCompare(b));
  return (
    <Field label="Investigator" validationMessage={error}>
      <Select value={value} disabled={isReadOnly} onChange={(_, data) => onChange(data.value)}>
        <option value="">Not assigned</option>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name || 'Unnamed user'}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export interface VisitDialogProps {
  /** Absent: a new visit. */
  visit?: SiteVisit;
  onClose: () => void;
}

/** VISIT-02, D-64. Mount only while open. */
export function VisitDialog({ visit: current, onClose }: VisitDialogProps) {
  const styles = useStyles();
  const { project } = useProject();
  const me = useMe();
  // changes by others while the form is open are refused as stale, not overwritten
  const [visit] = useState(current);
  const [untouched] = useState(() => formOf(visit, { now: new Date(), userId: me?.id ?? '' }));
  const [form, setForm] = useState(untouched);
  const [errors, setErrors] = useState<VisitFormErrors>({});
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(formElement);
  const creationId = useCreationId();
  const [create, creation] = useCreateVisitMutation();
  const [update, changing] = useUpdateVisitMutation();
  const [remove] = useRemoveVisitMutation();
  const isBusy = creation.isLoading || changing.isLoading;
  const isDirty = JSON.stringify(form) !== JSON.stringify(untouched);
  const leaving = useFormLeaving({ isDirty, isBusy, onClose });
  const named = visit?.investigator_id
    ? { id: visit.investigator_id, name: visit.investigator?.name ?? '' }
    : undefined;

  const set = (name: keyof VisitForm, value: string): void => {
    setForm((before) => ({ ...before, [name]: value }));
    setErrors((before) => withoutMessage(before, name));
  };

  const save = async (): Promise<void> => {
    const fields = fieldsOf(form, visit?.photos);
    const description = `Visit of ${dateOnly(fields.visit_date)}`;
    if (!visit) {
      const id = creationId(fields);
      const recorded = await create({ projectId: project.id, id, fields }).unwrap();
      if (!recorded) {
        notify({ type: 'success', title: 'Visit kept on this device', description });
        return;
      }
      offerUndo(
        { title: 'Visit recorded', description },
        {
          what: `recording of the visit of ${dateOnly(fields.visit_date)}`,
          undo: () => unlessNotFound(remove(id).unwrap()),
        },
      );
      return;
    }
    if (!isDirty) return;
    // an answer of the checklist in between is no conflict
    const seen = current && isSameVisit(current, visit) ? current : visit;
    const change = { id: visit.id, projectId: project.id };
    const before = fieldsOf(untouched, visit.photos);
    await update({ ...change, fields, base: before, updated_at: seen.updated_at }).unwrap();
    offerUndo(
      { title: 'Visit changed', description },
      {
        what: `changes to the visit of ${dateOnly(visit.visit_date)}`,
        undo: () => update({ ...change, fields: before, base: fields }).unwrap(),
      },
    );
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const found = validateVisit(form);
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      focusFirstInvalid();
      return;
    }
    try {
      await save();
      onClose();
    } catch (thrown) {
      const { fields, message } = apiErrorOf(thrown);
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in form));
      setErrors(known);
      if (Object.keys(known).length === 0) setFailure(message);
      focusFirstInvalid();
    }
  };

  return (
    <Dialog open modalType={isBusy ? 'alert' : 'modal'} onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{visit ? 'Edit visit' : 'Record visit'}</DialogTitle>
          <DialogContent className={styles.content}>
            {failure ? (
              <MessageBar intent="error" layout="multiline" role="alert" className={styles.alert}>
                <MessageBarBody>{failure}</MessageBarBody>
              </MessageBar>
            ) : null}
            <form id={formId} ref={formElement} className={styles.grid} onSubmit={submit} noValidate>
              <Field label="Visit date" required validationMessage={errors.visit_date}>
                <Input
                  type="date"
                  value={form.visit_date}
                  readOnly={isBusy}
                  onChange={(_, data) => set('visit_date', data.value)}
                />
              </Field>
              <Field label="Visit time" hint="Without it, 9:00 AM counts." validationMessage={errors.visit_time}>
                <Input
                  type="time"
                  value={form.visit_time}
                  readOnly={isBusy}
                  onChange={(_, data) => set('visit_time', data.value)}
                />
              </Field>
              <InvestigatorField
                value={form.investigator_id}
                recorded={named}
                error={errors.investigator_id}
                isReadOnly={isBusy}
                onChange={(id) => set('investigator_id', id)}
              />
              <Field label="Weather" validationMessage={errors.weather_conditions}>
                <Input
                  value={form.weather_conditions}
                  placeholder="Overcast, 45 °F, ground wet"
                  readOnly={isBusy}
                  onChange={(_, data) => set('weather_conditions', data.value)}
                />
              </Field>
              <Field label="Access" hint="A visit without access counts as cancelled.">
                <Select
                  value={form.access_granted}
                  disabled={isBusy}
                  onChange={(_, data) => set('access_granted', data.value)}
                >
                  <option value="yes">Granted</option>
                  <option value="no">Not granted</option>
                </Select>
              </Field>
              <Field label="Access and limits" className={styles.wide} validationMessage={errors.access_notes}>
                <Textarea
                  value={form.access_notes}
                  rows={2}
                  resize="vertical"
                  placeholder="Who gave access, and what could not be entered or seen"
                  readOnly={isBusy}
                  onChange={(_, data) => set('access_notes', data.value)}
                />
              </Field>
              <Field
                label="Findings"
                className={styles.wide}
                hint="A visit with findings counts as completed."
                validationMessage={errors.findings}
              >
                <Textarea
                  value={form.findings}
                  rows={5}
                  resize="vertical"
                  readOnly={isBusy}
                  onChange={(_, data) => set('findings', data.value)}
                />
              </Field>
            </form>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={formId} appearance="primary" disabledFocusable={isBusy}>
              {isBusy ? 'Saving...' : 'Save'}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
