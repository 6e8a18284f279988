import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ReportStep, type StepCommon } from './report-step.js';

interface UnsentPicturesProps {
  issueKey: string;
  common: StepCommon;
  onRetry: () => void;
  onDone: () => void;
  previews: ReactNode;
}

/** The issue was created but some screenshots failed. */
export function UnsentPictures({ issueKey, common, onRetry, onDone, previews }: UnsentPicturesProps) {
  const { isBusy } = common;
  return (
    <ReportStep
      {...common}
      title={`${issueKey} is reported`}
      actions={
        <>
          <Button disabled={isBusy} onClick={onDone}>
            Continue Without Them
          </Button>
          <Button appearance="primary" disabledFocusable={isBusy} onClick={onRetry}>
            {isBusy ? 'Submitting...' : 'Try Again'}
          </Button>
        </>
      }
    >
      <MessageBar intent="warning" layout="multiline" role="alert">
        <MessageBarBody>These screenshots could not be added. Everything else is saved.</MessageBarBody>
      </MessageBar>
      {previews}
    </ReportStep>
  );
}
