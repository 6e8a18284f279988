import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';

/** Why nothing can be changed here (FEAT-14, FEAT-15). */
export const AgentsNotice = () => (
  <MessageBar intent="info" layout="multiline">
    <MessageBarBody>
      <MessageBarTitle>Read-only Mode</MessageBarTitle>
      <br />
      This annotation was created by an AI agent and cannot be edited. You can view the existing feature association but
      cannot make changes.
    </MessageBarBody>
  </MessageBar>
);

/** Asks before the dialog closes with something typed in it. */
export const UnsavedNotice = ({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) => (
  <MessageBar intent="warning" layout="multiline" role="alert">
    <MessageBarBody>What you typed is not saved.</MessageBarBody>
    <MessageBarActions>
      <Button size="small" onClick={onStay}>
        Keep editing
      </Button>
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
    </MessageBarActions>
  </MessageBar>
);

/** Says where the text of the form comes from. */
export const DraftNotice = () => (
  <MessageBar intent="info" layout="multiline">
    <MessageBarBody>What you typed here before could not be saved. It is back.</MessageBarBody>
  </MessageBar>
);

/** Why saving failed. */
export const FailureNotice = ({ children }: { children: string }) => (
  <MessageBar intent="error" layout="multiline" role="alert">
    <MessageBarBody>{children}</MessageBarBody>
  </MessageBar>
);
