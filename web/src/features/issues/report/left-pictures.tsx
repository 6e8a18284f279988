import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  MessageBar,
  MessageBarBody,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';

interface LeftPicturesProps {
  /** The short number of the issue. */
  issueKey: string;
  isBusy: boolean;
  onRetry: () => void;
  onDone: () => void;
  /** Each with the reason why it was refused. */
  previews: ReactNode;
}

/** The issue is there, some of its screenshots are not: each can be removed, and all others tried again. */
export function LeftPictures({ issueKey, isBusy, onRetry, onDone, previews }: LeftPicturesProps) {
  return (
    <DialogBody>
      <DialogTitle>{`${issueKey} is reported`}</DialogTitle>
      <DialogContent>
        <MessageBar intent="warning" layout="multiline" role="alert" style={{ marginBottom: '12px' }}>
          <MessageBarBody>These screenshots could not be added. Everything else is saved.</MessageBarBody>
        </MessageBar>
        {previews}
      </DialogContent>
      <DialogActions>
        <Button disabled={isBusy} onClick={onDone}>
          Continue Without Them
        </Button>
        <Button appearance="primary" disabledFocusable={isBusy} onClick={onRetry}>
          {isBusy ? 'Submitting...' : 'Try Again'}
        </Button>
      </DialogActions>
    </DialogBody>
  );
}
