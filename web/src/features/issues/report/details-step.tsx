import { Button, Field, Input, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFocusFirstInvalid, withoutMessage } from '../../../lib/ui/forms.js';
import { SEVERITY_OPTIONS, TYPE_OPTIONS } from '../issue-labels.js';
import { AssigneeField } from '../parts/assignee-field.js';
import { LabelsField } from '../parts/labels-field.js';
import { MarkdownField } from '../parts/markdown-field.js';
import { VocabularyField } from '../parts/vocabulary-field.js';
import { AttachedContext } from './attached-context.js';
import { draftProblems, type ReportDraft } from './report-draft.js';
import { ReportStep, type StepCommon } from './report-step.js';
import type { StoredDraft } from './use-report-draft.js';

const useStyles = makeStyles({
  back: { minWidth: 'auto' },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '14px',
    '@media (max-width: 480px)': { gridTemplateColumns: '1fr' },
  },
});

/** General, and by field. */
export interface ReportRefusal {
  message: string;
  fields: Record<string, string>;
}

interface DetailsStepProps {
  report: StoredDraft;
  draft: ReportDraft;
  refusal: ReportRefusal | undefined;
  onSubmit: () => void;
  screenshots: ReactNode;
  common: StepCommon;
}

const SHOWN: readonly string[] = ['title', 'description', 'type', 'severity', 'assignee', 'labels', 'path'];

/** ISSUE-27 to ISSUE-35 */
export function DetailsStep(props: DetailsStepProps) {
  const { report, draft, refusal, onSubmit, screenshots, common } = props;
  const styles = useStyles();
  const { isBusy: isSubmitting } = common;
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = useFocusFirstInvalid(form);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isAssigneeValid, setAssigneeValid] = useState(true);
  useEffect(() => {
    if (!refusal) return;
    setProblems(refusal.fields);
    focusFirstInvalid();
  }, [refusal, focusFirstInvalid]);
  const isSaidAtField = Object.keys(refusal?.fields ?? {}).some((name) => SHOWN.includes(name));

  const change = (changes: Partial<ReportDraft>): void => {
    for (const name of Object.keys(changes)) setProblems((before) => withoutMessage(before, name));
    report.change(changes);
  };
  const submit = (): void => {
    const found = draftProblems(draft);
    setProblems(found);
    if (Object.keys(found).length > 0 || !isAssigneeValid) focusFirstInvalid();
    else onSubmit();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) submit();
      }}
    >
      <ReportStep
        {...common}
        title="Issue Details"
        actions={
          <>
            <Button className={styles.back} disabled={isSubmitting} onClick={() => report.change({ step: 'describe' })}>
              Back
            </Button>
            <Button appearance="primary" type="submit" disabledFocusable={isSubmitting}>
              {isSubmitting ? 'Submitting...' : 'Submit Issue'}
            </Button>
          </>
        }
      >
        {refusal && !isSaidAtField ? (
          <MessageBar intent="error" layout="multiline" role="alert">
            <MessageBarBody>{refusal.message}</MessageBarBody>
          </MessageBar>
        ) : null}
        <Field label="Title" required validationMessage={problems.title}>
          <Input value={draft.title} autoFocus onChange={(_, { value }) => change({ title: value })} />
        </Field>
        <div className={styles.pair}>
          <VocabularyField
            label="Type"
            options={TYPE_OPTIONS}
            value={draft.type}
            onChange={(type) => change({ type })}
            validationMessage={problems.type}
          />
          <VocabularyField
            label="Severity"
            options={SEVERITY_OPTIONS}
            value={draft.severity}
            onChange={(severity) => change({ severity })}
            validationMessage={problems.severity}
          />
        </div>
        <AssigneeField
          value={draft.assignee}
          onChange={(assignee, isValid) => {
            setAssigneeValid(isValid);
            change({ assignee });
          }}
          validationMessage={problems.assignee}
        />
        <MarkdownField
          label="Description"
          required
          rows={7}
          value={draft.description}
          onChange={(description) => change({ description })}
          validationMessage={problems.description}
        />
        <LabelsField
          value={draft.labels}
          onChange={(labels) => change({ labels })}
          validationMessage={problems.labels}
        />
        <Field label="Path" validationMessage={problems.path}>
          <Input value={draft.path} readOnly />
        </Field>
        {screenshots}
        <AttachedContext context={draft.context} onChange={(context) => change({ context })} />
      </ReportStep>
    </form>
  );
}
