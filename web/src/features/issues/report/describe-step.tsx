import { Button, Field, MessageBar, MessageBarActions, MessageBarBody, Textarea } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { useSuggestIssueMutation } from './report-api.js';
import { manualSuggestion, withSuggestion, textError, type ReportDraft } from './report-draft.js';
import { ReportStep, type StepCommon } from './report-step.js';
import { SimilarIssues } from './similar-issues.js';
import type { StoredDraft } from './use-report-draft.js';
import { isKey } from '../../../lib/ui/keys.js';

interface DescribeStepProps {
  report: StoredDraft;
  draft: ReportDraft;
  previews: ReactNode;
  common: StepCommon;
}

/** ISSUE-21 to ISSUE-26 */
export function DescribeStep({ report, draft, previews, common }: DescribeStepProps) {
  const [suggest, { isLoading }] = useSuggestIssueMutation();
  const [problem, setProblem] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  const { words } = draft;

  const check = (): boolean => {
    const refusal = textError(words);
    setProblem(refusal);
    return refusal === undefined;
  };
  const next = async (): Promise<void> => {
    if (isLoading || !check()) return;
    if (draft.suggested?.words === words) {
      report.change({ step: 'details' });
      return;
    }
    setFailed(false);
    const { data } = await suggest(words.trim());
    const current = report.current();
    // discarded or restarted since
    if (current?.words !== words || current.step !== 'describe') return;
    if (data) report.change(withSuggestion(current, data));
    else setFailed(true);
  };
  const proceed = (): void => {
    if (check()) report.change(withSuggestion(draft, manualSuggestion(words)));
  };
  return (
    <ReportStep
      {...common}
      title="Report an Issue"
      actions={
        <Button appearance="primary" disabledFocusable={isLoading} onClick={() => void next()}>
          {isLoading ? 'Processing...' : 'Next'}
        </Button>
      }
    >
      <Field
        label="Describe the issue you're experiencing in a few words."
        validationMessage={problem}
        validationState={problem === undefined ? 'none' : 'error'}
      >
        <Textarea
          textarea={{ rows: 5, autoFocus: true }}
          resize="vertical"
          value={words}
          readOnly={isLoading}
          onChange={(_, data) => {
            setProblem(undefined);
            report.change({ words: data.value });
          }}
          onKeyDown={(event) => {
            if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) void next();
          }}
        />
      </Field>
      {hasFailed ? (
        <MessageBar intent="warning" layout="multiline" role="alert">
          <MessageBarBody>AI processing failed. You can still proceed manually.</MessageBarBody>
          <MessageBarActions>
            <Button onClick={proceed}>Continue Manually</Button>
          </MessageBarActions>
        </MessageBar>
      ) : null}
      <SimilarIssues words={words} />
      {previews}
    </ReportStep>
  );
}
