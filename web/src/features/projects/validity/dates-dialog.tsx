import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import { useRef, useState, type FormEvent } from 'react';
import { COMPONENT_LABELS } from '@symbio/proto/labels';
import { MAX_DATE_NOTE } from '@symbio/proto/limits';
import { COMPONENT_KINDS, type ComponentKind } from '@symbio/proto/project/vocabulary';
import { FormActions } from '../../../components/form-actions.js';
import { useFormLeaving } from '../../../components/form-dialog.js';
import { offerUndo } from '../../../lib/edits/undo.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { dateOnly } from '../../../lib/ui/formats.js';
import { useFocusFirstInvalid } from '../../../lib/ui/forms.js';
import { useSaveAssessmentMutation, type Assessment } from './assessment-api.js';
import { bodyOf, formOf, isReasonMissing, type DatesForm } from './dates-form.js';

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  fields: { display: 'flex', flexDirection: 'column', gap: '12px', paddingTop: '4px' },
});

interface DatesDialogProps {
  assessment: Assessment;
  onClose: () => void;
}

/** Stays open on failure. */
export function DatesDialog({ assessment, onClose }: DatesDialogProps) {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  // of the time the dialog was opened: a concurrent change is refused
  const [stored] = useState(assessment);
  const [typed, setTyped] = useState<DatesForm>();
  const [hasReasonError, setReasonError] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [save, { isLoading }] = useSaveAssessmentMutation();
  const leaving = useFormLeaving({ isDirty: typed !== undefined, isBusy: isLoading, onClose });
  const values = typed ?? formOf(stored);
  const visit = stored.components.find(({ source }) => source === 'visit');
  const projectId = stored.project_id;

  const change = (kind: ComponentKind, changes: Partial<DatesForm['dates'][ComponentKind]>): void => {
    setTyped({ ...values, dates: { ...values.dates, [kind]: { ...values.dates[kind], ...changes } } });
    setReasonError(false);
  };

  async function store(): Promise<void> {
    if (isLoading) return;
    setFailure(undefined);
    try {
      const { updated_at: updatedAt } = await save({
        ...{ projectId, updatedAt: stored.updated_at, ...bodyOf(values) },
      }).unwrap();
      offerUndo(
        { title: 'Dates saved' },
        {
          what: 'dates of the assessment',
          undo: () => save({ projectId, updatedAt, ...bodyOf(formOf(stored)) }).unwrap(),
        },
      );
      onClose();
    } catch (thrown) {
      setFailure(changeRefusal(thrown));
    }
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = isReasonMissing(values);
    setReasonError(isMissing);
    if (isMissing) focusFirstInvalid();
    else void store();
  };

  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface className={styles.surface}>
        <form ref={form} onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>Dates of the assessment</DialogTitle>
            <DialogContent>
              {failure ? (
                <MessageBar intent="error" layout="multiline" role="alert">
                  <MessageBarBody>{failure}</MessageBarBody>
                </MessageBar>
              ) : null}
              <div className={styles.fields}>
                <Field label="Acquisition date" hint="Planned or past. Without it, validity is judged today.">
                  <Input
                    type="date"
                    value={values.acquisition}
                    onChange={(_, { value }) => setTyped({ ...values, acquisition: value })}
                  />
                </Field>
                {COMPONENT_KINDS.map((kind) => (
                  <Field
                    key={kind}
                    label={COMPONENT_LABELS[kind]}
                    hint={
                      kind === 'site_inspection' && visit
                        ? `${dateOnly(visit.date)} from the earliest visit, unless you enter a date.`
                        : undefined
                    }
                  >
                    <Input
                      type="date"
                      value={values.dates[kind].date}
                      onChange={(_, { value }) => change(kind, { date: value })}
                    />
                  </Field>
                ))}
                {values.dates.site_inspection.date ? (
                  <Field
                    label="Reason for the date of the site inspection"
                    validationMessage={hasReasonError ? 'A reason is needed.' : undefined}
                  >
                    <Input
                      value={values.dates.site_inspection.note}
                      maxLength={MAX_DATE_NOTE}
                      onChange={(_, { value }) => change('site_inspection', { note: value })}
                    />
                  </Field>
                ) : null}
              </div>
            </DialogContent>
            <FormActions label="Save" isBusy={isLoading} onCancel={onClose} />
          </DialogBody>
        </form>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}
