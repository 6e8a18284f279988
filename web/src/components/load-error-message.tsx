import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { errorMessage } from '../lib/http/errors.js';

interface LoadErrorMessageProps {
  /** Starts a sentence. */
  what: string;
  error: unknown;
  onRetry: () => void;
}

export function LoadErrorMessage({ what, error, onRetry }: LoadErrorMessageProps) {
  return (
    <MessageBar intent="error" layout="multiline" role="alert">
      <MessageBarBody>
        <MessageBarTitle>{`${what} could not be loaded`}</MessageBarTitle>
        {errorMessage(error, 'Please try again.')}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
