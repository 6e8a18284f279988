import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { errorMessage } from '../lib/errors.js';

interface UnreadNoteProps {
  /** What could not be loaded, as the beginning of a sentence. */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Says that a part of what a screen shows could not be loaded, beside the rest of it. */
export function UnreadNote({ what, error, onRetry }: UnreadNoteProps) {
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
